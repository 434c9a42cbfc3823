// What an import answers: for browsers and for the command line.

export type ImportLook = {
  readonly heads: readonly string[];
  /** In the order of the heads; `field`: the id of the field that the head is called like. */
  readonly columns: readonly { readonly head: string; readonly field: string | null }[];
  /** What columns may become. `unique`: rows that are there can be found by it. */
  readonly fields: readonly {
    readonly id: string;
    readonly label: string;
    readonly required: boolean;
    readonly unique: boolean;
  }[];
  readonly sample: readonly (readonly string[])[];
  readonly notes: readonly string[];
};

/** Why a file is refused, in `details.reason`: what a browser says in its reader's language. */
export type ImportReason = {
  readonly is: ImportReasonName;
  readonly values?: Readonly<Record<string, string | number>>;
};

type ImportReasonName =
  | "anotherKind"
  | "notAWorkbook"
  | "damagedWorkbook"
  | "unpacksTooLarge"
  | "noHeads"
  | "sameHead"
  | "manyColumns"
  | "longCell"
  | "longRow"
  | "openQuote"
  | "unreadableRow"
  | "manyRows"
  | "largeFile"
  | "busyAccount"
  | "busyProduct";

export type RowProblem = {
  /** As people count it in the file. */
  readonly row: number;
  /** Undefined where it is about the row as a whole, or a field that the file does not have. */
  readonly column: string | undefined;
  /** As the document calls it. */
  readonly field: string | undefined;
  readonly code: string;
  readonly message: string;
};

export type ImportReport = {
  readonly entity: string;
  readonly notes: readonly string[];
  readonly columns: readonly { readonly head: string; readonly field: string }[];
  readonly ignored: readonly string[];
  /** The first rows that are not refused, as they would be, by the labels of their fields. */
  readonly preview: readonly { readonly row: number; readonly values: Readonly<Record<string, string>> }[];
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly refused: number;
  /** At most 1,000. */
  readonly problems: readonly RowProblem[];
  readonly isKept: boolean;
};
