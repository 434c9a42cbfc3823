// From the syntax tree of an expression to a typed one that never fails: the door of the checker, whose rooms are in check/.
import type { Problem } from "../problem.ts";
import { adapt, conversionHint, joined } from "./check/adapt.ts";
import type { FunctionRule } from "./check/call.ts";
import { checkTree } from "./check/check-tree.ts";
import { bothFacts, factsWhen, noFacts, type Facts } from "./check/facts.ts";
import { constantTruth } from "./check/fold.ts";
import { complain, placeOf, report, textOf, type CheckPoint, type ExpressionMention } from "./check/check-point.ts";
import { listMethods } from "./check/list-functions.ts";
import { mismatch, outgrows } from "./check/problems.ts";
import { noReads, ownRowOf } from "./check/reads.ts";
import { roleMethods } from "./check/role-functions.ts";
import { describe } from "./check/words.ts";
import { functionRules, methodRules } from "./functions/functions.ts";
import { staysShort } from "./magnitude.ts";
import type { Schema, Scope } from "./schema.ts";
import type { Expression } from "./tree.ts";
import type { Type } from "./type.ts";
import type { Reads, Typed } from "./typed.ts";

const functions: ReadonlyMap<string, FunctionRule> = new Map(Object.entries(functionRules));
const methods: ReadonlyMap<string, FunctionRule> = new Map(
  Object.entries({ ...listMethods, ...methodRules, ...roleMethods }),
);

/** All functions in the form in which they are written, for completion and documentation. */
export const functionForms: readonly string[] = [...functions.values(), ...methods.values()].map(({ form }) => form);

export { factsWhen } from "./check/facts.ts";
export { readsThrough } from "./check/reads.ts";

/** What may stand there; `what` names the place in messages, as in `"Must hold"`. */
export type Expected =
  | { readonly kind: "any" }
  /** `type.empty`: an empty value is fine there. */
  | { readonly kind: "type"; readonly type: Type; readonly what: string };

export type CheckedExpression = {
  readonly expression: Expression;
  /** Undefined where something is wrong with it. */
  readonly typed: Typed | undefined;
  readonly reads: Reads;
  /** What it speaks of, in places of its own text. */
  readonly mentions: readonly ExpressionMention[];
  readonly problems: readonly Problem[];
  /** What a condition always is, where it is a constant. */
  readonly always: boolean | undefined;
};

/**
 * Types an expression where it stands. `given` are conditions that are known to hold there: `When` guards `Must hold`,
 * `If` guards `With`. All independent mistakes are reported; what follows from a mistake is not.
 */
export function checkExpression(
  expression: Expression,
  schema: Schema,
  scope: Scope,
  expected: Expected,
  given: readonly CheckedExpression[] = [],
): CheckedExpression {
  const problems: Problem[] = [];
  const reads = noReads();
  const mentions = new Map<number, ExpressionMention>();
  const facts = given.reduce<Facts>(
    (known, one) => bothFacts(known, one.typed ? factsWhen(one.typed, true) : "everything"),
    noFacts,
  );
  const here: CheckPoint = {
    whole: {
      expression,
      schema,
      scope,
      ownRow: ownRowOf(scope),
      problems,
      reads,
      mentions,
      complained: new Set(),
      isOpen: false,
      itemNames: new Map(),
      check: checkTree,
      functions,
      methods,
    },
    items: new Map(),
    facts,
    decides: expected.kind === "type" && expected.type.kind === "yes/no",
  };
  const found = expression.tree && checkTree(expression.tree, here);
  const fitting = found && (expected.kind === "any" ? found : fit(found, expected.type, expected.what, here));
  if (fitting && expression.tree && !staysShort(fitting)) report(here, outgrows.at(placeOf(here, expression.tree)));
  // What was only let pass because a condition before it is wrong is no basis for anything.
  const isSound =
    problems.every(({ severity }) => severity !== "error") && given.every((one) => one.typed !== undefined);
  const typed = isSound && !here.whole.isOpen ? fitting : undefined;
  return {
    expression,
    typed,
    reads,
    mentions: [...mentions.values()],
    problems,
    always: typed && constantTruth(typed),
  };
}

/** The value as it is meant where `wanted` is expected. */
function fit(found: Typed, wanted: Type, what: string, here: CheckPoint): Typed | undefined {
  const { schema } = here.whole;
  const value = adapt(found, wanted, here);
  if (value === undefined) return undefined;
  if (!isAccepted(value.type, wanted)) {
    const { type } = value;
    const text = textOf(here, found);
    const isGuardable = wanted.kind === "yes/no" && type.empty && type.kind !== "null";
    const hint = isGuardable ? `write ${text} != null` : conversionHint(type, wanted, text, schema);
    const said = `${what} must be ${describe(wanted, schema)}, and this is ${describe(type, schema)}`;
    return report(here, mismatch.at(placeOf(here, found), hint === undefined ? said : `${said};`, hint));
  }
  if (!value.type.empty || wanted.empty) return value;
  if (value.node === "null") {
    return report(
      here,
      mismatch.at(placeOf(here, found), `${what} must be ${describe(wanted, schema)}, and this is empty`),
    );
  }
  complain(value, here);
  return undefined;
}

/** More decimals than expected are rounded when they are stored; whole numbers must be whole. */
function isAccepted(found: Type, wanted: Type): boolean {
  if (found.kind === "number" && wanted.kind === "number") return wanted.scale > 0 || found.scale === 0;
  if (found.kind === "duration" && wanted.kind === "duration") return found.days || !wanted.days;
  if (found.kind === "choice" && wanted.kind === "choice") {
    const codes = new Set(wanted.codes);
    return found.codes.every((code) => codes.has(code));
  }
  if (found.kind === "list" && wanted.kind === "list")
    return found.of.kind === "null" || isAccepted(found.of, wanted.of);
  return joined(found, wanted) !== undefined;
}
