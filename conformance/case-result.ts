// What came of one case of somebody else's suite: all suites tell it like this.

export type CaseResult = {
  readonly file: string;
  readonly name: string;
  /** Settings under which it was run; none for the default ones. */
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly outcome: "passed" | "failed" | "left out" | "not read";
  readonly why: string;
};
