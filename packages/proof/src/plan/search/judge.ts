// How far a situation is from what a scenario asks for: what is not so yet, and what else would refuse it.
import { notSignedIn, wordsOf, type Fact, type Scenario } from "@writ/language/scenarios";
import { fieldOf, reversed } from "../../interpreter/document/names.ts";
import { maySeeItself, readableRows } from "../../interpreter/rights/reading.ts";
import type { Refusal } from "../../interpreter/document/refusal.ts";
import { rolesOf } from "../../interpreter/rights/roles.ts";
import { brokenAsItIs } from "../../interpreter/rules/rules.ts";
import { keyOfTimer } from "../../interpreter/timers.ts";
import { isRow } from "../../interpreter/values/value.ts";
import { findRow, valueOf } from "../../interpreter/world/world.ts";
import { holds } from "../facts/facts.ts";
import { conflicts } from "../samples/conflicts.ts";
import { elapsedIn, isFilled, outcomeOf, viewOf, type Situation } from "../situation/situation.ts";

/**
 * Whether other values and rules may be reported together with what the scenario is about; or whether other rules may
 * reject the write instead.
 */
export type Company = "alone" | "with others" | "but for rules";

/** By a user who cannot see the row either. */
export const hiddenFrom: Scenario["expected"] = { kind: "refused", code: "NOT_FOUND", field: undefined };

export type Judged = {
  readonly score: number;
  readonly missing: readonly Scenario["where"][number][];
  readonly others: readonly Refusal[];
  /** There are rows that cannot stand beside each other. */
  readonly isImpossible: boolean;
  /** It should be, by its clause. */
  readonly isUnrefused: boolean;
  /** Time has brought something else to the row. */
  readonly isMoved: boolean;
  readonly why: string;
};

export function judge(scenario: Scenario, situation: Situation, company: Company): Judged {
  const result = outcomeOf(situation);
  const refusals = "refused" in result ? result.refused : brokenWhereNothingHappens(scenario, situation);
  const own = refusals.filter((refusal) => isOf(scenario, refusal));
  const isBeside = (refusal: Refusal): boolean =>
    company === "but for rules"
      ? isOfAnotherRule(scenario, refusal)
      : company !== "alone" && isToldTogether(own, refusal);
  const others = eachOnce(refusals.filter((refusal) => !own.includes(refusal) && !isBeside(refusal)));
  // Its result cannot be observed yet where another check rejects it.
  const missing = wantedOf(scenario).filter(
    (fact) => !(others.length > 0 && comesOfIt.has(fact.kind)) && !holds(fact, situation),
  );
  const isUnrefused = scenario.expected.kind === "refused" && own.length === 0;
  const isImpossible = [...situation.world.rows.values()].some((rows) =>
    [...rows.values()].some((row) => conflicts(situation.world, row)),
  );
  // A write that changes nothing evaluates no right; and the attempt of another user shows nothing about the role.
  const { attempt: tried } = situation;
  const isOfAnother = !isTheirs(scenario, situation);
  const isMoved = company === "alone" && isMovedBefore(situation);
  const isVague =
    isMoved ||
    isOfAnother ||
    (scenario.deed.kind === "see" && !isShown(situation)) ||
    (tried.kind === "update" && tried.values.size === 0);
  const why =
    others.length > 0
      ? `${others[0]?.code} of ${others[0]?.clause} comes first`
      : missing.length > 0
        ? `no row where ${missing.map(wordsOf).join(", and ")}`
        : isUnrefused
          ? scenario.clause.startsWith("6/")
            ? "another role of the user allows it"
            : "nothing refuses it"
          : isOfAnother
            ? "no user with the role can try it"
            : tried.kind === "update" && tried.values.size === 0
              ? "there is no field that they may set"
              : isImpossible
                ? "it needs rows that cannot exist"
                : isMoved
                  ? "another effect changes the row first"
                  : "it would show no difference";
  return {
    score: missing.length * 2 + distanceOf(others) + (isUnrefused ? 1 : 0) + (isVague ? 1 : 0) + (isImpossible ? 3 : 0),
    missing,
    others,
    isImpossible,
    isUnrefused,
    isMoved,
    why,
  };
}

/**
 * What is refused early hides what would be refused later: the later the refusal, the nearer it is, also where there are
 * several by then, or a search would stay where one refusal hides two.
 */
const distanceOf = (others: readonly Refusal[]): number =>
  others.length === 0 ? 0 : others.length * 2 + Math.min(...others.map(hidden));

function hidden({ clause, code }: Refusal): number {
  if (clause.startsWith("3/") && code !== "STILL_USED") return 5;
  if (clause.startsWith("4/")) return code === "CONFLICT" ? 5.2 : 5.1;
  return clause.startsWith("6/") ? 5.3 : 0;
}

/** A write that sets a field gives it another value than it has. */
const wantedOf = ({ deed, where }: Scenario): readonly Fact[] =>
  deed.kind === "set" && deed.on === "update" ? [...where, { kind: "changed", field: deed.field }] : where;

/** A user who tries it has the role that it is about. */
const isTheirs = ({ by }: Scenario, { world, me }: Situation): boolean =>
  by === undefined || by === notSignedIn || rolesOf(world, me).some(({ role }) => role.name.id === by);

/** Another timer has changed the row, so that no one sees what this one would have done with it. */
function isMovedBefore(situation: Situation): boolean {
  const { attempt: tried } = situation;
  if (tried.kind !== "wait") return false;
  const own = keyOfTimer(tried.entity, tried.timer, tried.id);
  // What an effect of its own does at a moment moves nothing on.
  const isMove = (key: string) => key.startsWith(`${tried.entity}.`) && !key.startsWith(`${tried.entity}.4/`);
  return [...(elapsedIn(situation)?.did ?? [])].some(
    (key) => key !== own && isMove(key) && key.endsWith(` ${tried.id}`),
  );
}

const comesOfIt: ReadonlySet<string> = new Set(["follows", "finally", "elapsed"]);

/** A row that is written several times breaks a rule each time. */
const eachOnce = (refusals: readonly Refusal[]): readonly Refusal[] =>
  refusals.filter(
    ({ clause, row, field }, index) =>
      refusals.findIndex((one) => one.clause === clause && one.row === row && one.field === field) === index,
  );

/** Where time changes nothing, the cause is this clause, and no rule that the row breaks anyway. */
function brokenWhereNothingHappens(
  { deed, where }: Scenario,
  { world, attempt: tried }: Situation,
): readonly Refusal[] {
  const isStill = deed.kind === "wait" && where.some((fact) => fact.kind === "elapsed" && !fact.is);
  const row = isStill ? findRow(world, tried.entity, tried.id) : undefined;
  return row === undefined ? [] : brokenAsItIs(world, row);
}

/**
 * All problems of values are reported together, as are all rules that a write breaks and all guards of a step; some
 * cannot be broken alone.
 */
const isToldTogether = (own: readonly Refusal[], { clause, field }: Refusal): boolean =>
  // That a value may not be given, and that it does not fit either.
  (clause.startsWith("3/") && own.some((one) => one.clause.startsWith("6/") && isSame(one.field, field))) ||
  [stepOf(clause), "3/", "5/"].some(
    (part) => part !== undefined && clause.startsWith(part) && own.some((one) => one.clause.startsWith(part)),
  );

/** Rules are looked at last, and all of them: what other ones alone refuse this clause lets through. */
export const isOfAnotherRule = ({ clause }: Scenario, refusal: Refusal): boolean =>
  refusal.clause.startsWith("5/") && refusal.clause !== clause;

const isSame = (one: string | undefined, other: string | undefined): boolean => one !== undefined && one === other;

/** `4/Ticket/Solve`, of `4/Ticket/Solve/2` too. */
const stepOf = (clause: string): string | undefined => /^4\/(?!Effects\/)[^/]+\/[^/]+/.exec(clause)?.[0];

/** A value that is hidden has to be there. */
function isShown(situation: Situation): boolean {
  const view = viewOf(situation, "before");
  const { world, me, attempt: tried } = situation;
  if (tried.kind !== "see" || view === undefined) return false;
  const type = fieldOf(world.program, tried.entity, tried.field)?.type;
  if (type?.kind !== "list") return isFilled(view, tried.field, me);
  // Of a list something that they would see there.
  const { entity, field } = reversed(world.program, tried.entity, type);
  return readableRows(world, me, entity).some((row) => {
    const named = valueOf(row, field);
    return isRow(named) && named.id === tried.id && maySeeItself(world, me, field, row);
  });
}

/** Whether it is this clause that refuses. */
function isOf({ clause, expected, deed }: Scenario, refusal: Refusal): boolean {
  if (expected.kind !== "refused") return false;
  if (expected === hiddenFrom) return refusal.code === "NOT_FOUND";
  // What is no one's who is not signed in is answered before a row is looked for.
  if (refusal.code === "NOT_SIGNED_IN" && deed.kind === "transition") return clause.startsWith("6/");
  if (deed.kind === "set" && refusal.field !== deed.field) return false;
  if (expected.field !== undefined && refusal.field !== undefined && expected.field !== refusal.field) return false;
  if (expected.code !== undefined && expected.code !== refusal.code) return false;
  return refusal.clause === clause || clause.startsWith(`${refusal.clause}/`) || isOfSameRight(clause, refusal.clause);
}

/** A user whom no cell lets gets the error of a condition of any of their roles. */
const isOfSameRight = (clause: string, other: string): boolean =>
  rightOf(clause) !== undefined && rightOf(clause) === rightOf(other);

/** `6/Ticket/update`, of `6/Ticket/update/Customer`. */
const rightOf = (cell: string): string | undefined => /^(6\/[^/]+\/[^/]+)\/[^/]+$/.exec(cell)?.[1];
