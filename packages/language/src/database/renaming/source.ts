// The document that was applied, as it would have been with the new identifiers: the next one is compared with it.
import type { Compiled } from "../../compile.ts";
import { definitionsOf, mentionsIn } from "../../names/mentions.ts";
import type { Mention } from "../../names/resolver.ts";
import { pascalCase } from "../../text/name.ts";
import type { Renaming } from "./requested.ts";

/** Clauses go on using the labels; what is written as an identifier is replaced. */
export function renamedSource(source: string, before: Compiled, renamings: readonly Renaming[]): string {
  const edits = new Map<number, { readonly end: number; readonly text: string }>();
  const renamingOf = (mention: Mention): Renaming | undefined =>
    renamings.find(
      (one) =>
        one.kind === mention.kind &&
        one.from === mention.id &&
        (one.kind === "entity" || entityBefore(one, renamings) === mention.of),
    );
  for (const definition of definitionsOf(before.model)) {
    const renaming = renamingOf(definition);
    const { span, label } = definition;
    if (renaming !== undefined) edits.set(span.start, { end: span.end, text: `${label} (\`${renaming.to}\`)` });
  }
  const written = (mention: Mention, isExpression: boolean) => {
    const renaming = renamingOf(mention);
    const { start, end } = mention.span;
    if (renaming === undefined || edits.has(start)) return;
    const { from, to } = renaming;
    const spellings: readonly (readonly [string, string])[] = [
      [from, to],
      ...(isExpression ? [[pascalCase(from), pascalCase(to)] as const] : []),
      [`my_${from}`, `my_${to}`],
    ];
    const text = spellings.find(([old]) => old === source.slice(start, end))?.[1];
    if (text !== undefined) edits.set(start, { end, text });
  };
  for (const mention of before.mentions) written(mention, false);
  for (const mention of mentionsIn(before.checked)) written(mention, true);
  const renamed = [...edits]
    .toSorted(([one], [other]) => other - one)
    .reduce((text, [start, { end, text: now }]) => `${text.slice(0, start)}${now}${text.slice(end)}`, source);
  return renamings.reduce((text, one) => (one.kind === "entity" ? withParameters(text, one) : text), renamed);
}

/** `/items/:item` and `route.item`: the parameter of a route is called like its entity. */
const withParameters = (text: string, { from, to }: Renaming): string =>
  text.replaceAll(new RegExp(`(/:|\\broute\\.)${from}\\b`, "g"), `$1${to}`);

/** How the entity of a field was called. */
export const entityBefore = (field: Extract<Renaming, { kind: "field" }>, renamings: readonly Renaming[]): string =>
  renamings.find(({ kind, to }) => kind === "entity" && to === field.entity)?.from ?? field.entity;
