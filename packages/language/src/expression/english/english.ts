// A typed expression as a sentence for whoever owns the product, shown beside the rule.
import { conditionClause } from "./conditions.ts";
import { clauseText } from "./clause.ts";
import type { SentenceContext } from "./sentence-context.ts";
import { listPhrase } from "./lists.ts";
import { valuePhrase } from "./values.ts";
import type { Schema } from "../schema.ts";
import type { Typed } from "../typed.ts";

/** Without a capital and a full stop, so that it can stand inside another sentence: "the ticket is late". */
export function sentenceOf(typed: Typed, schema: Schema): string {
  const speak = { value: valuePhrase, condition: conditionClause, list: listPhrase };
  const here: SentenceContext = { schema, it: undefined, itKind: "value", others: new Map(), speak };
  return typed.type.kind === "yes/no" ? clauseText(conditionClause(typed, here, true)) : valuePhrase(typed, here).text;
}
