// What a client wants to listen to, against the tables that there are.
import type { RequestPool } from "../../postgres/connections/request-pool.ts";
import { LiveRefusal } from "../service.ts";
import type { Resolved } from "./deliver.ts";
import type { SubscriptionRequest } from "./feed.ts";
import { readFilter } from "./filter.ts";
import { readSelect, selectIn } from "./select.ts";
import type { LiveTable } from "./tables.ts";

/** Fails with a `LiveRefusal`. */
export async function resolveSubscription(
  { id, requested }: SubscriptionRequest,
  tables: ReadonlyMap<string, LiveTable>,
  owner: RequestPool,
): Promise<Resolved> {
  const word = typeof requested["event"] === "string" ? requested["event"].toUpperCase() : "*";
  const event = (["INSERT", "UPDATE", "DELETE", "*"] as const).find((one) => one === word);
  if (event === undefined) throw new LiveRefusal("MalformedSubscription", "There is no such event");
  const { schema = "public", table, filter, select } = requested;
  if (schema !== "public" && schema !== "*")
    throw new LiveRefusal("MalformedSubscription", "Only tables of the schema public are told of");
  if (table === undefined || table === "" || table === "*") {
    if (filter !== undefined && filter !== "") throw new LiveRefusal("MalformedSubscription", "A filter needs a table");
    if (readSelect(select) !== undefined)
      throw new LiveRefusal("MalformedSubscription", "A selection of columns needs a table");
    return { id, event, table: undefined, conditions: [], select: undefined };
  }
  const places = typeof table === "string" && [`public.${table}`, `writ_data.${table}`].map((key) => tables.get(key));
  const known = places ? places.find((one) => one !== undefined) : undefined;
  if (known === undefined) throw new LiveRefusal("MalformedSubscription", "There is no such table to listen to");
  if (filter !== undefined && filter !== null && typeof filter !== "string")
    throw new LiveRefusal("MalformedSubscription", "A filter is text");
  const conditions = await owner.withConnection(async (client) => readFilter(filter ?? "", known, client));
  return { id, event, table: known.place.name, conditions, select: selectIn(select, known) };
}
