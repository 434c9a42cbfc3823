// Section 8: every error that the product's users can meet, with its code, status and words.
import type { Clause, SectionValue } from "../../model/clause.ts";
import type { Name } from "../../model/name.ts";
import type { Template } from "../../model/template.ts";

export { notNowTexts } from "./database/built-in-words.ts";

export type Errors = SectionValue & { readonly errors: readonly CatalogueError[] };

export type CatalogueError = Clause & {
  /** `label` and `id` are both the code as written: `NOT_ASSIGNED`. */
  readonly code: Name;
  readonly when: string;
  /** Undefined where wrong (reported) or not shown. */
  readonly status: number | undefined;
  /** By language; "" is the document's first language. Absent where not shown. */
  readonly message: ReadonlyMap<string, Template>;
};

/** The platform's own errors, which a document may restate. */
export const builtInErrors: ReadonlyMap<string, number> = new Map([
  ["REQUIRED", 422],
  ["INVALID", 422],
  ["TOO_LONG", 422],
  ["TOO_LARGE", 413],
  ["NOT_UNIQUE", 409],
  ["STILL_USED", 409],
  ["NOT_SIGNED_IN", 401],
  ["FORBIDDEN", 403],
  ["NOT_FOUND", 404],
  ["CONFLICT", 409],
  ["RATE_LIMITED", 429],
  ["NOT_SHOWN", 501],
  ["UNEXPECTED", 500],
]);
