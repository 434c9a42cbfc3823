// Finds a situation for a scenario: rows, a user, and what they try, so that its clause and no other decides.
import type { Role } from "@writ/language/model";
import { notSignedIn, type Fact, type Scenario } from "@writ/language/scenarios";
import type { Program } from "../../interpreter/world/world.ts";
import { runBeforeOthers } from "./timer-order.ts";
import { isDecided, withOppositeCell, blockOtherRights, makeDecisive } from "./decided.ts";
import { satisfy, edgesOf } from "../facts/facts.ts";
import { withoutConflicts, repairsOf } from "./repair.ts";
import { hiddenFrom, judge, type Company, type Judged } from "./judge.ts";
import { keyOf } from "../situation/key.ts";
import { startsOf } from "./starts.ts";
import { outcomeOf, type Outcome, type Situation } from "../situation/situation.ts";
import { rolesFor } from "../situation/actors.ts";

export type Case = {
  /** With the facts that were brought about. */
  readonly scenario: Scenario;
  readonly situation: Situation;
  readonly outcome: Outcome;
};

/** Looked at so many situations at most. */
const budget = 250;
/** And for one in which nothing else decides so many: often there is none, because another cell says the same. */
const smallBudget = 30;
/** So many without coming nearer: what is found at all is found sooner. */
const patience = 60;

/**
 * Or why there is none. Where not all parts of a condition can be as they should while one decides, because one says what
 * another one needs, the deciding one is left to itself: it stands first.
 */
export function findCase(scenario: Scenario, program: Program, now: number): Case | string {
  const result = findAny(scenario, program, now, stepCache());
  const turned = typeof result === "string" ? undefined : withOppositeCell(result.scenario, program);
  if (typeof result === "string" || turned === undefined || isDecided(result.situation, turned)) return result;
  const decided = search(result.scenario, program, now, { turned });
  return typeof decided === "string" ? result : decided;
}

export const withAnother = (scenario: Scenario): Scenario => ({
  ...scenario,
  address: `${scenario.address}, with another role`,
  sentence: `${scenario.sentence}, with another role besides`,
});

/**
 * A user who does not get as far as the cell is refused whatever it says. The same by a user whom another role takes there;
 * undefined where the cell decides already in what was found, or there is no such role.
 */
export function findWithAnother(
  scenario: Scenario,
  result: Case | string,
  program: Program,
  now: number,
): Case | undefined {
  const turned = scenario.expected.kind === "refused" ? withOppositeCell(scenario, program) : undefined;
  if (turned === undefined || (typeof result !== "string" && isDecided(result.situation, turned))) return undefined;
  for (const besides of program.model.permissions.roles) {
    if (besides.name.id === scenario.by) continue;
    const other = search(withAnother(scenario), program, now, { turned, besides });
    if (typeof other !== "string") return other;
  }
  return undefined;
}

function findAny(scenario: Scenario, program: Program, now: number, cache: StepCache): Case | string {
  const alone = search(scenario, program, now, { company: "alone", cache });
  if (typeof alone !== "string") return alone;
  const result = search(scenario, program, now, { cache });
  if (typeof result !== "string") return result;
  const needed = scenario.where.filter((fact) => !("ifPossible" in fact));
  if (needed.length < scenario.where.length) return findAny({ ...scenario, where: needed }, program, now, cache);
  for (let count = scenario.where.length - 1; count > 0; count--) {
    if (!isDispensable(scenario, scenario.where[count])) break;
    const fewer = search({ ...scenario, where: scenario.where.slice(0, count) }, program, now, { cache });
    if (typeof fewer !== "string") return fewer;
  }
  // A user who cannot see the row either is answered that there is none; a rule may not be breakable alone.
  const hidden = isHideable(scenario) ? search({ ...scenario, expected: hiddenFrom }, program, now, { cache }) : result;
  return typeof hidden !== "string" ? hidden : result;
}

/**
 * A limit is nothing without how much of it is used up, an effect without what sets it off and what it is to come to, a question without its answer; and a
 * rule that lets something through has not looked at it where a part of When is missing.
 */
const isDispensable = ({ clause, expected }: Scenario, fact: Fact | undefined): boolean =>
  !["room", "follows", "finally", "given"].includes(fact?.kind ?? "") &&
  !(clause.startsWith("5/") && expected.kind === "done");

const isHideable = ({ clause, deed, expected }: Scenario): boolean =>
  expected.kind === "refused" &&
  clause.startsWith("6/") &&
  deed.kind !== "create" &&
  !(deed.kind === "set" && deed.on === "create");

type Wanted = {
  readonly company?: Company;
  /** With its cell the other way round; its outcome there has to differ. */
  readonly turned?: Program;
  /** A user who tries it has this role too. */
  readonly besides?: Role;
  /** Of searches for the same at the same moment, which come by the same situations. */
  readonly cache?: StepCache;
};

/** The steps from a situation towards what is asked there, each worked out once. */
type StepCache = (about: unknown, key: string, find: () => readonly Situation[]) => readonly Situation[];

function stepCache(): StepCache {
  const known = new Map<unknown, Map<string, readonly Situation[]>>();
  return (about, key, find) => {
    const steps = known.get(about) ?? new Map<string, readonly Situation[]>();
    known.set(about, steps);
    const result = steps.get(key) ?? find();
    steps.set(key, result);
    return result;
  };
}

export function search(
  scenario: Scenario,
  program: Program,
  now: number,
  { company = "with others", turned, besides, cache = stepCache() }: Wanted = {},
): Case | string {
  const most = turned === undefined ? budget : smallBudget;
  const decides = (situation: Situation) => turned === undefined || isDecided(situation, turned);
  const companies = companiesOf(scenario, program, besides);
  let looked = 0;
  // What comes first where all is so says more than what is not so.
  let nearest: { readonly score: number; readonly why: string } = {
    score: Number.POSITIVE_INFINITY,
    why: companies.length === 0 ? "no role may do it" : "no value is found to try it with",
  };
  for (const roles of companies) {
    const seen = new Set<string>();
    const waiting: {
      readonly situation: Situation;
      readonly key: string;
      readonly judged: Judged;
      readonly depth: number;
    }[] = [];
    const add = (situation: Situation, depth: number) => {
      const key = keyOf(situation);
      if (seen.has(key) || depth > 14) return;
      seen.add(key);
      waiting.push({ situation, key, judged: judge(scenario, situation, company), depth });
    };
    for (const start of startsOf(scenario, roles, program, now)) add(start, 0);
    let lowest = Number.POSITIVE_INFINITY;
    let end = Math.min(most, patience);
    for (let steps = 0; steps < end && waiting.length > 0; steps++) {
      looked++;
      const best = waiting.reduce((one, other) => (cost(other) < cost(one) ? other : one));
      waiting.splice(waiting.indexOf(best), 1);
      const { situation, key, judged } = best;
      if (judged.score < lowest) end = Math.min(most, steps + patience);
      lowest = Math.min(lowest, judged.score);
      if (judged.score === 0 && decides(situation)) {
        const atEdge = toTheEdge(scenario, situation, company);
        const edged = decides(atEdge) ? atEdge : situation;
        return { scenario, situation: edged, outcome: outcomeOf(edged) };
      }
      const distance = judged.missing.length * 100 + judged.score;
      if (distance < nearest.score) nearest = { score: distance, why: judged.why };
      for (const next of [
        ...judged.missing.flatMap((fact) => cache(fact, key, () => satisfy(fact, situation))),
        ...judged.others.flatMap((refusal) => cache(JSON.stringify(refusal), key, () => repairsOf(refusal, situation))),
        ...(judged.isMoved
          ? [...timesOf(scenario).flatMap((fact) => satisfy(fact, situation)), ...runBeforeOthers(situation)]
          : []),
        ...(judged.isImpossible ? withoutConflicts(situation) : []),
        ...(judged.isUnrefused && scenario.by !== undefined
          ? cache("let", key, () => blockOtherRights(scenario, situation))
          : []),
        ...(judged.score === 0 && turned !== undefined ? makeDecisive(scenario, situation, turned) : []),
      ])
        add(next, best.depth + 1);
    }
  }
  return looked === 0 ? nearest.why : `no row found among ${looked}: ${nearest.why}`;
}

/** What a user who tries it is, one after the other. */
const companiesOf = (scenario: Scenario, program: Program, besides: Role | undefined): readonly (readonly Role[])[] =>
  scenario.by === notSignedIn ? [[]] : rolesFor(scenario, program).map((role) => [role, ...(besides ? [besides] : [])]);

/** Of what is compared by size, the last value that still fits: what is off by one is found out there. */
function toTheEdge(scenario: Scenario, result: Situation, company: Company): Situation {
  let situation = result;
  // Once more with a row that was only added the first time; what decides stands first, and has the last word.
  for (const fact of [...scenario.where, ...scenario.where.toReversed()])
    situation = fitting(scenario, fact, situation, company) ?? situation;
  return situation;
}

/**
 * The first way to the edge that fits, or does once what refuses it there, or is no longer so, is made to agree: where it
 * can be, without leaving the edge for that.
 */
function fitting(scenario: Scenario, fact: Fact, from: Situation, company: Company): Situation | undefined {
  const fits = (candidate: Situation) => judge(scenario, candidate, company).score === 0;
  const repaired = (candidate: Situation) => {
    const { others, missing } = judge(scenario, candidate, company);
    return [
      ...others.flatMap((refusal) => repairsOf(refusal, candidate)),
      ...missing.flatMap((one) => satisfy(one, candidate)),
    ];
  };
  const isThere = (candidate: Situation) => {
    const [first] = edgesOf(fact, candidate);
    return first !== undefined && keyOf(first) === keyOf(candidate);
  };
  const candidates = edgesOf(fact, from);
  const fitted = candidates.find(fits);
  if (fitted !== undefined) return fitted;
  const made = candidates.flatMap(repaired);
  const nearest = made.find(fits);
  return nearest === undefined || isThere(nearest)
    ? nearest
    : (made.find((one) => isThere(one) && fits(one)) ?? nearest);
}

const cost = ({ judged, depth }: { readonly judged: Judged; readonly depth: number }): number =>
  judged.score + depth / 8;

const timesOf = ({ where }: Scenario): readonly Fact[] => where.filter(({ kind }) => kind === "elapsed");
