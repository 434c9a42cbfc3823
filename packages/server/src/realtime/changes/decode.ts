// PostgreSQL's logical messages (pgoutput, version 1), from bytes to rows of text.

export type Relation = {
  readonly id: number;
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly string[];
};

/** As PostgreSQL writes values; null where there is none. */
export type RowText = Readonly<Record<string, string | null>>;

export type Logical =
  | { readonly kind: "begin"; readonly committedAt: Date; readonly transaction: number }
  | { readonly kind: "relation"; readonly relation: Relation }
  | { readonly kind: "row"; readonly relation: number; readonly read: (columns: readonly string[]) => Rows }
  /** All rows of these tables are gone, and none is named. */
  | { readonly kind: "truncate"; readonly relations: readonly number[] }
  | { readonly kind: "other" };

export type ChangeKind = "INSERT" | "UPDATE" | "DELETE";
export type Rows = { readonly old: RowText | undefined; readonly new: RowText | undefined };

export const letters = { I: 73, U: 85, D: 68, T: 84, B: 66, C: 67, R: 82, N: 78, null: 110, text: 116 };
/** PostgreSQL counts from the year 2000, in microseconds. */
const since2000 = 946_684_800_000;

export function readLogical(bytes: Buffer): Logical {
  switch (bytes[0]) {
    case letters.B:
      return {
        kind: "begin",
        committedAt: new Date(since2000 + Number(bytes.readBigInt64BE(9) / 1000n)),
        transaction: bytes.readUInt32BE(17),
      };
    case letters.R:
      return { kind: "relation", relation: readRelation(bytes) };
    case letters.I:
    case letters.U:
    case letters.D:
      // Rows of tables without subscribers are not decoded.
      return { kind: "row", relation: bytes.readUInt32BE(1), read: (columns) => readRows(bytes, columns) };
    case letters.T: {
      const count = bytes.readUInt32BE(1);
      return {
        kind: "truncate",
        relations: Array.from({ length: count }, (_, index) => bytes.readUInt32BE(6 + 4 * index)),
      };
    }
    default:
      return { kind: "other" };
  }
}

function readRelation(bytes: Buffer): Relation {
  let at = 5;
  const word = () => {
    const end = bytes.indexOf(0, at);
    const text = bytes.toString("utf8", at, end);
    at = end + 1;
    return text;
  };
  const [schema, name] = [word(), word()];
  at += 1;
  const count = bytes.readUInt16BE(at);
  at += 2;
  const columns: string[] = [];
  for (let index = 0; index < count; index++) {
    at += 1;
    columns.push(word());
    at += 8;
  }
  return { id: bytes.readUInt32BE(1), schema, name, columns };
}

function readRows(bytes: Buffer, columns: readonly string[]): Rows {
  let at = 5;
  let old: Record<string, string | null> | undefined;
  const tuple = (): Record<string, string | null> => {
    const count = bytes.readUInt16BE(at);
    at += 2;
    const row: Record<string, string | null> = Object.create(null);
    for (let index = 0; index < count; index++) {
      const kind = bytes[at++];
      const name = columns[index] ?? "";
      if (kind === letters.text) {
        const length = bytes.readUInt32BE(at);
        at += 4;
        row[name] = bytes.toString("utf8", at, at + length);
        at += length;
      }
      // A long value that has not changed is not sent again; the old row has it.
      else row[name] = kind === letters.null ? null : (old?.[name] ?? null);
    }
    return row;
  };
  const kind = bytes[0];
  let next = bytes[at++];
  if (kind !== letters.I && next !== letters.N) {
    old = tuple();
    next = bytes[at++];
  }
  return { old, new: kind !== letters.D && next === letters.N ? tuple() : undefined };
}

export const kindOf = (rows: Rows): ChangeKind =>
  rows.new === undefined ? "DELETE" : rows.old === undefined ? "INSERT" : "UPDATE";
