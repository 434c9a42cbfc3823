// Section 8: every error that the product's users can meet, with its code, status and words.
import type { Clause, SectionValue } from "../../clause/clause.ts";
import type { Name } from "../../text/name.ts";
import type { Template } from "../../clause/template.ts";

export { notNowTexts } from "./database/built-in-words.ts";

export type Errors = SectionValue & { readonly errors: readonly CatalogueError[] };

export type CatalogueErrorColumn = "Code" | "When" | "Status" | "Message" | `Message (${string})`;

export type CatalogueError = Clause<CatalogueErrorColumn> & {
  /** `label` and `id` are both the code as written: `NOT_ASSIGNED`. */
  readonly code: Name;
  readonly when: string;
  /** Undefined where wrong (reported) or not shown. */
  readonly status: number | undefined;
  /** By language; "" is the document's first language. Absent where not shown. */
  readonly message: ReadonlyMap<string, Template>;
};
