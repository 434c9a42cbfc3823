// Names of columns, relations and keys of JSON, as they stand in parameters.
import { tooMany } from "../failure.ts";
import { attempt, expect, match, peek, refuse, skip, type Cursor } from "./cursor.ts";

/** A column, and the way into the JSON that it holds. */
export type Field = { readonly name: string; readonly path: readonly JsonStep[] };

export type JsonStep = {
  /** `->>` gives text, `->` JSON. */
  readonly text: boolean;
  readonly key: { readonly kind: "key"; readonly name: string } | { readonly kind: "index"; readonly index: string };
};

/** `"…"`, in which a backslash takes the next letter as it is. */
export function quotedValue(cursor: Cursor): string | undefined {
  const found = match(cursor, /"(?:[^\\"]|\\[^])*"/y);
  return found?.slice(1, -1).replace(/\\([^])/g, "$1");
}

/** Letters, digits, blanks and `_ $`, with dashes inside that begin no arrow. */
const plainName = /[\p{L}\p{N}_ $]+(?:-(?!>)[\p{L}\p{N}_ $]+)*/uy;

export function readName(cursor: Cursor): string {
  return optionalName(cursor) ?? refuse(cursor, "field name (* or [a..z0..9_$])");
}

export function optionalName(cursor: Cursor): string | undefined {
  if (peek(cursor) === '"') return quotedValue(cursor) ?? refuse(cursor, "end of quoted name");
  const found = match(cursor, plainName);
  // Blanks inside belong to the name, those around it do not.
  return found
    ?.split("-")
    .map((part) => part.trim())
    .join("-");
}

export function readField(cursor: Cursor): Field {
  match(cursor, /[ \t]*/y);
  const name = readName(cursor);
  const path = readJsonPath(cursor);
  match(cursor, /[ \t]*/y);
  return { name, path };
}

/** Each is one more level of an expression, of which PostgreSQL holds only so many. */
const mostSteps = 100;

function readJsonPath(cursor: Cursor): readonly JsonStep[] {
  const steps: JsonStep[] = [];
  for (;;) {
    const text = skip(cursor, "->>");
    if (!text && !skip(cursor, "->")) return steps;
    if (steps.length >= mostSteps) throw tooMany(cursor.what, mostSteps);
    steps.push({ text, key: readKey(cursor) });
  }
}

function readKey(cursor: Cursor): JsonStep["key"] {
  const index = attempt(cursor, (here) => match(here, /-?\d+(?=->|::|\.|,|\)|$)/y));
  if (index !== undefined) return { kind: "index", index };
  if (peek(cursor) === "-") {
    // Only a number may begin with a dash.
    expect(cursor, "-");
    if (match(cursor, /\d+/y) === undefined) refuse(cursor, "digit");
    refuse(cursor, 'digit, "->", "::", ".", "," or end of input');
  }
  if (peek(cursor) === '"') {
    const quoted = quotedValue(cursor);
    if (quoted !== undefined) return { kind: "key", name: quoted };
  }
  const name = match(cursor, /[^(\-:.,>)]+(?:-(?!>)[^(\-:.,>)]+)*/y);
  if (name === undefined) refuse(cursor, '"-", digit or any non reserved character different from: .,>()');
  return { kind: "key", name: name.trim() };
}

/** Names with dots between them: a way through what is embedded, and what stands at its end. */
export function readPath(text: string): { readonly path: readonly string[]; readonly field: Field } {
  const cursor: Cursor = { text, what: `failed to parse tree path (${text})`, at: 0, depth: 0 };
  const names = [readName(cursor)];
  while (skip(cursor, ".")) names.push(readName(cursor));
  const path = readJsonPath(cursor);
  return { path: names.slice(0, -1), field: { name: names.at(-1) ?? "", path } };
}
