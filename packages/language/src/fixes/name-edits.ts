// An identifier of its own for a name, where it is defined and wherever code mentions it.
import { definitionsOf, mentionsIn } from "../names/mentions.ts";
import type { Fix, Span } from "../problem.ts";
import type { Written } from "./settle-fixes.ts";

/**
 * Clauses call a thing by its label, which stays. Undefined where the name has an identifier of its own already, where
 * the identifier is taken, and where code that could not be read may mention the name too.
 */
export function nameEdits(
  id: string,
  at: Span,
  { source, model, checked, mentions }: Written,
): Fix["edits"] | undefined {
  const defined = definitionsOf(model).filter((one) => one.span.start === at.start && one.span.end === at.end);
  const [name, other] = defined;
  if (name === undefined || other !== undefined || source.slice(at.start, at.end) !== name.label) return undefined;
  if (/[`(),|\\]/.test(name.label)) return undefined;
  if (definitionsOf(model).some((one) => one.kind === name.kind && one.of === name.of && one.id === id))
    return undefined;
  if ([...checked].some(([{ text }, { typed }]) => typed === undefined && hasWord(text.text, name.id)))
    return undefined;
  const places = [...mentions, ...mentionsIn(checked)].filter(
    (one) => one.kind === name.kind && one.of === name.of && one.id === name.id,
  );
  const inCode = places.filter(({ span }) => source.slice(span.start, span.end) === name.id && isCode(source, span));
  const spans = new Map(inCode.map(({ span }) => [span.start, span]));
  return [
    { span: at, text: `${name.label} (\`${id}\`)` },
    ...[...spans.values()].sort((a, b) => a.start - b.start).map((span) => ({ span, text: id })),
  ];
}

const hasWord = (text: string, word: string): boolean => new RegExp(`\\b${word}\\b`).test(text);

/** Between backticks, or between the braces of a text. */
function isCode(source: string, { start }: Span): boolean {
  const line = source.slice(
    Math.max(source.lastIndexOf("\n", start - 1) + 1, source.lastIndexOf("|", start - 1) + 1),
    start,
  );
  return line.split("`").length % 2 === 0 || line.split("{").length > line.split("}").length;
}
