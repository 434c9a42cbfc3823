// Values as nouns: "the ticket's priority", "7 days", "the number of the ticket's comments".
import { timeText } from "../time-of-day.ts";
import { isTime } from "../kinds.ts";
import type { Typed, TypedOf } from "../typed.ts";
import { clauseText } from "./clause.ts";
import {
  besideVerb,
  ends,
  inside,
  partOf,
  phrase,
  within,
  type SentenceContext,
  type Phrase,
} from "./sentence-context.ts";
import {
  choiceText,
  decimalText,
  durationText,
  entityNoun,
  fieldNoun,
  inSentence,
  momentText,
  possessive,
  words,
} from "./wording.ts";

export function valuePhrase(typed: Typed, here: SentenceContext): Phrase {
  if (typed.type.kind === "list") return here.speak.list(typed, here);
  switch (typed.node) {
    case "null":
      return phrase(ends.one, "empty");
    case "yes/no":
      return phrase(ends.one, typed.value ? "yes" : "no");
    case "number":
      return phrase(ends.one, decimalText(typed.digits, typed.scale));
    case "text":
      return phrase(ends.one, typed.type.kind === "choice" ? choiceText(typed.value) : JSON.stringify(typed.value));
    case "date":
      return phrase(ends.one, typed.value);
    case "datetime":
      return phrase(ends.one, momentText(typed.value));
    case "time":
      return phrase(ends.one, timeText(typed.milliseconds));
    case "duration":
      return phrase(ends.one, durationText(typed.milliseconds));
    case "constant":
      return here.speak.value(typed.value, here);
    case "scope":
      return scopePhrase(typed, here);
    case "item":
      return phrase(ends.one, typed.name === here.it ? "it" : (here.others.get(typed.name) ?? "that one"));
    case "field":
      return fieldPhrase(typed, here);
    case "the row":
      return phrase(ends.one, `the ${entityNoun(typed.entity, here.schema)}`);
    case "conditional":
      return conditionalPhrase(typed, here);
    case "first": {
      const order = here.speak.value(typed.by, insideList(typed.list, typed.item, here)).text.replace(/^its /, "");
      const list = within(ends.of, here.speak.value(typed.list, here));
      return phrase(ends.sum, `the ${typed.descending ? "last" : "first"} of ${list} in the order of ${order}`);
    }
    default:
      return (
        partPhrase(typed, here) ??
        infixPhrase(typed, here) ??
        here.speak.functionValue(typed, here) ??
        whether(typed, here)
      );
  }
}

/** Nouns of the form "the … of …", which keep the ending of what they are of. */
function partPhrase(typed: Typed, here: SentenceContext): Phrase | undefined {
  switch (typed.node) {
    case "lookup": {
      const label = here.schema.constants.get(typed.id)?.label ?? words(typed.id);
      return partOf(`the ${inSentence(label)} for`, typed.key, here);
    }
    case "count":
      return partOf("the number of", typed.of, here);
    case "aggregate":
      return partOf(`the ${aggregateWord(typed)} of`, typed.of, here);
    case "only":
      return partOf("the only one of", typed.list, here);
    default:
      return undefined;
  }
}

/** What stands between or behind values. */
function infixPhrase(typed: Typed, here: SentenceContext): Phrase | undefined {
  const of = (part: Typed) => inside(part, here);
  switch (typed.node) {
    case "negate":
      return phrase(ends.sum, `minus ${of(typed.of)}`);
    case "arithmetic":
      return phrase(ends.sum, `${of(typed.left)} ${arithmeticWords[typed.operator]} ${of(typed.right)}`);
    case "time arithmetic":
      return timePhrase(typed, of);
    case "divide": {
      const division = `${of(typed.left)} divided by ${of(typed.right)}`;
      return phrase(
        ends.sum,
        typed.operator === "%" ? `the remainder of ${division}` : `${division} without the remainder`,
      );
    }
    case "concatenate":
      return phrase(ends.sum, joinedTexts(typed).map(of).join(" followed by "));
    default:
      return undefined;
  }
}

function whether(typed: Typed, here: SentenceContext): Phrase {
  return phrase(ends.any, `whether ${clauseText(here.speak.condition(typed, here, true))}`);
}

export function conditionalPhrase(typed: TypedOf<"conditional">, here: SentenceContext): Phrase {
  if (typed.type.kind === "yes/no") return whether(typed, here);
  const [then, otherwise] = [besideVerb(typed.then, here), besideVerb(typed.otherwise, here)];
  return phrase(
    ends.any,
    `${then} if ${clauseText(here.speak.condition(typed.test, here, true))}, otherwise ${otherwise}`,
  );
}

const arithmeticWords = { "+": "plus", "-": "minus", "*": "times" } as const;

function aggregateWord(typed: TypedOf<"aggregate">): string {
  if (typed.aggregate === "min") return isTime(typed.type) ? "earliest" : "least";
  if (typed.aggregate === "max") return isTime(typed.type) ? "latest" : "greatest";
  return typed.aggregate;
}

function timePhrase({ operator, left, right }: TypedOf<"time arithmetic">, of: (part: Typed) => string): Phrase {
  const isSpan = operator === "-" && isTime(left.type) && isTime(right.type);
  return phrase(
    ends.sum,
    isSpan ? `the time from ${of(right)} to ${of(left)}` : `${of(left)} ${arithmeticWords[operator]} ${of(right)}`,
  );
}

/** The parts of a long chain, which is as deep as it is long, without recursion. */
function joinedTexts(typed: Typed): readonly Typed[] {
  const parts: Typed[] = [];
  let rest = typed;
  for (; rest.node === "concatenate"; rest = rest.left) parts.push(rest.right);
  return [...parts, rest].reverse();
}

function scopePhrase({ name, source, type }: TypedOf<"scope">, here: SentenceContext): Phrase {
  const row = type.kind === "row" ? entityNoun(type.entity, here.schema) : words(name);
  switch (source) {
    case "me":
      return phrase(ends.of, "the signed-in user");
    case "now":
    case "today":
      return phrase(ends.one, source);
    case "old":
      return phrase(ends.that, `the ${row} before the change`);
    case "route":
      return phrase(ends.of, `the ${words(name.replace(/^route\./, ""))} in the address`);
    case "input":
      return phrase(ends.one, `the given ${words(name.replace(/^input\./, ""))}`);
    case "row":
      if (type.kind === "row" && type.entity === name) return phrase(ends.one, `the ${row}`);
      return phrase(ends.one, name.startsWith("my_") ? `the own ${words(name.slice(3))}` : `the ${words(name)}`);
  }
}

/** "the ticket's priority", "its priority", "the name of the ticket's requester". */
export function fieldPhrase({ of, entity, field }: TypedOf<"field">, here: SentenceContext): Phrase {
  const noun = fieldNoun(entity, field, here.schema);
  if (of.node === "item" && of.name === here.it) return phrase(ends.one, `its ${noun}`);
  if (of.node === "scope" && of.source === "old") {
    return phrase(ends.that, `the ${possessive(entityNoun(entity, here.schema))} ${noun} before the change`);
  }
  const owner = here.speak.value(of, here);
  const isShort = owner.ending === ends.one && of.node !== "field";
  return phrase(ends.one, isShort ? `${possessive(owner.text)} ${noun}` : `the ${noun} of ${within(ends.of, owner)}`);
}

/** Inside a list function its item is "it"; what was "it" outside is distinguished by its kind. */
export function insideList(list: Typed, item: string, here: SentenceContext): SentenceContext {
  const others = new Map(here.others);
  if (here.it !== undefined) others.set(here.it, otherName(here));
  const isRows = list.type.kind === "list" && list.type.of.kind === "row";
  const itKind = isRows ? entityNoun(list.type.of.entity, here.schema) : "value";
  return { ...here, it: item, itKind, others };
}

function otherName({ itKind, others }: SentenceContext): string {
  const name = `that ${itKind}`;
  const same = [...others.values()].filter((other) => other === name || other.startsWith(`${name} (`)).length;
  return same === 0 ? name : `${name} (${same + 1})`;
}
