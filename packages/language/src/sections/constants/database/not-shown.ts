// A limit of which nobody knows how much it allows: what it counts answers NOT_SHOWN.
import { quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Contribution, Design } from "../../../plan/design.ts";
import { actOf, ratePlace, transitionsOf, writeOf } from "../../../plan/rates.ts";
import { checkedGuard } from "../../../plan/typed-guard.ts";
import type { Limit } from "../model.ts";
import { amountOf } from "./amount.ts";
import { viaOf, type Quota } from "./quota.ts";

/** Undefined where everything is shown. */
export function notShownLimit(limit: Limit, design: Design): Contribution | undefined {
  const clause = openClause(limit, design);
  if (clause === undefined) return undefined;
  const problem = `writ.problem('NOT_SHOWN', NULL, ${quoteText(clause)})`;
  const { counts, address } = limit;
  // What is counted is not said either: there is nothing to refuse.
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

/** Whether it is known by which reference rows are counted: a field without a type may be the one. */
const isCounted = (value: Quota, entity: string, design: Design): boolean =>
  viaOf(value, entity, value.entity.id, design) !== undefined;

function openClause(limit: Limit, design: Design): string | undefined {
  const column = ["Value", "Counts", "When"].find((one) => limit.notShown.includes(one));
  if (column !== undefined) return `${limit.address}/${column}`;
  if (limit.value && amountOf(limit.value, design) === undefined) return `${limit.address}/Value`;
  const entity = limit.counts && limit.counts.of.id;
  if (limit.value?.kind === "quota" && entity !== undefined && !isCounted(limit.value, entity, design))
    return `${limit.address}/Value`;
  const when = limit.when && entity && checkedGuard(limit.when, entity, design, { me: "present" });
  return limit.when && when !== undefined && when !== "" && when.typed === undefined
    ? `${limit.address}/When`
    : undefined;
}
