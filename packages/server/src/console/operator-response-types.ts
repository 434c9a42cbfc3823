// What the console is told of operators and what they changed, as types.

import type { ExplainedField } from "@writ/language/explain";

/** One change, with the name of the one who made it as it was then. */
export type ActView = {
  readonly id: string;
  readonly at: string;
  readonly name: string;
  readonly act: string;
  readonly about: string;
};

export type ActsView = { readonly acts: readonly ActView[]; readonly hasMore: boolean };

/** `isColumn`: the table has it, so that it can be found and sorted by. */
export type FieldView = ExplainedField & { readonly isColumn: boolean };
export type TableView = {
  readonly id: string;
  readonly label: string;
  readonly history: boolean;
  readonly fields: readonly FieldView[];
};

/** `formats`: how the product writes values. */
export type TablesView = {
  readonly tables: readonly TableView[];
  readonly formats: {
    readonly languages: readonly string[];
    readonly timeZone: string;
    readonly currency: { readonly code: string; readonly minorUnits: number } | null;
  };
};

/** By field. Numbers are texts: they are exact. `names`: what rows are called that it refers to, by their id. */
export type RowView = { readonly id: string; readonly values: Readonly<Record<string, unknown>> };
export type RowsView = {
  readonly rows: readonly RowView[];
  readonly names: Readonly<Record<string, string>>;
  /** Rows that are found in all; undefined where counting would take too long. */
  readonly count: number | undefined;
};

export type ChangeView = {
  readonly event: string;
  readonly changes: Readonly<Record<string, { readonly old: unknown; readonly new: unknown }>>;
  readonly name: string | null;
  readonly at: string;
  readonly through: string | null;
};
export type OneRowView = RowView & {
  readonly name: string;
  readonly names: Readonly<Record<string, string>>;
  /** The last one first; undefined where the document keeps none. */
  readonly history: readonly ChangeView[] | undefined;
};

export type NamedRowView = { readonly id: string; readonly name: string };

/** A write that was refused, by the document's words. `field`: the one that it is about. */
export type RefusedRowView = {
  readonly code: string;
  readonly message: string;
  readonly problems: readonly { readonly field: string | null; readonly message: string }[];
};

/** What a statement answers; values as PostgreSQL writes them. */
export type SqlView = {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
  /** There are more rows. */
  readonly isCut: boolean;
  readonly milliseconds: number;
};

/** `answer`: what the mail server said when it took it; `failure`: what went wrong last. */
export type MailFateView = {
  readonly id: string;
  /** Null where the account is gone. */
  readonly to: string | null;
  readonly subject: string;
  readonly name: string;
  readonly clause: string;
  readonly is: "waiting" | "retrying" | "failed" | "done" | "dismissed";
  readonly tries: number;
  readonly madeAt: string;
  readonly doneAt: string | null;
  readonly nextAt: string | null;
  readonly failure: string | null;
  readonly answer: string | null;
  readonly mayRetry: boolean;
  readonly mayDismiss: boolean;
  readonly mayResend: boolean;
};

export type MailFatesView = { readonly mails: readonly MailFateView[]; readonly hasMore: boolean };
