// What section 9 limits: the last one that fits, and the first that does not.
import { entityId, type Lookup } from "../../model/lookup.ts";
import type { Model } from "../../model/model.ts";
import { formulaOfGuard, waysToBe } from "../../scenario/formula.ts";
import { done, inTurn, refused, type Fact, type Scenario, type ScenarioDeed } from "../../scenario/scenario.ts";
import { isShown, told } from "../../scenario/shown.ts";
import type { Limit } from "./model.ts";

export function limitScenarios(model: Model, lookup: Lookup): readonly Scenario[] {
  return model.constants.limits.flatMap((limit) => {
    const counted = countedBy(limit, lookup);
    if (counted === undefined || !isShown(limit, "Value", "Counts", "When")) return [];
    const scenario = (what: string, room: 0 | 1, where: readonly Fact[], isRefused: boolean): Scenario => ({
      address: `${limit.address}#${what}`,
      clause: limit.address,
      sentence: `${limit.name.label}: one more is ${isRefused ? "refused" : "allowed"}`,
      ...counted,
      by: undefined,
      where: [...where, { kind: "room", limit, room }],
      expected: isRefused ? refused(limit.otherwise?.label) : done,
    });
    const ways = (is: boolean) =>
      limit.when === undefined ? (is ? [[]] : []) : waysToBe(formulaOfGuard(limit.when, lookup, "after"), is);
    return told(limit, [
      ...ways(true).map((where, number) => scenario(`last${inTurn(number)}`, 1, where, false)),
      ...ways(true).map((where, number) => scenario(`full${inTurn(number)}`, 0, where, true)),
      ...ways(false).map((where, number) => scenario(`not counted${inTurn(number)}`, 0, where, false)),
    ]);
  });
}

/** What is counted with a row at hand; sign-ins and calls are counted by the server. */
function countedBy(
  { value, counts }: Limit,
  lookup: Lookup,
): { readonly entity: string; readonly deed: ScenarioDeed } | undefined {
  if (value === undefined || counts === undefined || (value.kind === "rate" && value.per !== "user")) return undefined;
  if (value.kind === "quota") return { entity: entityId(lookup, counts.of), deed: { kind: "create" } };
  if (counts.act !== undefined) return { entity: entityId(lookup, counts.of), deed: { kind: counts.act } };
  for (const [entity, transitions] of lookup.transitions) {
    const [first] = transitions.get(counts.of.id) ?? [];
    if (first !== undefined) return { entity, deed: { kind: "transition", transition: first.name.id } };
  }
  return undefined;
}
