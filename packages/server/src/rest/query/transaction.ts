// The transaction of a request: how it begins, as whom, and how it ends.
import type { ClientBase } from "pg";
import { quoteIdentifier, quoteText } from "@writ/language/sql-quote";
import type { Prepared } from "../prepare.ts";
import type { Statement } from "./answer.ts";
import type { DataRequest } from "../request/request.ts";
import type { Caller, Service } from "../service.ts";

/** What a function may ask for itself, as PostgreSQL calls it. */
const isolation = "default_transaction_isolation";
const levels: ReadonlySet<string> = new Set(["read committed", "repeatable read", "serializable"]);

/** The transaction, who asks, and what is known of the request. Names of settings are the server's and the database's own. */
export function beginning(
  request: DataRequest,
  caller: Caller,
  service: Service,
  { readsOnly, isolated }: Pick<Prepared, "readsOnly" | "isolated">,
): readonly Statement[] {
  const { timezone } = request.preferences;
  const settings = {
    role: caller.role,
    "request.jwt.claims": JSON.stringify(caller.claims),
    ...caller.settings,
    search_path: searchPath(request, service),
    ...(timezone === undefined ? {} : { timezone }),
    ...Object.fromEntries(isolated.filter(([name]) => name !== isolation)),
  };
  const calls = Object.keys(settings).map((name, index) => `set_config(${quoteText(name)}, $${index + 1}, true)`);
  const level = isolated.find(([name, value]) => name === isolation && levels.has(value.toLowerCase()))?.[1];
  const mode = `${level === undefined ? "" : ` ISOLATION LEVEL ${level}`}${readsOnly ? " READ ONLY" : ""}`;
  return [
    { text: `BEGIN${mode}`, values: [] },
    // One number comes back, and not every setting once more.
    { text: `SELECT num_nulls(${calls.join(", ")})`, values: Object.values(settings) },
    ...(service.preRequest === undefined ? [] : [{ text: `SELECT ${service.preRequest}()`, values: [] }]),
  ];
}

const searchPath = ({ target }: DataRequest, { extraSearchPath = ["public"] }: Service): string =>
  [target.schema, ...extraSearchPath].map(quoteIdentifier).join(", ");

/** Whether what was done stays. */
export function ends({ preferences }: DataRequest, { transactionEnd }: Service): boolean {
  if (transactionEnd === "commit" || transactionEnd === "rollback") return transactionEnd === "commit";
  return (preferences.transaction ?? (transactionEnd === "commit-allow-override" ? "commit" : "rollback")) === "commit";
}

export async function end(client: ClientBase, isKept: boolean): Promise<void> {
  if (isKept) return commit(client);
  // What is taken back is looked at to the end all the same.
  await client.query("SET CONSTRAINTS ALL IMMEDIATE");
  await client.query("ROLLBACK");
}

/**
 * A function of the database may set what outlasts its transaction: headers of a response, a time zone, whom it takes the
 * caller for. The next request on this connection is somebody else's, so nothing of that stays. The role may stay: each
 * transaction begins with taking its own. It goes along in one message; what is rolled back takes its settings with it.
 */
export async function commit(client: ClientBase): Promise<void> {
  const results: unknown = await client.query("COMMIT; RESET ALL");
  const [first] = results as readonly { readonly command: string }[];
  // After an error PostgreSQL answers with a rollback, and calls that a success.
  if (first?.command !== "COMMIT") throw new Error("the transaction was rolled back");
}
