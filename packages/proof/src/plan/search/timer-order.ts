// Where another timer has moved the row on before this one is checked: what that one waits for comes later.
import { keyOfTimer } from "../../interpreter/timers.ts";
import { momentOf } from "../../interpreter/values/value.ts";
import { aim } from "../expressions/aim.ts";
import { contextIn } from "../expressions/hold.ts";
import { elapsedIn, type Situation } from "../situation/situation.ts";

const day = 86_400_000;

export function runBeforeOthers(situation: Situation): readonly Situation[] {
  const { attempt: tried, world } = situation;
  const elapsed = elapsedIn(situation);
  const context = contextIn(situation, "before");
  if (tried.kind !== "wait" || elapsed === undefined || context === undefined) return [];
  const others = [...(world.program.lookup.transitions.get(tried.entity) ?? [])].filter(
    ([name]) => name !== tried.timer && elapsed.did.has(keyOfTimer(tried.entity, name, tried.id)),
  );
  return others.flatMap(([, [row]]) => {
    const moment = row?.on?.kind === "at" ? row.on.expression.tree : undefined;
    return moment === undefined ? [] : aim(moment, { kind: "is", value: momentOf(elapsed.at + day) }, context);
  });
}
