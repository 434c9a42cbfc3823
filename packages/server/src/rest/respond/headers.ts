// What may go out at the head of a response: a status, and names and values that say nothing else than themselves.

export type Header = readonly [name: string, value: string];

/** What HTTP itself says of a message: where it ends, and whether the connection stays. A second word on it is an attack. */
const framing: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** A line break would begin another header, or the body; functions of the database choose these values. */
export const isHeader = ([name, value]: Header): boolean =>
  /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) &&
  !framing.has(name.toLowerCase()) &&
  !/\p{Cc}/u.test(value.replaceAll("\t", " "));

/** What a response can end with: below 200 it would not be over. */
export const isStatus = (status: unknown): status is number =>
  typeof status === "number" && Number.isInteger(status) && status >= 200 && status <= 599;

/** Letters beyond ASCII go out as the bytes of UTF-8, each as the letter that HTTP takes it for. */
export const asBytes = (headers: readonly Header[]): readonly Header[] =>
  headers.map(([name, value]) => [name, /[^ -~]/.test(value) ? Buffer.from(value).toString("latin1") : value]);
