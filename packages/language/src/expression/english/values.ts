// Values as nouns: "the ticket's priority", "7 days", "the number of the ticket's comments".
import type { Typed, TypedOf } from "../typed.ts";
import { clauseText, listed } from "./clause.ts";
import { closed, open, valueText, whole, type Here, type Phrase } from "./here.ts";
import { decimalText, durationText, entityNoun, fieldNoun, inSentence, momentText, possessive, words } from "./wording.ts";

export function valuePhrase(typed: Typed, here: Here): Phrase {
  if (typed.type.kind === "list") return here.speak.list(typed, here);
  switch (typed.node) {
    case "null":
      return closed("empty");
    case "yes/no":
      return closed(typed.value ? "yes" : "no");
    case "number":
      return closed(decimalText(typed.digits, typed.scale));
    case "text":
      return closed(typed.type.kind === "choice" ? choiceText(typed.value) : JSON.stringify(typed.value));
    case "date":
      return closed(typed.value);
    case "datetime":
      return closed(momentText(typed.value));
    case "duration":
      return closed(durationText(typed.milliseconds));
    case "constant":
      return here.speak.value(typed.value, here);
    case "scope":
      return scopePhrase(typed, here);
    case "item":
      return closed(typed.name === here.it ? "it" : (here.others.get(typed.name) ?? "that one"));
    case "field":
      return fieldPhrase(typed, here);
    case "the row":
      return closed(`the ${entityNoun(typed.entity, here.schema)}`);
    case "conditional": {
      const [then, otherwise] = [valueText(typed.then, here), valueText(typed.otherwise, here)];
      return open(`${then} if ${clauseText(here.speak.condition(typed.test, here, true))}, otherwise ${otherwise}`);
    }
    case "lookup":
      return open(`the ${constantNoun(typed, here)} for ${valueText(typed.key, here)}`);
    case "count":
      return open(`the number of ${valueText(typed.of, here)}`);
    case "aggregate":
      return open(`the ${aggregateWord(typed)} of ${valueText(typed.of, here)}`);
    case "first": {
      const inside = insideList(typed.list, typed.item, here);
      const order = here.speak.value(typed.by, inside).text.replace(/^its /, "");
      return open(`the ${typed.descending ? "last" : "first"} of ${valueText(typed.list, here)} in the order of ${order}`);
    }
    case "only":
      return open(`the only one of ${valueText(typed.list, here)}`);
    default:
      return calculationPhrase(typed, here);
  }
}

/** Everything that makes a value of values; what is left are conditions. */
function calculationPhrase(typed: Typed, here: Here): Phrase {
  const of = (part: Typed) => valueText(part, here);
  switch (typed.node) {
    case "negate":
      return open(`minus ${of(typed.of)}`);
    case "arithmetic":
      return open(`${of(typed.left)} ${arithmeticWords[typed.operator]} ${of(typed.right)}`);
    case "time arithmetic":
      return timePhrase(typed, here);
    case "divide":
      return typed.operator === "%"
        ? open(`the remainder of ${of(typed.left)} divided by ${of(typed.right)}`)
        : open(`${of(typed.left)} divided by ${of(typed.right)} without the remainder`);
    case "divide exactly": {
      const rounded = typed.type.kind === "money" ? "" : `, ${roundedTo(typed.places)}`;
      return open(`${of(typed.left)} divided by ${of(typed.right)}${rounded}`);
    }
    case "round":
      return open(`${of(typed.of)} ${roundedTo(typed.places)}`);
    case "lesser":
    case "greater": {
      const isLess = typed.node === "lesser";
      const isTime = typed.type.kind === "date" || typed.type.kind === "datetime";
      const word = isTime ? (isLess ? "earlier" : "later") : isLess ? "lesser" : "greater";
      return open(`the ${word} of ${of(typed.left)} and ${of(typed.right)}`);
    }
    case "concatenate":
      return open(joinedTexts(typed).map(of).join(" followed by "));
    case "duration of":
      return open(`${of(typed.of)} ${typed.unit}`);
    case "days between":
      return open(`the number of days from ${of(typed.left)} to ${of(typed.right)}`);
    case "weekday":
      return open(`the number of the weekday of ${of(typed.of)}`);
    case "date of":
      return open(`the day of ${of(typed.of)}`);
    case "money of":
      return open(`${of(typed.of)} as money`);
    case "text of":
      return open(`${of(typed.of)} as text`);
    case "length":
      return open(`the length of ${of(typed.of)}`);
    case "lower":
      return open(`${of(typed.of)} in lower case`);
    case "slug":
      return open(`${of(typed.of)} as a part of an address`);
    default:
      return open(`whether ${clauseText(here.speak.condition(typed, here, true))}`);
  }
}

const arithmeticWords = { "+": "plus", "-": "minus", "*": "times" } as const;

const roundedTo = (places: number) =>
  places === 0 ? "rounded to a whole number" : `rounded to ${places} decimal place${places === 1 ? "" : "s"}`;

function aggregateWord({ aggregate, type }: TypedOf<"aggregate">): string {
  const isTime = type.kind === "date" || type.kind === "datetime";
  switch (aggregate) {
    case "min":
      return isTime ? "earliest" : "least";
    case "max":
      return isTime ? "latest" : "greatest";
    default:
      return aggregate;
  }
}

function timePhrase({ operator, left, right }: TypedOf<"time arithmetic">, here: Here): Phrase {
  const [one, other] = [valueText(left, here), valueText(right, here)];
  if (operator === "-" && left.type.kind !== "duration" && right.type.kind !== "duration") {
    return open(`the time from ${other} to ${one}`);
  }
  return open(`${one} ${arithmeticWords[operator]} ${other}`);
}

function joinedTexts(typed: Typed): readonly Typed[] {
  const parts: Typed[] = [];
  let rest = typed;
  for (; rest.node === "concatenate"; rest = rest.left) parts.push(rest.right);
  return [...parts, rest].reverse();
}

function scopePhrase({ name, source, type }: TypedOf<"scope">, here: Here): Phrase {
  const row = type.kind === "row" ? entityNoun(type.entity, here.schema) : undefined;
  switch (source) {
    case "me":
      return closed("the person who asks");
    case "now":
    case "today":
      return closed(source);
    case "old":
      return closed(`the ${row} before the change`);
    case "route":
      return closed(`the ${words(name.replace(/^route\./, ""))} in the address`);
    case "input":
      return closed(`the given ${words(name.replace(/^input\./, ""))}`);
    case "row": {
      const isOwn = row !== undefined && type.kind === "row" && type.entity === name;
      return closed(isOwn ? `the ${row}` : name.startsWith("my_") ? `the ${words(name.slice(3))} of the person who asks` : `the ${words(name)}`);
    }
  }
}

/** "the ticket's priority", "its priority", "the name of the ticket's requester". */
export function fieldPhrase({ of, entity, field }: TypedOf<"field">, here: Here): Phrase {
  const noun = fieldNoun(entity, field, here.schema);
  if (of.node === "item" && of.name === here.it) return closed(`its ${noun}`);
  if (of.node === "scope" && of.source === "old") {
    return open(`the ${possessive(entityNoun(entity, here.schema))} ${noun} before the change`);
  }
  const owner = here.speak.value(of, here);
  const isShort = !owner.open && of.node !== "field" && !owner.text.includes(" of ");
  return closed(isShort ? `${possessive(owner.text)} ${noun}` : `the ${noun} of ${whole(owner)}`);
}

export const choiceText = (code: string): string => words(code) || code;

function constantNoun({ id }: TypedOf<"lookup">, here: Here): string {
  return inSentence(here.schema.constants.get(id)?.label ?? words(id));
}

/** Inside a list function its item is "it"; what was "it" outside is told apart by its kind. */
export function insideList(list: Typed, item: string, here: Here): Here {
  const others = new Map(here.others);
  if (here.it !== undefined && here.it !== item) others.set(here.it, otherName(here));
  const kind = list.type.kind === "list" && list.type.of.kind === "row" ? entityNoun(list.type.of.entity, here.schema) : "value";
  return { ...here, it: item, itKind: kind, others };
}

function otherName(here: Here): string {
  const name = `that ${here.itKind}`;
  const taken = [...here.others.values()].filter((other) => other === name || other.startsWith(`${name} (`)).length;
  return taken === 0 ? name : `${name} (${taken + 1})`;
}

export const listedValues = (items: readonly Typed[], word: string, here: Here): string =>
  listed(items.map((item) => valueText(item, here)), word);
