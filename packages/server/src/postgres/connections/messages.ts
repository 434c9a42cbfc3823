// What PostgreSQL is sent for a packet of statements: its protocol's messages, in one piece of memory.
import { serialize } from "pg-protocol";

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

/** PostgreSQL takes twice as many; `pg` does not read what it says of more, and would send another number of them. */
const mostValues = 32_767;

/**
 * All of them, and one `Sync`: PostgreSQL works on them one after the other, answers all at once, and leaves out what
 * follows an error.
 */
export const encode = (statements: readonly Sent[]): Buffer =>
  Buffer.concat([...statements.flatMap(messagesOf), serialize.sync()]);

function messagesOf({ name, text, values, isNew }: Sent): readonly Buffer[] {
  if (values.length > mostValues) throw new RangeError(`A statement takes at most ${mostValues} values.`);
  const run = [serialize.bind({ statement: name, values: values.map(written) }), serialize.execute()];
  return isNew ? [serialize.parse({ name, text }), serialize.describe({ type: "S", name }), ...run] : run;
}

/** Only a `Buffer` is sent as bytes. */
const written = (value: Value): string | Buffer | null =>
  value === null
    ? null
    : typeof value === "object"
      ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
      : String(value);
