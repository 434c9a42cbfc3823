// Several statements as one packet to the database and back: the whole transaction of a request is one.
import { types, type ClientBase, type Connection, type FieldDef, type Submittable } from "pg";
import { encode, type Value } from "./messages.ts";
import { forget, statementOn, type Prepared } from "./prepared.ts";

export type Statement = { readonly text: string; readonly values: readonly Value[] };
/** Text as PostgreSQL writes it; only `bytea` becomes bytes. */
export type Row = Readonly<Record<string, string | Uint8Array | null>>;

const bytea = 17;

/** What `pg` says to those it runs a query for. */
type Listener = Submittable & {
  readonly submit: (connection: Connection) => Error | undefined;
  /** For code that traces queries. */
  readonly statements: readonly Statement[];
  readonly handleRowDescription: (message: { readonly fields: readonly FieldDef[] }) => void;
  readonly handleDataRow: (message: { readonly fields: readonly (string | null)[] }) => void;
  readonly handleCommandComplete: () => void;
  readonly handleEmptyQuery: () => void;
  readonly handleReadyForQuery: () => void;
  readonly handleError: (failure: Error) => void;
};

/**
 * The rows of each statement. Nothing is done after the first that fails, and that one is what it fails with; what it
 * began is for the caller to roll back. `role`: whose policies are in their plans.
 */
export async function sendPacket(
  client: ClientBase,
  statements: readonly Statement[],
  role: string,
): Promise<readonly (readonly Row[])[]> {
  return new Promise((resolve, reject) => {
    const rows: Row[][] = statements.map(() => []);
    let known: readonly Prepared[] = [];
    let unsure = () => {};
    let now = 0;
    const next = () => void now++;
    const listener: Listener = {
      statements,
      submit: (connection) => {
        known = statements.map(({ text }) => statementOn(connection, role, text));
        const isNew = known.map(
          (one, index) => one.fields === undefined && (one.name === "" || known.indexOf(one) === index),
        );
        unsure = () => statements.forEach(({ text }, index) => isNew[index] === true && forget(connection, role, text));
        const named = statements.map((statement, index) => ({
          ...statement,
          name: known[index]?.name ?? "",
          isNew: isNew[index] === true,
        }));
        try {
          connection.stream.write(encode(named));
          return undefined;
        } catch (failure) {
          // Nothing was sent. Thrown, it would leave the connection waiting for an answer for ever.
          return failure as Error;
        }
      },
      handleRowDescription: ({ fields }) => {
        const statement = known[now];
        if (statement !== undefined) statement.fields = fields;
      },
      handleDataRow: ({ fields }) => rows[now]?.push(rowOf(known[now]?.fields ?? [], fields)),
      handleCommandComplete: next,
      handleEmptyQuery: next,
      handleReadyForQuery: () => {
        // What has no rows has not said so.
        for (const statement of known) statement.fields ??= [];
        resolve(rows);
      },
      handleError: (failure) => {
        unsure();
        reject(failure);
      },
    };
    client.query(listener);
  });
}

function rowOf(fields: readonly FieldDef[], values: readonly (string | null)[]): Row {
  const row: Record<string, string | Uint8Array | null> = {};
  fields.forEach(({ name, dataTypeID }, index) => {
    const value = values[index] ?? null;
    row[name] = value !== null && dataTypeID === bytea ? (types.getTypeParser(bytea, "text")(value) as Buffer) : value;
  });
  return row;
}
