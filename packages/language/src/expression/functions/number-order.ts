// Sequence numbers are texts and have the order of the numbers in them. The checker makes this node where they are compared.
import { countedDigits } from "../counted-digits.ts";
import { ends, inside, phrase } from "../english/sentence-context.ts";
import { call as callOf } from "../javascript/javascript-nodes.ts";
import { quoteText } from "../sql/sql-quote.ts";
import type { NodeDefinition } from "./function-definition.ts";

export const numberOrder: NodeDefinition<"in number order"> = {
  showsGiven: false,
  length: ({ of }, lengthOf) => lengthOf(of) * countedDigits,
  sql: ({ of }, print) =>
    `regexp_replace(regexp_replace(${print.strict(of)} COLLATE "C", '([0-9]+)', ${quoteText(`${"0".repeat(countedDigits - 1)}\\1`)}, 'g'), '[0-9]*([0-9]{${countedDigits}})(?![0-9])', ${quoteText("\\1")}, 'g')`,
  javascript: ({ of }, lower) => callOf("inNumberOrder", lower.code(of)),
  english: ({ of }, here) => phrase(ends.sum, inside(of, here)),
};
