// A limit with an unknown amount: what it counts answers NOT_SHOWN.
import { findGap } from "../../../clause/clause.ts";
import { quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Contribution, Design } from "../../../plan/design.ts";
import { actOf, ratePlace, transitionsOf, writeOf } from "../../../plan/rates.ts";
import type { Limit } from "../model.ts";

/** Undefined where everything is shown. */
export function notShownLimit(limit: Limit, design: Design): Contribution | undefined {
  const column = findGap(limit, "Value", "Counts", "When");
  if (column === undefined) return undefined;
  const problem = `writ.problem('NOT_SHOWN', NULL, ${quoteText(`${limit.address}/${column}`)})`;
  const { counts, address } = limit;
  // What it counts is unknown too: there is nothing to reject.
  if (counts === undefined) return { objects: [] };
  const write = writeOf(limit);
  const refuse = `IF client THEN PERFORM writ.refuse(${problem}); END IF;`;
  const entity = counts.of.id;
  if (write) return { objects: [], guards: [{ ...write, on: [write.event], phase: "rate", sql: refuse, address }] };
  if (limit.value?.kind === "quota" || (limit.value === undefined && design.compiled.lookup.entities.has(entity)))
    return { objects: [], guards: [{ entity, on: ["insert"], phase: "rate", sql: refuse, address }] };
  const sql = `PERFORM writ.refuse(${problem});`;
  if (actOf(limit, design) === undefined)
    return { objects: [], steps: transitionsOf(limit, design).map((step) => ({ ...step, sql, address })) };
  return {
    objects: [
      {
        kind: "function",
        place: ratePlace(limit),
        parameters: [],
        returns: "void",
        language: "plpgsql",
        volatility: "volatile",
        actsAs: "owner",
        body: `BEGIN PERFORM writ.refuse(${problem}); END`,
        callers: [],
        address,
      },
    ],
  };
}
