// Which columns a screen asks for: what it shows, what its rows are called, and what expressions on it read.
import type { Application, ApplicationField, FieldPath, Formula } from "@writ/language/product";
import { fieldTypeOf } from "../field-types/field-types.ts";
import { leadsToRows } from "../field-types/rows/type.ts";
import { embeddingOf } from "./embedding.ts";

/** What is asked of a row: fields, and behind references the same again. */
type Wanted = Map<string, Wanted>;

/**
 * The `select` of the data API for these paths. A reference also asks for what its row is called by. Numbers come as
 * texts, because JavaScript's own cannot hold all of them.
 */
export function selectFor(entity: string, paths: readonly FieldPath[], application: Application): string {
  const required: Wanted = new Map();
  for (const path of paths) want(required, entity, path, application);
  return print(entity, required, application);
}

/** A reference on the way, and one that a path ends with, is shown by what its row is called by. */
function want(wanted: Wanted, entity: string, shown: FieldPath, application: Application): void {
  for (const { inside, target } of wantRead(wanted, entity, shown, application))
    for (const path of namePaths(target, application)) wantRead(inside, target, path, application);
}

/**
 * What is asked behind each reference that a path goes through. What a row is called by may lead on to rows of the same
 * entity, and is no more than it reads: they are not called anything by themselves.
 */
function wantRead(
  wanted: Wanted,
  entity: string,
  [first, ...rest]: FieldPath,
  application: Application,
): readonly { readonly inside: Wanted; readonly target: string }[] {
  const field = first === undefined ? undefined : application.entities[entity]?.fields[first];
  if (first === undefined || field === undefined || fieldTypeOf(field.type).wire === "nothing") return [];
  const inside = wanted.get(first) ?? new Map();
  wanted.set(first, inside);
  if (!leadsToRows(field.type)) return [];
  const target = field.type.entity;
  return [{ inside, target }, ...wantRead(inside, target, rest, application)];
}

/** What a row is called by; an account by its name, which every reader of a reference to it may see. */
export function namePaths(entity: string, application: Application): readonly FieldPath[] {
  if (entity === "user") return [["name"]];
  const known = application.entities[entity];
  return known?.shownAs?.reads ?? fallbackName(known?.fields ?? {});
}

/** Where the document does not say, the first text that tells rows apart. */
function fallbackName(fields: Readonly<Record<string, ApplicationField>>): readonly FieldPath[] {
  const first = Object.values(fields).find(({ type, stored }) => stored && fieldTypeOf(type).namesRows);
  return first ? [[first.id]] : [];
}

function print(entity: string, wanted: Wanted, application: Application): string {
  const fields = application.entities[entity]?.fields ?? {};
  const asked = [...wanted].flatMap(([name, inside]) => {
    const field = fields[name];
    if (field === undefined) return [];
    const { type } = field;
    if (fieldTypeOf(type).wire === "number") return [`${name}:${name}::text`];
    if (!leadsToRows(type)) return [name];
    // Of accounts only the name comes this way; of other rows all that the reader may see.
    const columns = type.entity === "user" ? "id,name" : print(type.entity, inside, application);
    return [name, `_${name}:${embeddingOf(entity, field)}(${columns})`];
  });
  return ["id", ...asked].join(",");
}

/** What formulas read, as paths to ask for. */
export const readsOf = (formulas: readonly (Formula | "unknown" | undefined)[]): readonly FieldPath[] =>
  formulas.flatMap((formula) => (formula === undefined || formula === "unknown" ? [] : formula.reads));
