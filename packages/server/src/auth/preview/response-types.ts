// What the sign-in page is sent of the people of samples.

export type SamplePerson = {
  readonly name: string;
  /** As the document names them. */
  readonly roles: readonly string[];
  /** The address that signs a tab in, on this server. */
  readonly link: string;
};
