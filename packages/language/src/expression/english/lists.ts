// Lists as nouns in the plural, and what holds for how many of them.
import { plural } from "../check/words.ts";
import type { Comparison, Typed, TypedOf } from "../typed.ts";
import { belongingOf, clauseText, listed, openClause, predicateOf, relativeOf, says, type Clause } from "./clause.ts";
import { besideVerb, ends, phrase, within, type SentenceContext, type Phrase } from "./sentence-context.ts";
import { conditionalPhrase, fieldPhrase, insideList } from "./values.ts";
import { entityNoun, fieldNoun } from "./wording.ts";

export function listPhrase(typed: Typed, here: SentenceContext): Phrase {
  switch (typed.node) {
    case "all rows":
      return phrase(ends.one, `all ${plural(entityNoun(typed.entity, here.schema))}`);
    case "field":
      return fieldPhrase(typed, here);
    case "list": {
      const items = typed.items.map((item) => besideVerb(item, here));
      return items.length === 0
        ? phrase(ends.one, "nothing")
        : phrase(items.length === 1 ? ends.sum : ends.any, listed(items, "and"));
    }
    case "filter": {
      const body = here.speak.condition(typed.body, insideList(typed.list, typed.item, here), true);
      const ending = body.open || body.atoms.length > 1 ? ends.any : ends.that;
      const all =
        typed.list.node === "all rows" ? listText(typed.list, here) : `those of ${listText(typed.list, here)}`;
      return phrase(ending, `${all} ${relativeOf(body)}`);
    }
    case "map": {
      const each = here.speak.value(typed.body, insideList(typed.list, typed.item, here));
      const list = here.speak.value(typed.list, here);
      if (each.ending !== ends.one || !each.text.startsWith("its ")) {
        return phrase(ends.any, `${within(ends.sum, each)} for each of ${within(ends.that, list)}`);
      }
      const ending = list.ending === ends.one ? ends.of : ends.that;
      return phrase(ending, `the ${each.text.slice("its ".length)} of each of ${within(ends.that, list)}`);
    }
    case "conditional":
      return conditionalPhrase(typed, here);
    default:
      return phrase(ends.one, "those");
  }
}

/** A list of which something is said right behind it. */
const listText = (list: Typed, here: SentenceContext): string => within(ends.of, here.speak.value(list, here));

export function quantifierClause(
  { quantifier, list, item, body }: TypedOf<"quantifier">,
  here: SentenceContext,
  holds: boolean,
): Clause {
  const inside = insideList(list, item, here);
  // That not all are late says that one is not; that none is late is said as it is.
  if (quantifier === "all")
    return amountClause(holds ? each : atLeastOne, here.speak.condition(body, inside, holds), list, here);
  const quantity = quantifier === "exists" ? (holds ? atLeastOne : none) : holds ? exactlyOne : notExactlyOne;
  return amountClause(quantity, here.speak.condition(body, inside, true), list, here);
}

/** `alone`: before a noun that it counts, instead of before "of". */
type Quantity = { readonly words: string; readonly alone: string; readonly plural: boolean };

const one = (words: string, alone = words): Quantity => ({ words, alone, plural: false });
const each = one("each");
const atLeastOne = one("at least one");
const none = one("none", "no");
const exactlyOne = one("exactly one");
const notExactlyOne = one("not exactly one");

/** "no more than 3 of the member's reservations are collected"; "the author of each of … is the signed-in user". */
function amountClause(quantity: Quantity, body: Clause, list: Typed, here: SentenceContext): Clause {
  const some =
    list.node === "all rows" ? rowsText(quantity, list.entity, here) : `${quantity.words} of ${listText(list, here)}`;
  const predicate = predicateOf(body, quantity.plural);
  if (predicate !== undefined)
    return body.atoms.length > 1 ? openClause(`${some} ${predicate}`) : says(some, predicate);
  const belonging = quantity.plural ? undefined : belongingOf(body);
  if (belonging !== undefined) return says(`the ${belonging.noun} of ${some}`, belonging.rest);
  return openClause(`for ${some}, ${clauseText(body)}`);
}

function rowsText(quantity: Quantity, entity: string, here: SentenceContext): string {
  const noun = entityNoun(entity, here.schema);
  return `${quantity.alone} ${quantity.plural ? plural(noun) : noun}`;
}

/** The number of a list compared: "the ticket has at least 2 comments". */
export function countClause(counted: Typed, relation: Relation, amount: Typed, here: SentenceContext): Clause {
  const number = amount.node === "constant" ? amount.value : amount;
  const known = number.node === "number" && number.scale === 0 ? number.digits : undefined;
  const isNone =
    known !== undefined &&
    ((known === 0n && (relation === "==" || relation === "<=")) || (known === 1n && relation === "<"));
  const isSome =
    known !== undefined &&
    ((known === 0n && (relation === "!=" || relation === ">")) || (known === 1n && relation === ">="));
  const words = quantities[relation](besideVerb(amount, here));
  const quantity = { words, alone: words, plural: true };
  if (counted.node === "filter") {
    const body = here.speak.condition(counted.body, insideList(counted.list, counted.item, here), true);
    return amountClause(isNone ? none : isSome ? atLeastOne : quantity, body, counted.list, here);
  }
  const amountWords = isNone ? "no " : isSome ? "" : `${quantity.words} `;
  if (counted.node === "field" && counted.of.type.kind === "row" && known !== 1n) {
    const noun = fieldNoun(counted.entity, counted.field, here.schema);
    return says(besideVerb(counted.of, here), `has ${amountWords}${noun}`);
  }
  if (counted.node === "all rows" && known !== 1n) {
    return says("", `there are ${amountWords}${plural(entityNoun(counted.entity, here.schema))}`);
  }
  return says(`the number of ${listText(counted, here)}`, `is ${quantity.words}`);
}

export type Relation = Comparison | "==" | "!=";

export const quantities: Readonly<Record<Relation, (amount: string) => string>> = {
  "<": (amount) => `fewer than ${amount}`,
  "<=": (amount) => `no more than ${amount}`,
  ">": (amount) => `more than ${amount}`,
  ">=": (amount) => `at least ${amount}`,
  "==": (amount) => `exactly ${amount}`,
  "!=": (amount) => `not exactly ${amount}`,
};
