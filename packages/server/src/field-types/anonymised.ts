// What becomes of a field's values in an export for staging: without an entry here, a new type does not compile.
import type { FieldType } from "@writ/language/model";
import type { Kind } from "./given-type.ts";

/** `keep`: as it is; else what takes its place. */
export type Mask = "keep" | "text" | "email" | "url" | "phone" | "path";

const masks: { readonly [Each in Exclude<Kind, "computed">]: Mask } = {
  text: "text",
  "long text": "text",
  "Markdown text": "text",
  number: "keep",
  integer: "keep",
  percent: "keep",
  money: "keep",
  date: "keep",
  datetime: "keep",
  time: "keep",
  duration: "keep",
  "yes/no": "keep",
  email: "email",
  url: "url",
  phone: "phone",
  "one of": "keep",
  "several of": "keep",
  file: "path",
  image: "path",
  files: "path",
  reference: "keep",
  "belongs to": "keep",
  several: "keep",
  list: "keep",
  state: "keep",
  "sequence number": "keep",
  // Whoever knows one may have a right by it.
  "random code": "text",
};

/** A type that is not shown may be any. */
export const maskOf = (type: FieldType | undefined): Mask =>
  type === undefined ? "text" : type.kind === "computed" ? maskOf(type.of) : masks[type.kind];
