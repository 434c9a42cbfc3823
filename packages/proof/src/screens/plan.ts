// From a document to its screens as every kind of user opens them: each with rows, a user, an address and its content.
import type { Compiled } from "@writ/language";
import { screenScenarios, type ScreenScenario } from "@writ/language/scenarios";
import { programOf } from "../interpreter/program.ts";
import { internalError } from "../plan/internal-error.ts";
import type { ScreenCase } from "./case.ts";
import { openedBy } from "./onlooker.ts";
import { expectedScreen } from "./expected-screen.ts";

export type ScreenPlan = {
  readonly cases: readonly ScreenCase[];
  readonly notTried: readonly NotOpened[];
  /** Those whose search ended in an exception: a mistake of ours, so they count as failed. */
  readonly broken: readonly NotOpened[];
};

type NotOpened = { readonly scenario: ScreenScenario; readonly why: string };

const usualMoment = Date.parse("2026-03-17T10:00:00Z");

export function screenPlanOf(compiled: Compiled, only = "", now = usualMoment): ScreenPlan {
  const { model, lookup } = compiled;
  const program = programOf(compiled);
  const cases: ScreenCase[] = [];
  const notTried: NotOpened[] = [];
  const broken: NotOpened[] = [];
  for (const scenario of screenScenarios(model, lookup)) {
    const screen = lookup.screens.get(scenario.screen);
    if (screen === undefined || !scenario.address.startsWith(only)) continue;
    try {
      const opened = openedBy(scenario, screen, program, now);
      const expected = typeof opened === "string" ? opened : expectedScreen(screen, opened);
      if (typeof opened === "string" || typeof expected === "string")
        notTried.push({ scenario, why: String(expected) });
      else cases.push({ scenario, world: opened.world, me: opened.me, path: opened.path, expected });
    } catch (failure) {
      broken.push({ scenario, why: internalError(failure) });
    }
  }
  return { cases, notTried, broken };
}
