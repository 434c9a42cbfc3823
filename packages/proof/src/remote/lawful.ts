// A situation whose rows can be laid by the rules: a plan's are laid on a copy past all of them, and may break some.
import { findRow, type World } from "../interpreter/world/world.ts";
import { daysAfter, thatDay } from "../plan/search/weekdays.ts";
import { keyOf } from "../plan/situation/key.ts";
import { repairsOf } from "../plan/search/repair.ts";
import type { Situation } from "../plan/situation/situation.ts";
import { stepsToLay, type Laying, type Unlayable } from "./layable.ts";

export type Lawful = { readonly situation: Situation; readonly laying: Laying };

/** Looked at so many changes of its rows at most. */
const budget = 60;

/** Or why there is none, and whether the day is why. `isShown`: whether a situation still shows what it is for. */
export function lawful(given: Situation, isShown: (situation: Situation) => boolean): Lawful | string {
  const { program, now } = given.world;
  const result = lawfulNow(given, isShown);
  if (typeof result !== "string") return result;
  const other = daysAfter(program, now).find(
    (day) => typeof lawfulNow({ ...given, world: { ...given.world, now: day } }, () => true) !== "string",
  );
  return other === undefined ? result : `${result}, ${thatDay(program, now, other)}`;
}

function lawfulNow(given: Situation, isShown: (situation: Situation) => boolean): Lawful | string {
  const seen = new Set<string>();
  const waiting = [given.world];
  let first: Unlayable | undefined;
  let stuck: Unlayable | undefined;
  for (let looked = 0; looked < budget; looked++) {
    const world = waiting.shift();
    if (world === undefined) break;
    const key = keyOf({ ...given, world });
    if (seen.has(key)) continue;
    seen.add(key);
    const laying = stepsToLay(world, given.me);
    if ("steps" in laying) return { situation: { ...given, world }, laying };
    first ??= laying;
    // What was found last is nearest to what is looked for.
    const next = repaired(world, laying).filter((one) => isShown({ ...given, world: one }));
    if (next.length === 0) stuck ??= laying;
    waiting.unshift(...next);
  }
  // What nothing mends says more than what is met first.
  const { refusal } = stuck ?? first ?? {};
  return `its rows cannot be laid one after the other: ${refusal?.code} of ${refusal?.clause}`;
}

/** Of the row alone, whatever a user tries with it. */
function repaired(world: World, { refusal, entity, id }: Unlayable): readonly World[] {
  const about = refusal.row ?? id;
  const owner = [...world.rows.keys()].find((one) => findRow(world, one, about) !== undefined) ?? entity;
  const { row: _row, ...own } = refusal;
  return repairsOf(own, { world, me: null, attempt: { kind: "read", entity: owner, id: about } })
    .slice(0, 4)
    .map((one) => one.world);
}
