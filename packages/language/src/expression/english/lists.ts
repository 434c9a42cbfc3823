// Lists as nouns in the plural, and what holds for how many of them.
import type { Comparison, Typed, TypedOf } from "../typed.ts";
import { plural } from "../check/words.ts";
import { atom, clauseText, openAtom, predicateOf, relativeOf, type Clause } from "./clause.ts";
import { closed, open, valueText, type Here, type Phrase } from "./here.ts";
import { fieldPhrase, insideList, listedValues } from "./values.ts";
import { entityNoun } from "./wording.ts";

export function listPhrase(typed: Typed, here: Here): Phrase {
  switch (typed.node) {
    case "all rows":
      return closed(`all ${plural(entityNoun(typed.entity, here.schema))}`);
    case "field":
      return fieldPhrase(typed, here);
    case "list":
      return typed.items.length === 0 ? closed("nothing") : open(listedValues(typed.items, "and", here));
    case "filter": {
      const body = here.speak.condition(typed.body, insideList(typed.list, typed.item, here), true);
      return open(`those of ${valueText(typed.list, here)} ${relativeOf(body)}`);
    }
    case "map": {
      const each = here.speak.value(typed.body, insideList(typed.list, typed.item, here)).text;
      const list = valueText(typed.list, here);
      return open(each.startsWith("its ") ? `the ${each.slice(4)} of each of ${list}` : `${each} for each of ${list}`);
    }
    case "conditional": {
      const [then, otherwise] = [valueText(typed.then, here), valueText(typed.otherwise, here)];
      return open(`${then} if ${clauseText(here.speak.condition(typed.test, here, true))}, otherwise ${otherwise}`);
    }
    default:
      return closed("those");
  }
}

export function quantifierClause(typed: TypedOf<"quantifier">, here: Here, holds: boolean): Clause {
  const inside = insideList(typed.list, typed.item, here);
  // That not all are late says that one is not; that none is late is said as it is.
  const isAll = typed.quantifier === "all";
  const body = here.speak.condition(typed.body, inside, !isAll || holds);
  return amountClause(quantityOf(typed.quantifier, holds), false, body, valueText(typed.list, here));
}

function quantityOf(quantifier: "exists" | "all" | "exists_one", holds: boolean): string {
  switch (quantifier) {
    case "exists":
      return holds ? "at least one" : "none";
    case "all":
      return holds ? "each" : "at least one";
    case "exists_one":
      return holds ? "exactly one" : "none or several";
  }
}

/** "no more than 3 of the member's reservations are collected"; "for each of …, its author is the person who asks". */
function amountClause(quantity: string, isPlural: boolean, body: Clause, list: string): Clause {
  const predicate = predicateOf(body, isPlural || quantity === "none or several");
  if (predicate === undefined) return openAtom(`for ${quantity} of ${list}, ${clauseText(body)}`);
  const text = `${quantity} of ${list} ${predicate}`;
  return body.atoms.length > 1 ? openAtom(text) : atom(text);
}

/** The number of a list compared: "the ticket has at least 2 comments". */
export function countClause(counted: Typed, relation: Comparison | "==" | "!=", amount: string, here: Here): Clause {
  const quantity = quantities[relation](amount);
  if (counted.node === "filter") {
    const body = here.speak.condition(counted.body, insideList(counted.list, counted.item, here), true);
    return amountClause(quantity, true, body, valueText(counted.list, here));
  }
  if (counted.node === "all rows") return atom(`there are ${quantity} ${plural(entityNoun(counted.entity, here.schema))}`);
  return atom(`there are ${quantity} of ${valueText(counted, here)}`);
}

export const quantities: Readonly<Record<Comparison | "==" | "!=", (amount: string) => string>> = {
  "<": (amount) => `fewer than ${amount}`,
  "<=": (amount) => `no more than ${amount}`,
  ">": (amount) => `more than ${amount}`,
  ">=": (amount) => `at least ${amount}`,
  "==": (amount) => `exactly ${amount}`,
  "!=": (amount) => `not exactly ${amount}`,
};
