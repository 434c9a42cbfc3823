// Facts as words: in the sentence of a scenario, and in its address.
import type { Fact, Scenario } from "./scenario.ts";

export function wordsOf(fact: Fact): string {
  switch (fact.kind) {
    case "holds": {
      const text = fact.expression.text.text.slice(fact.tree.start, fact.tree.end).replaceAll(/\s+/g, " ");
      return fact.is ? text : `not (${text})`;
    }
    case "own":
      return fact.is ? "it is their own" : "it is somebody else's";
    case "state":
      return `${fact.field} is ${fact.state}`;
    case "given":
      return fact.is ? `${fact.field} is given` : `${fact.field} is left out`;
  }
}

/** "Customer may not update a Ticket when it is somebody else's": for whoever owns the product. */
export const sentenceOf = ({ sentence, where }: Scenario): string =>
  where.length === 0 ? sentence : `${sentence} when ${where.map(wordsOf).join(", and ")}`;
