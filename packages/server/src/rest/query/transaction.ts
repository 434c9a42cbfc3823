// The transaction of a request: how it begins, as whom, and how it ends.
import type { ClientBase } from "pg";
import { quoteIdentifier } from "@writ/language/sql-quote";
import { setLocally, settingsOf } from "../../postgres/connections/caller-settings.ts";
import { sendPacket, type Statement } from "../../postgres/connections/packet.ts";
import type { Prepared } from "../prepare.ts";

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
    ...settingsOf(caller),
    search_path: searchPath(request, service),
    ...(timezone === undefined ? {} : { timezone }),
    ...Object.fromEntries(isolated.filter(([name]) => name !== isolation)),
  };
  const level = isolated.find(([name, value]) => name === isolation && levels.has(value.toLowerCase()))?.[1];
  const mode = `${level === undefined ? "" : ` ISOLATION LEVEL ${level}`}${readsOnly ? " READ ONLY" : ""}`;
  return [
    { text: `BEGIN${mode}`, values: [] },
    setLocally(settings),
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

/**
 * A function of the database may set what outlasts its transaction: headers of a response, a time zone, whom it takes the
 * caller for. The next request on this connection has another caller, so nothing of that stays. The role may stay: each
 * transaction begins with taking its own. What is rolled back takes its settings with it.
 */
export const commit: readonly Statement[] = [
  { text: "COMMIT", values: [] },
  { text: "RESET ALL", values: [] },
];

/** Deferred constraints are still checked before the rollback. */
const takeBack: readonly Statement[] = [
  { text: "SET CONSTRAINTS ALL IMMEDIATE", values: [] },
  { text: "ROLLBACK", values: [] },
];

export async function end(client: ClientBase, isKept: boolean, role: string): Promise<void> {
  await sendPacket(client, isKept ? commit : takeBack, role);
}
