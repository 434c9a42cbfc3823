// Comparisons as clauses: "the ticket's priority is urgent", "the ticket's deadline is before now".
import { article, withArticle } from "../../text/article.ts";
import { isTime } from "../kinds.ts";
import { isLiteral } from "../typed-literal.ts";
import type { Comparison, Typed, TypedOf } from "../typed.ts";
import { listed, says, type Clause } from "./clause.ts";
import { besideVerb, type SentenceContext } from "./sentence-context.ts";
import { countClause, quantities, type Relation } from "./lists.ts";
import { is, subjectOf } from "./subject.ts";
import { choiceText, entityNoun, fieldNoun, weekdays } from "./wording.ts";

export function emptyClause(of: Typed, here: SentenceContext, holds: boolean): Clause {
  if (of.node === "scope" && of.source === "me") return says(holds ? "no user" : "a user", "is signed in");
  if (of.node === "scope" && of.source === "old" && of.type.kind === "row") {
    const noun = entityNoun(of.type.entity, here.schema);
    return says("", `there was ${holds ? `no ${noun}` : withArticle(noun)} before the change`);
  }
  if (of.node !== "field") return says(besideVerb(of, here), `${is(holds)} empty`);
  const { subject, wasBefore, after } = subjectOf(of.of, here);
  const noun = fieldNoun(of.entity, of.field, here.schema);
  const some = /[^sui]s$/.test(noun) ? "" : `${article(noun)} `;
  return says(subject, `${wasBefore ? "had" : "has"} ${holds ? "no " : some}${noun}${after}`);
}

export function equalClause({ left, right }: TypedOf<"equal">, here: SentenceContext, holds: boolean): Clause {
  const [one, other] = isFixed(left) && !isFixed(right) ? [right, left] : [left, right];
  if (known(other).node === "null") return emptyClause(one, here, holds);
  if (one.node === "count") return countClause(one.of, holds ? "==" : "!=", other, here);
  if (one.node === "length") return lengthClause(one, holds ? "==" : "!=", other, here);
  const day = one.node === "weekday" ? weekdayOf(other) : undefined;
  if (one.node === "weekday" && day !== undefined) return says(besideVerb(one.of, here), `${is(holds)} ${day}`);
  return named(one, here, (subject) => says(subject, `${is(holds)} ${besideVerb(other, here)}`), [other], holds);
}

export function oneOfClause({ of, items }: TypedOf<"one of">, here: SentenceContext, holds: boolean): Clause {
  if (items.length === 0) return says("", holds ? "this never holds" : "this always holds");
  const days = of.node === "weekday" ? items.map(weekdayOf) : [];
  if (of.node === "weekday" && days.every((day) => day !== undefined)) {
    return says(besideVerb(of.of, here), `is ${alternatives(days, holds)}`);
  }
  const texts = items.map((item) => besideVerb(item, here));
  return named(of, here, (subject) => says(subject, `is ${alternatives(texts, holds)}`), items, holds);
}

/** "new", "new or open", "neither new nor open", "none of new, open and closed". */
function alternatives(texts: readonly string[], holds: boolean): string {
  if (holds) return listed(texts, "or");
  if (texts.length === 1) return `not ${texts[0]}`;
  return texts.length === 2 ? `neither ${texts[0]} nor ${texts[1]}` : `none of ${listed(texts, "and")}`;
}

/** The subject of a state is the row itself: "the ticket is open". The subject of everything else is the value. */
function named(
  typed: Typed,
  here: SentenceContext,
  ofValue: (subject: string) => Clause,
  codes: readonly Typed[],
  holds: boolean,
): Clause {
  const isState = typed.node === "field" && typed.type.kind === "choice" && typed.type.of.startsWith("state of ");
  const texts = codes.map((code) => (code.node === "text" ? choiceText(code.value) : undefined));
  if (!isState || !texts.every((text) => text !== undefined)) return ofValue(besideVerb(typed, here));
  const { subject, wasBefore, after } = subjectOf(typed.of, here);
  return says(subject, `${wasBefore ? "was" : "is"} ${alternatives(texts, holds)}${after}`);
}

const flipped: Readonly<Record<Comparison, Comparison>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };
const denied: Readonly<Record<Comparison, Comparison>> = { "<": ">=", "<=": ">", ">": "<=", ">=": "<" };

export function compareClause(typed: TypedOf<"compare">, here: SentenceContext, holds: boolean): Clause {
  const isTurned = isFixed(typed.left) && !isFixed(typed.right);
  const [one, other] = isTurned ? [typed.right, typed.left] : [typed.left, typed.right];
  const turned = isTurned ? flipped[typed.operator] : typed.operator;
  const relation = holds ? turned : denied[turned];
  if (one.node === "count") return countClause(one.of, relation, other, here);
  if (one.node === "length") return lengthClause(one, relation, other, here);
  return says(besideVerb(one, here), `${relationWords(one, relation)} ${besideVerb(other, here)}`);
}

function lengthClause(length: TypedOf<"length">, relation: Relation, amount: Typed, here: SentenceContext): Clause {
  return says(besideVerb(length.of, here), `has ${quantities[relation](besideVerb(amount, here))} characters`);
}

function relationWords({ type }: Typed, relation: Comparison): string {
  if (isTime(type)) return { "<": "is before", "<=": "is not after", ">": "is after", ">=": "is not before" }[relation];
  switch (type.kind) {
    case "duration":
      return { "<": "is shorter than", "<=": "is at most", ">": "is longer than", ">=": "is at least" }[relation];
    case "text":
    case "choice":
      return { "<": "sorts before", "<=": "does not sort after", ">": "sorts after", ">=": "does not sort before" }[
        relation
      ];
    default:
      return { "<": "is less than", "<=": "is at most", ">": "is more than", ">=": "is at least" }[relation];
  }
}

/** What does not depend on any row reads better behind what does. */
function isFixed(typed: Typed): boolean {
  const value = known(typed);
  if (typed.node === "scope") return typed.source === "now" || typed.source === "today" || typed.source === "me";
  return isLiteral(value);
}

const known = (typed: Typed): Typed => (typed.node === "constant" ? known(typed.value) : typed);

/** The name of a day of the week by its number. */
function weekdayOf(typed: Typed): string | undefined {
  const number = known(typed);
  const name = number.node === "number" && number.scale === 0 ? weekdays[Number(number.digits) - 1] : undefined;
  return name && `a ${name}`;
}
