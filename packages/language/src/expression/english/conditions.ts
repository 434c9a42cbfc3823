// Conditions as clauses: "the ticket is late", "the ticket has no phone", "now is before the ticket's deadline".
import { article } from "../check/words.ts";
import type { Comparison, Typed, TypedOf } from "../typed.ts";
import { atom, clauseText, joinClauses, openAtom, type Clause } from "./clause.ts";
import { valueText, type Here } from "./here.ts";
import { countClause, quantifierClause, quantities } from "./lists.ts";
import { choiceText, listedValues } from "./values.ts";
import { entityNoun, fieldNoun, weekdays } from "./wording.ts";
import { listed } from "./clause.ts";

/** `holds`: what must be the case; otherwise, what must not. */
export function conditionClause(typed: Typed, here: Here, holds: boolean): Clause {
  switch (typed.node) {
    case "yes/no":
      return atom(typed.value === holds ? "this always holds" : "this never holds");
    case "constant":
      return typed.value.node === "yes/no" ? conditionClause(typed.value, here, holds) : isYes(typed, here, holds);
    case "not":
      return conditionClause(typed.of, here, !holds);
    case "and":
    case "or": {
      const clauses = joined(typed).map((part) => conditionClause(part, here, holds));
      return joinClauses(clauses, (typed.node === "and") === holds ? "and" : "or");
    }
    case "conditional": {
      const test = clauseText(conditionClause(typed.test, here, true));
      const [then, otherwise] = [typed.then, typed.otherwise].map((part) => clauseText(conditionClause(part, here, holds)));
      return openAtom(`if ${test}, then ${then}, otherwise ${otherwise}`);
    }
    case "field":
      return typed.type.empty ? isYes(typed, here, holds) : flagClause(typed, here, holds);
    case "is empty":
      return emptyClause(typed.of, here, holds);
    case "equal":
      return equalClause(typed, here, holds);
    case "compare":
      return compareClause(typed, here, holds);
    case "one of":
      return oneOfClause(typed, here, holds);
    case "in list":
      return atom(`${valueText(typed.of, here)} is ${holds ? "" : "not "}among ${valueText(typed.list, here)}`);
    case "text test": {
      const [is, isNot] = tests[typed.test];
      return atom(`${valueText(typed.of, here)} ${holds ? is : `does not ${isNot}`} ${valueText(typed.part, here)}`);
    }
    case "matches":
      return atom(`${valueText(typed.of, here)} ${holds ? "matches" : "does not match"} the pattern ${typed.pattern.source}`);
    case "has role": {
      const within = typed.within ? ` in ${valueText(typed.within, here)}` : "";
      return atom(`${valueText(typed.of, here)} ${holds ? "has" : "does not have"} the role ${typed.role}${within}`);
    }
    case "quantifier":
      return quantifierClause(typed, here, holds);
    default:
      return isYes(typed, here, holds);
  }
}

const tests = {
  startsWith: ["starts with", "start with"],
  endsWith: ["ends with", "end with"],
  contains: ["contains", "contain"],
} as const;

/** The parts of a chain of one word, as they are written: chains are long, so this does not recurse. */
function joined(typed: TypedOf<"and" | "or">): readonly Typed[] {
  const parts: Typed[] = [];
  const waiting: Typed[] = [typed];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (part.node === typed.node) waiting.push(part.right, part.left);
    else parts.push(part);
  }
  return parts;
}

function isYes(typed: Typed, here: Here, holds: boolean): Clause {
  return atom(`${valueText(typed, here)} is ${holds ? "" : "not "}yes`);
}

/** "the ticket is late"; a label that has its own verb keeps it: "the member has paid". */
function flagClause({ of, entity, field }: TypedOf<"field">, here: Here, holds: boolean): Clause {
  const { subject, verb, after } = subjectOf(of, here);
  const noun = fieldNoun(entity, field, here.schema);
  const isNot = holds ? "" : " not";
  if (noun === "ended") return atom(`${subject} ${verb === "is" ? "has" : "had"}${isNot} ended${after}`);
  const own = /^(?:is|has|can|may|must|wants|was) /.exec(noun)?.[0].trim();
  if (own === undefined) return atom(`${subject} ${verb}${isNot} ${noun}${after}`);
  return atom(own === "wants" && !holds ? `${subject} does not want${noun.slice(5)}${after}` : `${subject} ${own}${isNot}${noun.slice(own.length)}${after}`);
}

/** A row as the subject of a clause; the row before the change was, and is no longer. */
function subjectOf(row: Typed, here: Here): { readonly subject: string; readonly verb: string; readonly after: string } {
  if (row.node !== "scope" || row.source !== "old") return { subject: valueText(row, here), verb: "is", after: "" };
  const noun = row.type.kind === "row" ? entityNoun(row.type.entity, here.schema) : "row";
  return { subject: `the ${noun}`, verb: "was", after: " before the change" };
}

function emptyClause(of: Typed, here: Here, holds: boolean): Clause {
  if (of.node === "scope" && of.source === "me") return atom(holds ? "nobody is signed in" : "somebody is signed in");
  if (of.node === "scope" && of.source === "old") return atom(`there was ${holds ? "no" : "a"} ${valueText(of, here).replace("the ", "")}`);
  if (of.node !== "field") return atom(`${valueText(of, here)} is ${holds ? "" : "not "}empty`);
  const { subject, verb, after } = subjectOf(of.of, here);
  const noun = fieldNoun(of.entity, of.field, here.schema);
  return atom(`${subject} ${verb === "is" ? "has" : "had"} ${holds ? "no" : article(noun.replace('"', ""))} ${noun}${after}`);
}

function equalClause({ left, right }: TypedOf<"equal">, here: Here, holds: boolean): Clause {
  const [one, other] = isFixed(left) && !isFixed(right) ? [right, left] : [left, right];
  if (one.type.kind === "yes/no") return exactlyWhen(one, other, here, holds);
  const fixed = constantOf(other);
  if (one.node === "count") return countClause(one.of, holds ? "==" : "!=", valueText(other, here), here);
  if (one.node === "length") return lengthClause(one, holds ? "==" : "!=", other, here);
  if (one.node === "weekday" && fixed.node === "number" && weekdayOf(fixed) !== undefined) {
    return atom(`${valueText(one.of, here)} is ${holds ? "" : "not "}a ${weekdayOf(fixed)}`);
  }
  const state = stateOf(one, here, holds);
  if (state !== undefined && fixed.node === "text") return atom(`${state.begin} ${choiceText(fixed.value)}${state.after}`);
  return atom(`${valueText(one, here)} is ${holds ? "" : "not "}${valueText(other, here)}`);
}

function exactlyWhen(one: Typed, other: Typed, here: Here, holds: boolean): Clause {
  const known = constantOf(other);
  if (known.node === "yes/no") {
    if (!one.type.empty) return conditionClause(one, here, holds === known.value);
    return atom(`${valueText(one, here)} is ${holds ? "" : "not "}${known.value ? "yes" : "no"}`);
  }
  if (one.type.empty || other.type.empty) return atom(`${valueText(one, here)} is ${holds ? "" : "not "}the same as ${valueText(other, here)}`);
  const [first, second] = [conditionClause(one, here, true), conditionClause(other, here, holds)];
  return openAtom(`${clauseText(first)} exactly when ${clauseText(second)}`);
}

/** The state of a row is said of the row itself: "the ticket is open". */
function stateOf(typed: Typed, here: Here, holds: boolean): { readonly begin: string; readonly after: string } | undefined {
  if (typed.node !== "field" || typed.type.kind !== "choice" || !typed.type.of.startsWith("state of ")) return undefined;
  const { subject, verb, after } = subjectOf(typed.of, here);
  return { begin: `${subject} ${verb}${holds ? "" : " not"}`, after };
}

function oneOfClause({ of, items }: TypedOf<"one of">, here: Here, holds: boolean): Clause {
  if (items.length === 0) return atom(holds ? "this never holds" : "this always holds");
  const state = stateOf(of, here, true);
  const days = of.node === "weekday" ? items.map((item) => weekdayOf(constantOf(item))) : [];
  const texts = days.length > 0 && days.every((day) => day !== undefined) ? days.map((day) => `a ${day}`) : items.map((item) => valueText(item, here));
  const subject = days.length > 0 && of.node === "weekday" && texts[0]?.startsWith("a ") ? valueText(of.of, here) : valueText(of, here);
  const begin = state?.begin ?? `${subject} is`;
  const choice = holds ? listed(texts, "or") : texts.length === 1 ? `not ${texts[0]}` : texts.length === 2 ? `neither ${texts[0]} nor ${texts[1]}` : `none of ${listed(texts, "and")}`;
  return atom(`${begin} ${choice}${state?.after ?? ""}`);
}

const flipped: Readonly<Record<Comparison, Comparison>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };
const denied: Readonly<Record<Comparison, Comparison>> = { "<": ">=", "<=": ">", ">": "<=", ">=": "<" };

function compareClause(typed: TypedOf<"compare">, here: Here, holds: boolean): Clause {
  const isTurned = isFixed(typed.left) && !isFixed(typed.right);
  const [one, other] = isTurned ? [typed.right, typed.left] : [typed.left, typed.right];
  const turned = isTurned ? flipped[typed.operator] : typed.operator;
  const relation = holds ? turned : denied[turned];
  if (one.node === "count") return countClause(one.of, relation, valueText(other, here), here);
  if (one.node === "length") return lengthClause(one, relation, other, here);
  return atom(`${valueText(one, here)} ${relationWords(one, relation)} ${valueText(other, here)}`);
}

function lengthClause(length: TypedOf<"length">, relation: Comparison | "==" | "!=", amount: Typed, here: Here): Clause {
  return atom(`${valueText(length.of, here)} has ${quantities[relation](valueText(amount, here))} characters`);
}

function relationWords(typed: Typed, relation: Comparison): string {
  switch (typed.type.kind) {
    case "date":
    case "datetime":
      return { "<": "is before", "<=": "is not after", ">": "is after", ">=": "is not before" }[relation];
    case "duration":
      return { "<": "is shorter than", "<=": "is at most", ">": "is longer than", ">=": "is at least" }[relation];
    case "text":
    case "choice":
      return { "<": "sorts before", "<=": "does not sort after", ">": "sorts after", ">=": "does not sort before" }[relation];
    default:
      return { "<": "is less than", "<=": "is at most", ">": "is more than", ">=": "is at least" }[relation];
  }
}

/** What does not depend on any row reads better behind what does. */
function isFixed(typed: Typed): boolean {
  const { node } = constantOf(typed);
  return ["null", "yes/no", "number", "text", "date", "datetime", "duration"].includes(node) || (node === "scope" && isClock(typed));
}

const isClock = (typed: Typed) => typed.node === "scope" && (typed.source === "now" || typed.source === "today");

const constantOf = (typed: Typed): Typed => (typed.node === "constant" ? constantOf(typed.value) : typed);

const weekdayOf = (typed: Typed): string | undefined =>
  typed.node === "number" && typed.scale === 0 ? weekdays[Number(typed.digits) - 1] : undefined;
