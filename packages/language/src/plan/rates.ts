// How often users may do something: the statements that count it, per user.
import { quoteText } from "../expression/sql/sql-quote.ts";
import type { Limit } from "../sections/constants/model.ts";
import type { Design } from "./design.ts";
import { innerPlace, printPlace } from "./layout.ts";

/** Counts one request against a rate, or refuses it: `writ.rate_new_tickets()`. */
export const ratePlace = (limit: Limit) => innerPlace("rate", limit.name.id);

/** Whether a rate with When counts a row: `writ.counts_new_tickets(row)`. */
export const countsPlace = (limit: Limit) => innerPlace("counts", limit.name.id);

/** The transitions that a rate counts: all of that name. */
export function transitionsOf({ counts, value }: Limit, { compiled }: Design) {
  const { lookup } = compiled;
  if (counts === undefined || counts.act !== undefined || value?.kind === "quota" || lookup.calls.has(counts.of.id))
    return [];
  return [...lookup.transitions].flatMap(([entity, transitions]) => {
    const transition = transitions.get(counts.of.id)?.[0]?.name.id;
    return transition === undefined ? [] : [{ entity, transition }];
  });
}

/** `row`: a variable with the row that is looked at where the rate has a When. */
export function rateStatement(limit: Limit, row: string): string {
  const count = `PERFORM ${printPlace(ratePlace(limit))}();`;
  return limit.when === undefined ? count : `IF ${printPlace(countsPlace(limit))}(${row}) THEN ${count} END IF;`;
}

/** What is done with no row at hand, by name: `sign in`, `sign up`, `call export_tickets`. The server counts it. */
export function actOf(limit: Limit, { compiled }: Design): string | undefined {
  const { counts } = limit;
  if (counts === undefined || counts.act !== undefined) return undefined;
  const call = compiled.lookup.calls.get(counts.of.id);
  if (call !== undefined) return `call ${call.name.id}`;
  const { lookup } = compiled;
  const isRow =
    lookup.entities.has(counts.of.id) || [...lookup.transitions.values()].some((some) => some.has(counts.of.id));
  return isRow ? undefined : counts.of.label;
}

/** The entity that `create Ticket` speaks of, and the write that it is. */
export function writeOf({ counts }: Limit) {
  if (counts?.act === undefined) return undefined;
  const event = ({ create: "insert", update: "update", delete: "delete" } as const)[counts.act];
  return { entity: counts.of.id, event };
}

export const actsBody = (limits: readonly (readonly [act: string, limit: Limit])[]): string =>
  [
    "BEGIN",
    ...limits.map(
      ([act, limit]) => `  IF act = ${quoteText(act)} THEN PERFORM ${printPlace(ratePlace(limit))}(); END IF;`,
    ),
    "END",
  ].join("\n");
