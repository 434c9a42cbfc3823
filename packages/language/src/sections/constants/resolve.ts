// What the names in limits mean.
import type { Resolver } from "../../names/resolver.ts";
import type { Constants, Limit, LimitCounts, LimitValue } from "./model.ts";

export function resolve(value: Constants, names: Resolver): Constants {
  return { ...value, limits: value.limits.map((limit) => resolveLimit(limit, names)) };
}

function resolveLimit(limit: Limit, names: Resolver): Limit {
  const counts = limit.counts && resolveCounts(limit.counts, limit.value, names);
  return {
    ...limit,
    value: limit.value && resolveValue(limit.value, counts?.of.id, names),
    counts,
    when: names.guard(limit.when),
    otherwise: names.error(limit.otherwise),
  };
}

/** A quota counts rows; a rate counts what people do: a creation, a call, a transition. */
function resolveCounts(counts: LimitCounts, value: LimitValue | undefined, names: Resolver): LimitCounts {
  const { of } = counts;
  if (counts.act !== undefined || value?.kind === "quota") return { ...counts, of: names.entity(of) };
  if (names.isCall(of)) return { ...counts, of: names.call(of) };
  // Several entities may call a transition so, each with an identifier of its own: it stays as it is written.
  return names.transitionOfAny(of) === undefined ? { ...counts, of: names.entity(of) } : counts;
}

function resolveValue(value: LimitValue, counted: string | undefined, names: Resolver): LimitValue {
  const amount = names.amount(value.amount);
  if (value.kind === "rate") return { ...value, amount };
  const via = counted === undefined ? value.via : names.field(counted, value.via);
  return { ...value, amount, entity: names.entity(value.entity), via };
}
