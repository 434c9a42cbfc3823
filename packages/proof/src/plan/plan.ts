// From a document to its cases: each scenario with a situation that shows it, or why there is none. Read this file first.
import type { Compiled } from "@writ/language";
import type { Expression } from "@writ/language/model";
import { isOf, scenariosOf, type Fact, type Scenario } from "@writ/language/scenarios";
import { notRun } from "../interpreter/writes/leading-sets.ts";
import { programOf } from "../interpreter/program.ts";
import type { Program } from "../interpreter/world/world.ts";
import { daysAfter, thatDay } from "./search/weekdays.ts";
import { holds } from "./facts/facts.ts";
import { internalError } from "./internal-error.ts";
import { atEdge, findButForRules, missedEdges } from "./search/missed-edges.ts";
import { asItComes } from "./attempts/schedule-attempt.ts";
import { findCase, findWithAnother, withAnother, type Case } from "./search/find.ts";

export type Untested = { readonly scenario: Scenario; readonly why: string };

export type Plan = {
  /** In the order of the document. */
  readonly cases: readonly Case[];
  readonly notTried: readonly Untested[];
  /** Those whose search ended in an exception: a mistake of ours, so they count as failed. */
  readonly broken: readonly Untested[];
  /** Of all of them, in the order of the document. */
  readonly addresses: readonly string[];
};

/** When cases happen: any moment does, but always the same one, so that a plan is the same each time. */
const usualMoment = Date.parse("2026-03-17T10:00:00Z");

/** `only`: of the clauses whose addresses begin with it; `present`: of a product whose clock no one sets. */
export function planOf(compiled: Compiled, only = "", present?: number): Plan {
  const program = programOf(compiled);
  const now = present ?? usualMoment;
  const days = daysAfter(program, now);
  const scenarios = scenariosOf(compiled).flatMap((one) => asItComes(one, program, now));
  const known = new Map<Scenario, Case | string>();
  const find = (scenario: Scenario): Case | string => {
    const result =
      known.get(scenario) ??
      unfindable(scenario, program) ??
      onOtherDay(findByAny(scenario, program, now), days, (day) => findByAny(scenario, program, day));
    known.set(scenario, result);
    return result;
  };
  const onOtherDay = (today: Case | string, others: readonly number[], findOn: (day: number) => Case | string) => {
    if (typeof today !== "string") return today;
    for (const day of others) {
      const result = findOn(day);
      if (typeof result !== "string") return present === undefined ? result : `${today}, ${thatDay(program, now, day)}`;
    }
    return today;
  };
  const cases: Case[] = [];
  const notTried: Untested[] = [];
  const addresses: string[] = [];
  const required = scenarios.filter((scenario) =>
    [scenario, withAnother(scenario), atEdge(scenario)].some((one) => isOf(one, only)),
  );
  const broken: Untested[] = [];
  const plan = (scenario: Scenario): void => {
    const own = scenario.told === undefined ? find(scenario) : findTold(scenario, scenario.told, scenarios, find);
    const result =
      typeof own === "string"
        ? (followingOf(scenario, scenarios, find) ?? findButForRules(scenario, own, program, now) ?? own)
        : own;
    const other = findWithAnother(scenario, result, program, now);
    const edges = typeof result === "string" ? [] : missedEdges(result);
    if (typeof result !== "string") cases.push(result);
    else if (other === undefined) notTried.push({ scenario, why: result });
    if (typeof result !== "string" || other === undefined) addresses.push(scenario.address);
    for (const beside of [...(other === undefined ? [] : [other]), ...edges]) {
      if ("why" in beside) notTried.push(beside);
      else cases.push(beside);
      addresses.push(beside.scenario.address);
    }
  };
  for (const scenario of required) {
    try {
      plan(scenario);
    } catch (failure) {
      broken.push({ scenario, why: internalError(failure) });
      if (!addresses.includes(scenario.address)) addresses.push(scenario.address);
    }
  }
  return { cases, notTried, broken, addresses };
}

/** By the first deed that brings it about; a failure is explained for the first one. */
function findByAny(scenario: Scenario, program: Program, now: number): Case | string {
  if (scenario.beyond !== undefined) return scenario.beyond;
  const first = findCase(scenario, program, now);
  if (typeof first !== "string") return first;
  const others = [...(scenario.orBy ?? []).map((deed) => ({ deed })), ...(scenario.orAs ?? [])];
  for (const otherwise of others) {
    const other = findCase({ ...scenario, ...otherwise }, program, now);
    if (typeof other !== "string") return other;
  }
  return first;
}

/** What it is about, or what is so beforehand, is not shown. */
function unfindable({ entity, where }: Scenario, program: Program): string | undefined {
  if (entity !== "user" && !program.lookup.entities.has(entity)) return `section 3 does not show what ${entity} is`;
  const open = where.flatMap((fact) => {
    if (fact.kind === "room") return program.clauseGaps.get(fact.limit) ?? [];
    return expressionsOf(fact).flatMap((one) => (program.expressionGaps.has(one) ? one.address : []));
  })[0];
  return open === undefined
    ? undefined
    : `it is not known what ${open} says, because something that it reads is not shown`;
}

function expressionsOf(fact: Fact): readonly Expression[] {
  switch (fact.kind) {
    case "holds":
    case "finally":
    case "matters":
    case "gives":
      return [fact.expression];
    case "among":
      return [fact.choices];
    case "follows":
      return fact.of === undefined ? [] : [fact.of];
    case "elapsed":
      return fact.at === undefined ? [] : [fact.at];
    case "held":
      return fact.within === undefined ? [] : [fact.within];
    case "twin":
      return fact.holds.flatMap(expressionsOf);
    default:
      return [];
  }
}

/** What an error says is heard where another clause refuses something with it. */
function findTold(
  scenario: Scenario,
  { code }: NonNullable<Scenario["told"]>,
  all: readonly Scenario[],
  find: (one: Scenario) => Case | string,
): Case | string {
  const result = all.flatMap((one) => {
    if (one.told !== undefined || one.expected.kind === "done" || (one.expected.code ?? code) !== code) return [];
    // A file that is too large is refused in the words of its own wire.
    if (one.where.some((fact) => fact.kind === "value" && fact.value.kind === "bytes")) return [];
    const shown = find(one);
    return typeof shown === "string" || !isTold(code, shown) ? [] : [shown];
  });
  const codesOf = ({ outcome }: Case) => ("refused" in outcome ? outcome.refused.map((one) => one.code) : []);
  const shown =
    result.find((one) => codesOf(one).every((each) => each === code)) ??
    result.find((one) => codesOf(one).includes(code));
  return shown === undefined ? "no case of another clause is refused with it" : { ...shown, scenario };
}

/** Reading or changing rows that are not the caller's is no error: the answer has no rows. */
const isTold = (code: string, { situation: { attempt: tried } }: Case): boolean =>
  !wordless.has(tried.kind) && (code !== "NOT_FOUND" || tried.kind === "transition" || tried.kind === "call");

/** No answer comes, or none in the words of the catalogue. */
const wordless: ReadonlySet<string> = new Set(["wait", "come round", "request", "sign in", "hold", "name"]);

/** An event that no user triggers directly follows, or does not, from another deed. */
function followingOf(
  scenario: Scenario,
  all: readonly Scenario[],
  find: (one: Scenario) => Case | string,
): Case | undefined {
  const follows = scenario.where.find((fact) => fact.kind === "follows");
  if (follows === undefined || follows.effect !== scenario.clause) return undefined;
  const required = scenario.where.filter(({ kind }) => kind === "finally");
  for (const one of all) {
    if (one.told !== undefined || one.expected.kind !== "done" || one === scenario) continue;
    const result = find(one);
    if (typeof result === "string" || !("done" in result.outcome)) continue;
    const { ran } = result.outcome.done;
    const hasFollowed = follows.is
      ? ran.has(follows.effect)
      : ran.has(notRun(follows.effect)) && !ran.has(follows.effect);
    if (hasFollowed && required.every((fact) => holds(fact, result.situation)))
      return { ...result, scenario: { ...scenario, where: [follows, ...required] } };
  }
  return undefined;
}
