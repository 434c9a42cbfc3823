// Facts as words: in the sentence of a scenario, and in its address.
import type { Expression, Tree } from "../expression/tree.ts";
import { withArticle } from "../text/article.ts";
import type { Amount } from "../clause/value.ts";
import type { Span } from "../problem.ts";
import type { Edge, Fact, Scenario, Twin } from "./scenario.ts";

export function wordsOf(fact: Fact): string {
  switch (fact.kind) {
    case "holds": {
      const text = treeWords(fact);
      return fact.is ? text : `not (${text})`;
    }
    case "finally":
      return `in the end ${fact.is ? treeWords(fact) : `not (${treeWords(fact)})`}`;
    case "own":
      return fact.is ? "it is their own" : "it belongs to another user";
    case "state":
      return `${fact.field} is ${fact.state}`;
    case "given":
      return fact.is ? `${fact.field} is given` : `${fact.field} is left out`;
    case "changed":
      return `${fact.field} is changed`;
    case "follows":
      return fact.is ? "it is to follow" : "it is not to follow";
    case "elapsed":
      return fact.is ? "it is due" : "it is not due";
    case "value":
      return `${fact.field} is ${edgeWords(fact.value)}`;
    case "gives":
      return `what an effect gives to ${fact.field} is ${edgeWords(fact.value)}`;
    case "filled":
      return `${fact.field} has a value`;
    case "seen":
      return `${fact.field} is theirs to see`;
    case "matters":
      return `${written(fact.expression, fact.words)} makes a difference`;
    case "among":
      return `${fact.field} is ${fact.is ? "" : "not "}among ${listWords(fact.choices)}${fact.unread ? ", and not to be read otherwise" : ""}`;
    case "held":
      return `a user is ${fact.role}`;
    case "named": {
      const named = `${withArticle(fact.entity)} has it as its ${fact.field}`;
      return [named, ...(fact.of?.holds ?? []).map(wordsOf)].join(", and ");
    }
    case "twin":
      return twinWords(fact);
    case "circle":
      return fact.is ? `${fact.field} leads back to it` : `${fact.field} leads elsewhere`;
    case "room":
      return fact.room === 0 ? `${fact.limit.name.label} is used up` : `one more fits into ${fact.limit.name.label}`;
  }
}

/** Of what is narrowed down only the list that it is taken from may be meant. */
const listWords = (choices: Expression): string =>
  choices.tree === undefined ? choices.text.text : written(choices, choices.tree);

function treeWords({
  expression,
  tree,
}: Pick<Extract<Fact, { readonly kind: "holds" }>, "expression" | "tree">): string {
  const ofIt = (span: Span) => written(expression, span);
  // What is asked of one of several rows is written as though it were asked of this one.
  const body = tree.kind === "method" ? tree.args[1] : undefined;
  if (body !== undefined && body.start === tree.start && body.end === tree.end)
    return treeWords({ expression, tree: body });
  // What is put together of several parts is written nowhere either, nor is the opposite of a part.
  if (tree.kind === "unary" && tree.operator === "not" && tree.start === tree.of.start)
    return `not (${treeWords({ expression, tree: tree.of })})`;
  if (tree.kind !== "binary" || tree.end !== tree.left.end) return ofIt(tree);
  const { left, right } = tree;
  if (tree.operator === "and" || tree.operator === "or")
    return [left, right].map((part) => treeWords({ expression, tree: part })).join(` ${tree.operator} `);
  // What is asked of one of several values is written nowhere as a whole.
  const isSize = left.kind === "method" && left.name === "size" && left.end === left.of.end;
  return `${isSize ? `size(${ofIt(left)})` : ofIt(left)} ${tree.operator} ${literalWords(right) ?? ofIt(right)}`;
}

export const written = ({ text: { text } }: Expression, { start, end }: Span): string =>
  text.slice(start, end).replaceAll(/\s+/g, " ");

function literalWords(tree: Tree): string | undefined {
  if (tree.kind === "null") return "null";
  if (tree.kind === "text") return `'${tree.value}'`;
  // A field that nobody has written begins where its name does.
  if (tree.kind === "field" && tree.start === tree.nameSpan.start && tree.of.kind === "name")
    return `${tree.of.name}.${tree.name}`;
  return tree.kind === "number" ? decimalWords(tree) : undefined;
}

function decimalWords({ digits, scale }: { readonly digits: bigint; readonly scale: number }): string {
  const text = String(digits).padStart(scale + 1, "0");
  return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

function edgeWords(edge: Edge): string {
  switch (edge.kind) {
    case "length":
      return `${edge.over === 0 ? "" : "one longer than "}${amountWords(edge.upTo)} characters`;
    case "bytes":
      return `a file of ${edge.over === 0 ? "" : "one byte more than "}${amountWords(edge.upTo)}`;
    case "files":
      return `${edge.over === 0 ? "" : "one more than "}${amountWords(edge.upTo)} files`;
    case "amount":
      return `${["just below ", "", "just above "][edge.steps + 1]}${amountWords(edge.amount)}`;
    case "choice":
      return edge.id;
    case "unlisted":
      return "none of its choices";
    case "unmatched":
      return "not of its form";
    case "finest":
      return "given with as many decimals as it keeps";
    case "finer":
      return "given with one decimal too many";
    case "unread":
      return "one that they may not read";
    case "disguised":
      return "a file that is not what it is called";
    case "missing":
      return "a file that was not uploaded";
    case "empty":
      return "emptied";
  }
}

function amountWords(amount: Amount): string {
  if (amount.kind === "constant") return amount.name.label;
  const { value } = amount;
  if (value.kind === "size") return `${value.bytes} bytes`;
  if (!("digits" in value)) return "so much";
  return decimalWords(value);
}

function twinWords({ same, folded, near, holds }: Twin): string {
  const parts = [
    ...(same.length === 0 ? [] : [`the same ${same.join(" and ")}${folded ? " in other letters" : ""}`]),
    ...near.map(
      ({ field, to, steps }) => `${field} ${steps === 0 ? "at" : steps < 0 ? "just before" : "just after"} its ${to}`,
    ),
  ];
  const but = holds.length === 0 ? "" : `, and of it ${holds.map(wordsOf).join(" and ")}`;
  return `another one has ${parts.join(", ")}${but}`;
}

/** "Customer may not update a Ticket when it is somebody else's": for whoever owns the product. */
export const sentenceOf = ({ sentence, where }: Scenario): string =>
  where.length === 0 ? sentence : `${sentence} when ${[...new Set(where.map(wordsOf))].join(", and ")}`;
