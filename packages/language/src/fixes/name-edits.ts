// An identifier of its own for a name, where it is defined and wherever code mentions it.
import { definitionsOf, mentionsIn, type Definition } from "../names/mentions.ts";
import type { Mention } from "../names/resolver.ts";
import type { Fix, Span } from "../problem.ts";
import type { Written } from "./settle-fixes.ts";

/** What a document defines and mentions, found once for all of its names. */
export type NamePlaces = {
  /** By where they begin. */
  readonly definitions: ReadonlyMap<number, readonly Definition[]>;
  readonly defined: ReadonlySet<string>;
  readonly mentions: ReadonlyMap<string, readonly Mention[]>;
  /** The words of expressions that could not be read, which may mention any of them. */
  readonly unread: ReadonlySet<string>;
};

const keyOf = ({ kind, of, id }: Omit<Mention, "span">): string => `${kind} ${of ?? ""} ${id}`;

export function namePlaces({ model, checked, mentions }: Written): NamePlaces {
  const definitions = definitionsOf(model);
  const unread = [...checked].filter(([, { typed }]) => typed === undefined);
  return {
    definitions: Map.groupBy(definitions, ({ span }) => span.start),
    defined: new Set(definitions.map(keyOf)),
    mentions: Map.groupBy([...mentions, ...mentionsIn(checked)], keyOf),
    unread: new Set(unread.flatMap(([{ text }]) => text.text.match(/\w+/g) ?? [])),
  };
}

/**
 * Clauses call a thing by its label, which stays. Undefined where the name has an identifier of its own already, where
 * the identifier is taken, and where code that could not be read may mention the name too.
 */
export function nameEdits(id: string, at: Span, source: string, places: NamePlaces): Fix["edits"] | undefined {
  const [name, other] = places.definitions.get(at.start) ?? [];
  if (name === undefined || other !== undefined || source.slice(at.start, at.end) !== name.label) return undefined;
  if (/[`(),|\\]/.test(name.label) || places.unread.has(name.id)) return undefined;
  if (places.defined.has(keyOf({ ...name, id }))) return undefined;
  const inCode = (places.mentions.get(keyOf(name)) ?? []).filter(
    ({ span }) => source.slice(span.start, span.end) === name.id && isCode(source, span),
  );
  const spans = new Map(inCode.map(({ span }) => [span.start, span]));
  return [
    { span: at, text: `${name.label} (\`${id}\`)` },
    ...[...spans.values()].sort((a, b) => a.start - b.start).map((span) => ({ span, text: id })),
  ];
}

/** So far back a backtick or a brace is looked for: code is not longer. */
const longestCode = 5000;

/** Between backticks, or between the braces of a text. */
function isCode(source: string, { start }: Span): boolean {
  const before = source.slice(Math.max(0, start - longestCode), start);
  const cell = before.slice(Math.max(before.lastIndexOf("\n"), before.search(/(?<!\\)\|[^|]*$/)) + 1);
  return cell.split("`").length % 2 === 0 || cell.split("{").length > cell.split("}").length;
}
