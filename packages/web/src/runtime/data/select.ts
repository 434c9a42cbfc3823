// Which columns a screen asks for: what it shows, what its rows are called, and what expressions on it read.
import type { Application, ApplicationField, FieldPath, Formula } from "@writ/language/product";

/** What is asked of a row: fields, and behind references the same again. */
type Wanted = Map<string, Wanted>;

/**
 * The `select` of the data API for these paths. A reference also asks for what its row is called by. Numbers come as
 * texts, because JavaScript's own cannot hold all of them.
 */
export function selectFor(entity: string, paths: readonly FieldPath[], application: Application): string {
  const wanted: Wanted = new Map();
  for (const path of paths) want(wanted, entity, path, application);
  return print(entity, wanted, application);
}

function want(wanted: Wanted, entity: string, [first, ...rest]: FieldPath, application: Application): void {
  const field = first === undefined ? undefined : application.entities[entity]?.fields[first];
  if (first === undefined || field === undefined || field.type.kind === "list" || field.type.kind === "not shown")
    return;
  const inside = wanted.get(first) ?? new Map();
  wanted.set(first, inside);
  if (field.type.kind !== "reference" && field.type.kind !== "several") return;
  if (rest.length > 0) want(inside, field.type.entity, rest, application);
  for (const path of namePaths(field.type.entity, application)) want(inside, field.type.entity, path, application);
}

/** What a row is called by; an account by its name, which everybody may know who sees a reference to it. */
export function namePaths(entity: string, application: Application): readonly FieldPath[] {
  if (entity === "user") return [["name"]];
  const known = application.entities[entity];
  return known?.shownAs?.reads ?? fallbackName(known?.fields ?? {});
}

/** Where the document does not say, the first text that tells rows apart. */
function fallbackName(fields: Readonly<Record<string, ApplicationField>>): readonly FieldPath[] {
  const first = Object.values(fields).find(
    ({ type, stored }) => stored && (type.kind === "text" || type.kind === "code" || type.kind === "email"),
  );
  return first ? [[first.id]] : [];
}

function print(entity: string, wanted: Wanted, application: Application): string {
  const fields = application.entities[entity]?.fields ?? {};
  const asked = [...wanted].flatMap(([name, inside]) => {
    const field = fields[name];
    if (field === undefined) return [];
    const { type } = field;
    const isNumber =
      type.kind === "number" ||
      type.kind === "percent" ||
      type.kind === "money" ||
      type.kind === "integer" ||
      type.kind === "duration";
    if (isNumber) return [`${name}:${name}::text`];
    if (type.kind !== "reference" && type.kind !== "several") return [name];
    // Of accounts only the name can be had this way; of other rows whatever the reader may see.
    const columns = type.entity === "user" ? "id,name" : print(type.entity, inside, application);
    const way = type.kind === "several" || type.entity === "user" ? name : `${type.entity}!${name}`;
    return [name, `_${name}:${way}(${columns})`];
  });
  return ["id", ...asked].join(",");
}

/** What formulas read, as paths to ask for. */
export const readsOf = (formulas: readonly (Formula | "unknown" | undefined)[]): readonly FieldPath[] =>
  formulas.flatMap((formula) => (formula === undefined || formula === "unknown" ? [] : formula.reads));
