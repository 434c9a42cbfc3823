// What section 9 limits: the last one that fits, and the first that does not.
import { isShown } from "../../clause/clause.ts";
import { type Lookup } from "../../names/lookup.ts";
import type { Model } from "../../model/model.ts";
import { entityOfCall, inputOf } from "../../scenario/call-input.ts";
import { formulaOfGuard, factsToSatisfy } from "../../scenario/formula.ts";
import { success, inTurn, refused, type Fact, type Scenario, type ScenarioDeed } from "../../scenario/scenario.ts";
import { withKnownErrors } from "../../scenario/shown.ts";
import type { Limit } from "./model.ts";
import { comingIn } from "./sign-in-scenarios.ts";

export { signInScenarios } from "./sign-in-scenarios.ts";

export function limitScenarios(model: Model, lookup: Lookup): readonly Scenario[] {
  return model.constants.limits.flatMap((limit) => {
    const counted = countedBy(limit, model, lookup);
    if (counted === undefined || !isShown(limit, "Value", "Counts", "When")) return [];
    const scenario =
      (what: "last" | "full" | "not counted", isRefused: boolean) =>
      (where: readonly Fact[], number: number): Scenario => ({
        address: `${limit.address}#${what}${inTurn(number)}`,
        clause: limit.address,
        sentence: `${limit.name.label}: one more is ${isRefused ? "refused" : "allowed"}`,
        by: undefined,
        ...counted,
        where: [...where, { kind: "room", limit, room: what === "last" ? 1 : 0, ofAll: what === "not counted" }],
        expected: isRefused ? refused(limit.otherwise?.label) : success,
      });
    const at = isJudgedAsItIs(limit, counted.deed) ? "before" : "after";
    const ways = (is: boolean) =>
      limit.when === undefined ? (is ? [[]] : []) : factsToSatisfy(formulaOfGuard(limit.when, lookup, at), is);
    return withKnownErrors(limit, [
      ...ways(true).map(scenario("last", false)),
      ...ways(true).map(scenario("full", true)),
      ...ways(false).map(scenario("not counted", false)),
    ]);
  });
}

/** What a user requests is counted by the stored row; what is created, and how many there are, by the result. */
const isJudgedAsItIs = ({ value }: Limit, { kind }: ScenarioDeed): boolean =>
  value?.kind === "rate" && (kind === "update" || kind === "delete" || kind === "transition");

type Counted = Pick<Scenario, "entity" | "deed" | "orBy" | "beyond"> & Partial<Pick<Scenario, "by">>;

function countedBy({ value, counts }: Limit, model: Model, lookup: Lookup): Counted | undefined {
  if (value === undefined || counts === undefined) return undefined;
  if (value.kind === "quota") {
    const entity = counts.of.id;
    // A row may come to count later.
    return { entity, deed: { kind: "create" }, orBy: [{ kind: "update" }, ...buttonsOf(entity, lookup)] };
  }
  if (counts.act !== undefined) return { entity: counts.of.id, deed: { kind: counts.act } };
  const call = lookup.calls.get(counts.of.id);
  if (call !== undefined) {
    return {
      entity: entityOfCall(call),
      deed: { kind: "call", call: call.name.id, input: inputOf(call)?.name },
    };
  }
  for (const [entity, transitions] of lookup.transitions) {
    const [first] = transitions.get(counts.of.id) ?? [];
    if (first !== undefined) return { entity, deed: { kind: "transition", transition: first.name.id } };
  }
  return comingIn(counts.of.label, model);
}

const buttonsOf = (entity: string, lookup: Lookup): readonly ScenarioDeed[] =>
  [...(lookup.transitions.get(entity)?.values() ?? [])].flatMap(([first]): readonly ScenarioDeed[] =>
    first?.on?.kind === "button" ? [{ kind: "transition", transition: first.name.id }] : [],
  );
