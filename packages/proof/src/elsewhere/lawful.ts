// A situation whose rows can be laid by the rules: a plan's are laid on a copy past all of them, and may break some.
import { findRow, type World } from "../interpreter/world.ts";
import { repairsOf } from "../plan/repair.ts";
import type { Situation } from "../plan/situation.ts";
import { stepsToLay, type Laying, type Unlayable } from "./layable.ts";

export type Lawful = { readonly situation: Situation; readonly laying: Laying };

/** Looked at so many changes of its rows at most. */
const budget = 60;

/** Or why there is none. `isShown`: whether a situation still shows what it is for. */
export function lawful(given: Situation, isShown: (situation: Situation) => boolean): Lawful | string {
  const seen = new Set<string>();
  const waiting = [given.world];
  let first: Unlayable | undefined;
  for (let looked = 0; looked < budget; looked++) {
    const world = waiting.shift();
    if (world === undefined) break;
    const laying = stepsToLay(world, given.me);
    if ("steps" in laying) return { situation: { ...given, world }, laying };
    first ??= laying;
    const key = `${laying.id} ${laying.refusal.clause} ${waiting.length}`;
    if (seen.has(key)) continue;
    seen.add(key);
    // What was found last is nearest to what is looked for.
    waiting.unshift(...repaired(world, laying).filter((next) => isShown({ ...given, world: next })));
  }
  return `its rows cannot be laid one after the other: ${first?.refusal.code} of ${first?.refusal.clause}`;
}

/** Of the row alone, whatever somebody tries with it. */
function repaired(world: World, { refusal, entity, id }: Unlayable): readonly World[] {
  const about = refusal.row ?? id;
  const owner = [...world.rows.keys()].find((one) => findRow(world, one, about) !== undefined) ?? entity;
  const { row: _row, ...own } = refusal;
  return repairsOf(own, { world, me: null, attempt: { kind: "read", entity: owner, id: about } })
    .slice(0, 4)
    .map((one) => one.world);
}
