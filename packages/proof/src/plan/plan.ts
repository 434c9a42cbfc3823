// From a document to its cases: each scenario with a situation that shows it, or why there is none. Read this file first.
import type { Compiled } from "@writ/language";
import { scenariosOf, type Scenario } from "@writ/language/scenarios";
import { programOf } from "../interpreter/program.ts";
import { findCase, type Case } from "./find.ts";

export type NotTried = { readonly scenario: Scenario; readonly why: string };

export type Plan = {
  /** In the order of the document. */
  readonly cases: readonly Case[];
  readonly notTried: readonly NotTried[];
  /** Of all of them, in the order of the document. */
  readonly addresses: readonly string[];
};

/** When cases happen: any moment does, but always the same one, so that a plan is the same each time. */
const usualMoment = Date.parse("2026-03-17T10:00:00Z");

/** `only`: of the clauses whose addresses begin with it. */
export function planOf(compiled: Compiled, only = "", now = usualMoment): Plan {
  const program = programOf(compiled);
  const cases: Case[] = [];
  const notTried: NotTried[] = [];
  const scenarios = scenariosOf(compiled.model, compiled.lookup).filter(({ address }) => address.startsWith(only));
  for (const scenario of scenarios) {
    const found = findCase(scenario, program, now);
    if (typeof found === "string") notTried.push({ scenario, why: found });
    else cases.push(found);
  }
  return { cases, notTried, addresses: scenarios.map(({ address }) => address) };
}
