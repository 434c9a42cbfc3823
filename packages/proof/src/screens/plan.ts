// From a document to its screens as everybody opens them: each with rows, somebody, an address, and what they should see.
import type { Compiled } from "@writ/language";
import { screenScenarios, type ScreenScenario } from "@writ/language/scenarios";
import { programOf } from "../interpreter/program.ts";
import type { ScreenCase } from "./case.ts";
import { openedBy } from "./onlooker.ts";
import { seenOn } from "./seen.ts";

export type ScreenPlan = {
  readonly cases: readonly ScreenCase[];
  readonly notTried: readonly { readonly scenario: ScreenScenario; readonly why: string }[];
};

const usualMoment = Date.parse("2026-03-17T10:00:00Z");

export function screenPlanOf({ model, lookup }: Compiled, only = "", now = usualMoment): ScreenPlan {
  const program = programOf({ model, lookup });
  const cases: ScreenCase[] = [];
  const notTried: ScreenPlan["notTried"][number][] = [];
  for (const scenario of screenScenarios(model, lookup)) {
    const screen = lookup.screens.get(scenario.screen);
    if (screen === undefined || !scenario.address.startsWith(only)) continue;
    const opened = openedBy(scenario, screen, program, now);
    const expected = typeof opened === "string" ? opened : seenOn(screen, opened);
    if (typeof opened === "string" || typeof expected === "string") notTried.push({ scenario, why: String(expected) });
    else cases.push({ scenario, world: opened.world, me: opened.me, path: opened.path, expected });
  }
  return { cases, notTried };
}
