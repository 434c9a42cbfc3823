// A typed expression as a sentence for whoever owns the product, shown beside the rule.
import { conditionClause } from "./english/conditions.ts";
import { clauseText } from "./english/clause.ts";
import type { SentenceContext, Speakers } from "./english/sentence-context.ts";
import { listPhrase } from "./english/lists.ts";
import { definitionOfNode, isFunctionNode, type FunctionTyped } from "./functions/functions.ts";
import { valuePhrase } from "./english/values.ts";
import type { Schema } from "./schema.ts";
import type { Typed } from "./typed.ts";

const speak: Speakers = {
  value: valuePhrase,
  condition: conditionClause,
  list: listPhrase,
  functionValue(typed, here) {
    const node = isFunctionNode(typed) ? definitionOfNode(typed) : undefined;
    return node && "english" in node ? node.english(typed as FunctionTyped, here) : undefined;
  },
  functionCondition(typed, here, holds) {
    const node = isFunctionNode(typed) ? definitionOfNode(typed) : undefined;
    return node && "condition" in node ? node.condition(typed as FunctionTyped, here, holds) : undefined;
  },
};

/** Without a capital and a full stop, so that it can stand inside another sentence: "the ticket is late". */
export function sentenceOf(typed: Typed, schema: Schema): string {
  const here: SentenceContext = { schema, it: undefined, itKind: "value", others: new Map(), speak };
  return typed.type.kind === "yes/no" ? clauseText(conditionClause(typed, here, true)) : valuePhrase(typed, here).text;
}
