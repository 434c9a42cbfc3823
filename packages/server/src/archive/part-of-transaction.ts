// Work that begins and ends transactions of its own becomes part of the one that is open.
import type { Client } from "pg";

const begins = /^\s*BEGIN\s*(?:;|$)/i;
const part = "writ_part";

/** What it commits holds when the open transaction is committed, and what it rolls back leaves that one as it was. */
export function asPart(client: Client): Client {
  const query = async (...args: readonly unknown[]): Promise<unknown> => {
    const [text, ...more] = args;
    const run = async (statement: unknown) => Reflect.apply(client.query, client, [statement, ...more]);
    if (typeof text !== "string") return run(text);
    if (begins.test(text)) return run(text.replace(begins, `SAVEPOINT ${part};`));
    if (/^\s*COMMIT\s*$/i.test(text)) {
      await run(`RELEASE SAVEPOINT ${part}`);
      return { rows: [], rowCount: 0, command: "COMMIT" };
    }
    if (/^\s*ROLLBACK\s*$/i.test(text)) return run(`ROLLBACK TO SAVEPOINT ${part}; RELEASE SAVEPOINT ${part}`);
    return run(text);
  };
  return new Proxy(client, {
    get: (target, key) => (key === "query" ? query : Reflect.get(target, key)),
  });
}
