// A list with filters and an order, asked for over the wire.
import type { SupabaseClient } from "@supabase/supabase-js";
import type { Program } from "../interpreter/world/world.ts";
import { storedValue } from "../laying/lay.ts";
import { refusedBy } from "../run/over-the-wire.ts";
import type { Query } from "./step.ts";

/** The ids of what is found, or what was answered instead. */
export async function readList(
  client: SupabaseClient,
  program: Program,
  { entity, filters, order }: Query,
): Promise<readonly string[] | string> {
  let asked = client.from(entity).select("id");
  for (const { field, by, values } of filters) {
    const [first = null, ...others] = values.map((value) => storedValue(program, entity, field, value));
    asked =
      by === "is"
        ? asked.is(field, null)
        : by === "in"
          ? asked.in(field, [first, ...others])
          : asked.filter(field, by, first);
  }
  const answer = await (order === undefined
    ? asked
    : asked.order(order.field, { ascending: !order.descending }).order("id").limit(order.most));
  if (answer.error !== null) return refusedBy(answer).said;
  const ids = answer.data.map(({ id }) => String(id));
  return order === undefined ? ids.toSorted() : ids;
}
