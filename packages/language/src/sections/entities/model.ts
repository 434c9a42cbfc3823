// Section 3: the entities, their fields, and the rows that come with the product.
import type { Clause, SectionValue } from "../../clause/clause.ts";
import type { Name, Reference } from "../../text/name.ts";
import type { Amount } from "../../clause/value.ts";
import type { Expression } from "../../expression/tree.ts";
import type { Pattern } from "../../expression/regex/regex.ts";
import type { Text } from "../../text/text.ts";
import type { Span } from "../../problem.ts";

export type Entities = SectionValue & {
  readonly entities: readonly Entity[];
  readonly rowSets: readonly RowSet[];
};

export type EntityProperty = "Shown as" | "Owner" | "History" | "Unique together" | "Ordered by" | "One row";

export type Entity = Clause<EntityProperty> & {
  readonly name: Name;
  /** `### User` adds to the built-in account. */
  readonly builtIn: boolean;
  readonly fields: readonly Field[];
  readonly shownAs: Expression | undefined;
  /** The reference to User that `own` means; created_by where none is given. */
  readonly owner: Reference | undefined;
  readonly historyKept: boolean;
  readonly uniqueTogether: readonly UniqueTogether[];
  readonly orderedBy: readonly OrderKey[];
  /** Settings that people edit: one row, read as `Settings.x`. */
  readonly oneRow: boolean;
  /** The whole subsection says "not shown". */
  readonly bodyNotShown: boolean;
};

export type UniqueTogether = { readonly fields: readonly Reference[]; readonly span: Span; readonly address: string };
export type OrderKey = { readonly field: Reference; readonly descending: boolean };

export type FieldColumn = "Field" | "Type" | "Required" | "Default" | "Notes";

export type Field = Clause<FieldColumn> & {
  readonly name: Name;
  /** Undefined where the cell is wrong (reported) or not shown. */
  readonly type: FieldType | undefined;
  readonly required: "yes" | "no" | "auto";
  /** Of the word that says so. */
  readonly requiredSpan: Span;
  readonly default: Default | undefined;
  readonly notes: string;
};

/** A literal word (`normal`, `no`, `1.00 EUR`) or an expression in backticks. */
export type Default =
  | { readonly kind: "literal"; readonly text: Text }
  | { readonly kind: "expression"; readonly expression: Expression };

export type FieldType = FieldTypeOptions & FieldKind;

export type FieldTypeOptions = {
  readonly span: Span;
  readonly unique: "no" | "exact" | "ignoring case";
  /** Given at creation, never changed after. */
  readonly setOnce: boolean;
};

export type FieldKind =
  | {
      readonly kind: "text" | "long text" | "Markdown text";
      readonly upTo: Amount | undefined;
      readonly matching: Matching | undefined;
    }
  | {
      readonly kind: "number" | "integer" | "percent" | "money";
      readonly from: Amount | undefined;
      readonly to: Amount | undefined;
    }
  | { readonly kind: "date" | "datetime" | "time" | "duration" | "yes/no" | "email" | "url" | "phone" }
  | { readonly kind: "one of" | "several of"; readonly choices: readonly Choice[] }
  | {
      readonly kind: "file" | "image" | "files";
      readonly count: Amount | undefined;
      readonly size: Amount | undefined;
      readonly extensions: readonly string[];
    }
  | {
      readonly kind: "reference";
      readonly entity: Reference;
      readonly among: Expression | undefined;
      readonly onDelete: "blocked" | "cleared";
    }
  | { readonly kind: "belongs to"; readonly entity: Reference }
  | { readonly kind: "list"; readonly entity: Reference; readonly via: Reference | undefined }
  | { readonly kind: "several"; readonly entity: Reference; readonly among: Expression | undefined }
  | {
      readonly kind: "sequence number";
      readonly pattern: NumberPattern | undefined;
      readonly per: SequenceScope | undefined;
    }
  | { readonly kind: "random code"; readonly pattern: NumberPattern }
  | { readonly kind: "computed"; readonly of: FieldType; readonly expression: Expression }
  | { readonly kind: "state" };

export type Matching = { readonly pattern: Pattern; readonly span: Span };

/** `id` is the code on the wire and in expressions. */
export type Choice = Name;

export type SequenceScope =
  | { readonly kind: "year"; readonly span: Span }
  | { readonly kind: "entity"; readonly entity: Reference; readonly span: Span };

/** `R-{year}-{000}`: `digits` and `letters` say how many places. */
export type NumberPattern = {
  readonly text: string;
  readonly span: Span;
  readonly parts: readonly NumberPatternPart[];
};
export type NumberPatternPart =
  | { readonly kind: "fixed"; readonly text: string }
  | { readonly kind: "year" }
  | { readonly kind: "digits" | "letters"; readonly places: number };

/** `### Seed: E` (always) and `### Sample: E` (preview and tests). */
export type RowSet = Clause & {
  readonly kind: "Seed" | "Sample";
  readonly entity: Reference;
  readonly columns: readonly Reference[];
  readonly rows: readonly RowSetRow[];
};

export type RowSetRow = Clause & {
  readonly key: Text;
  /** In the order of `columns`; an empty text is no value. */ readonly values: readonly Text[];
};
