// The rows of a screen's world made to differ in what no two may share: no database takes them otherwise.
import type { Refusal } from "../interpreter/document/refusal.ts";
import { overlapsAnother } from "../interpreter/rules/rules.ts";
import { brokenUniques } from "../interpreter/rules/unique.ts";
import type { Row, World } from "../interpreter/world/world.ts";
import { withoutConflicts } from "../plan/search/repair.ts";
import { personId } from "../plan/samples/sample.ts";

/** Or why there are none. `isRight`: what must still be so when a row has another value. */
export function distinguishable(given: World, isRight: (world: World) => boolean = () => true): World | string {
  let world = given;
  for (;;) {
    const why = whyTogether(world);
    if (why === undefined) return world;
    // Each step leaves one row fewer in the way of others.
    const attempt = { kind: "read", entity: "user", id: personId(0) } as const;
    const next = withoutConflicts({ world, me: null, attempt }).find((one) => isRight(one.world));
    if (next === undefined) return `its rows cannot be beside each other: ${why}`;
    ({ world } = next);
  }
}

/** What the first row breaks that may not be beside another one; undefined where each may. */
function whyTogether(world: World): string | undefined {
  for (const row of [...world.rows.values()].flatMap((some) => [...some.values()])) {
    const why = whyInTheWay(world, row);
    if (why !== undefined) return why;
  }
  return undefined;
}

function whyInTheWay(world: World, row: Row): string | undefined {
  const [first]: readonly Refusal[] = brokenUniques(world, row);
  if (first !== undefined) return `${first.code} of ${first.clause}`;
  return overlapsAnother(world, row) ? `a rule lets no two rows of ${row.entity} overlap` : undefined;
}
