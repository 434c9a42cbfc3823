// What PostgreSQL is sent for a packet of statements: its protocol's messages, in one piece of memory.

/** Bytes are a value of the type `bytea`. */
export type Value = string | number | null | Uint8Array;

/** One statement of a packet, under the name by which the connection knows it. */
export type Sent = {
  readonly name: string;
  readonly text: string;
  readonly values: readonly Value[];
  /** It is not there yet. */
  readonly isNew: boolean;
};

const letter = (of: string): number => of.charCodeAt(0);
const [parse, describe, bind, execute, sync] = ["P", "D", "B", "E", "S"].map(letter) as [
  number,
  number,
  number,
  number,
  number,
];
/** A letter and a length. */
const head = 5;

/**
 * All of them, and one `Sync`: PostgreSQL works on them one after the other, answers all at once, and leaves out what
 * follows an error.
 */
export function encode(statements: readonly Sent[]): Buffer {
  const counted = statements.map((statement) => ({ statement, lengths: statement.values.map(lengthOf) }));
  const size = counted.reduce((sum, { statement, lengths }) => sum + sizeOf(statement, lengths), head);
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  for (const { statement, lengths } of counted) at = write(bytes, at, statement, lengths);
  bytes[at] = sync;
  bytes.writeInt32BE(head - 1, at + 1);
  return bytes;
}

/** -1: nothing is there. */
const lengthOf = (value: Value): number =>
  value === null ? -1 : typeof value === "object" ? value.length : Buffer.byteLength(String(value));

// Names are made here, of plain letters.
const parseSize = ({ name, text }: Sent): number => head + name.length + 1 + Buffer.byteLength(text) + 1 + 2;
const describeSize = ({ name }: Sent): number => head + 1 + name.length + 1;
const executeSize = head + 1 + 4;

function bindSize({ name, values }: Sent, lengths: readonly number[]): number {
  const sent = lengths.reduce((sum, length) => sum + 4 + Math.max(length, 0), 0);
  return head + 1 + name.length + 1 + 2 + 2 * values.length + 2 + sent + 2;
}

const sizeOf = (statement: Sent, lengths: readonly number[]): number =>
  (statement.isNew ? parseSize(statement) + describeSize(statement) : 0) + bindSize(statement, lengths) + executeSize;

function write(bytes: Buffer, from: number, statement: Sent, lengths: readonly number[]): number {
  const { name, text, values, isNew } = statement;
  let at = from;
  const begin = (message: number, size: number) => {
    bytes[at] = message;
    at = bytes.writeInt32BE(size - 1, at + 1);
  };
  const word = (said: string) => {
    at += bytes.write(said, at);
    bytes[at++] = 0;
  };
  // PostgreSQL takes twice as many values; `pg` does not read what it says of more than this holds.
  const short = (number: number) => void (at = bytes.writeInt16BE(number, at));
  const long = (number: number) => void (at = bytes.writeInt32BE(number, at));
  if (isNew) {
    begin(parse, parseSize(statement));
    word(name);
    word(text);
    short(0);
    begin(describe, describeSize(statement));
    bytes[at++] = sync;
    word(name);
  }
  begin(bind, bindSize(statement, lengths));
  word("");
  word(name);
  short(values.length);
  for (const value of values) short(value !== null && typeof value === "object" ? 1 : 0);
  short(values.length);
  values.forEach((value, index) => {
    long(lengths[index] ?? -1);
    if (value === null) return;
    if (typeof value === "object") bytes.set(value, at);
    else bytes.write(String(value), at);
    at += lengths[index] ?? 0;
  });
  short(0);
  begin(execute, executeSize);
  word("");
  long(0);
  return at;
}
