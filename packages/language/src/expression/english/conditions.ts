// Conditions as clauses: "the ticket is late", "the ticket has no phone".
import type { Typed, TypedOf } from "../typed.ts";
import { clauseText, joinClauses, openClause, says, type Clause } from "./clause.ts";
import { compareClause, emptyClause, equalClause, oneOfClause } from "./comparisons.ts";
import { besideVerb, ends, within, type SentenceContext } from "./sentence-context.ts";
import { quantifierClause } from "./lists.ts";
import { is, subjectOf } from "./subject.ts";
import { fieldNoun } from "./wording.ts";

/** `holds`: what must be the case; otherwise, what must not. */
export function conditionClause(typed: Typed, here: SentenceContext, holds: boolean): Clause {
  switch (typed.node) {
    case "yes/no":
      return says("", typed.value === holds ? "this always holds" : "this never holds");
    case "constant":
      return conditionClause(typed.value, here, holds);
    case "not":
      return conditionClause(typed.of, here, !holds);
    case "and":
    case "or": {
      const clauses = partsOf(typed).map((part) => conditionClause(part, here, holds));
      return joinClauses(clauses, (typed.node === "and") === holds ? "and" : "or");
    }
    case "conditional":
      return conditionalClause(typed, here, holds);
    case "field":
      return typed.type.empty ? isYes(typed, here, holds) : flagClause(typed, here, holds);
    case "is empty":
      return emptyClause(typed.of, here, holds);
    case "equal":
      return typed.left.type.kind === "yes/no" ? sameAnswer(typed, here, holds) : equalClause(typed, here, holds);
    case "compare":
      return compareClause(typed, here, holds);
    case "one of":
      return oneOfClause(typed, here, holds);
    case "in list":
      return amongClause(typed, here, holds);
    case "has role": {
      const inside = typed.within ? ` in ${besideVerb(typed.within, here)}` : "";
      return says(besideVerb(typed.of, here), `${holds ? "has" : "does not have"} the role ${typed.role}${inside}`);
    }
    case "quantifier":
      return quantifierClause(typed, here, holds);
    default:
      return here.speak.functionCondition(typed, here, holds) ?? isYes(typed, here, holds);
  }
}

/** The parts of a chain of one word, as they are written: chains are long, so this does not recurse. */
function partsOf(typed: TypedOf<"and" | "or">): readonly Typed[] {
  const parts: Typed[] = [];
  const waiting: Typed[] = [typed];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (part.node === typed.node) waiting.push(part.right, part.left);
    else parts.push(part);
  }
  return parts;
}

const isYes = (typed: Typed, here: SentenceContext, holds: boolean): Clause =>
  says(besideVerb(typed, here), `${is(holds)} yes`);

/** A branch that is yes or no says that the other part decides: "the ticket is new or it has a phone". */
function conditionalClause(
  { test, then, otherwise }: TypedOf<"conditional">,
  here: SentenceContext,
  holds: boolean,
): Clause {
  const clause = (typed: Typed, positive: boolean) => conditionClause(typed, here, positive);
  if (then.node === "yes/no") {
    const isOr = then.value === holds;
    return joinClauses([clause(test, isOr), clause(otherwise, holds)], isOr ? "or" : "and");
  }
  if (otherwise.node === "yes/no") {
    const isOr = otherwise.value === holds;
    return joinClauses([clause(test, !isOr), clause(then, holds)], isOr ? "or" : "and");
  }
  const texts = [clause(test, true), clause(then, holds), clause(otherwise, holds)].map((each) => wholeText(each));
  return openClause(`if ${texts[0]}, then ${texts[1]}, otherwise ${texts[2]}`);
}

const wholeText = (clause: Clause): string => (clause.open ? `(${clauseText(clause)})` : clauseText(clause));

/** "the ticket is late"; a label that has its own verb keeps it: "the member has paid". */
function flagClause({ of, entity, field }: TypedOf<"field">, here: SentenceContext, holds: boolean): Clause {
  const { subject, wasBefore, after } = subjectOf(of, here);
  const noun = fieldNoun(entity, field, here.schema);
  const not = holds ? "" : " not";
  if (noun === "ended") return says(subject, `${wasBefore ? "had" : "has"}${not} ended${after}`);
  const verb = wasBefore ? undefined : /^(?:is|has|can|may|must|was)(?= )/.exec(noun)?.[0];
  if (verb !== undefined) return says(subject, `${verb}${not}${noun.slice(verb.length)}`);
  return says(subject, `${wasBefore ? "was" : "is"}${not} ${noun}${after}`);
}

/** Two answers compared: with a known one it is the other, or its denial. */
function sameAnswer({ left, right }: TypedOf<"equal">, here: SentenceContext, holds: boolean): Clause {
  const answerOf = (typed: Typed) => (typed.node === "constant" ? typed.value : typed);
  const [one, other] = answerOf(left).node === "yes/no" ? [right, left] : [left, right];
  const known = answerOf(other);
  if (one.type.empty || other.type.empty) return says(besideVerb(one, here), `${is(holds)} ${besideVerb(other, here)}`);
  if (known.node === "yes/no") return conditionClause(one, here, known.value === holds);
  const [first, second] = [conditionClause(one, here, true), conditionClause(other, here, holds)];
  return openClause(`${wholeText(first)} exactly when ${wholeText(second)}`);
}

/** "the assignee is the person of one of the memberships", where the list is made of one thing of each. */
function amongClause({ of, list }: TypedOf<"in list">, here: SentenceContext, holds: boolean): Clause {
  if (of.node !== "null" && list.node === "map" && list.body.node === "field" && isItem(list.body.of, list.item)) {
    const noun = fieldNoun(list.body.entity, list.body.field, here.schema);
    const rows = within(ends.that, here.speak.value(list.list, here));
    return says(besideVerb(of, here), `is the ${noun} of ${holds ? "one" : "none"} of ${rows}`);
  }
  const all = besideVerb(list, here);
  if (of.node === "null") return says(`${holds ? "at least one" : "none"} of ${all}`, "is empty");
  return says(besideVerb(of, here), `${is(holds)} among ${all}`);
}

const isItem = (typed: Typed, item: string): boolean => typed.node === "item" && typed.name === item;
