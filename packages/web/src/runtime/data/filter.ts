// Filters of the document and of the reader as the data API writes them.
import type { Application, Context, FieldPath, Filter, Value } from "@writ/language/product";
import { wireOf } from "../field-types/row-values.ts";
import { quoted } from "../values/quoted.ts";
import { embeddingOf } from "./embedding.ts";

/** Behind references with slashes, for `throughReferences`. */
export const columnOf = (path: FieldPath): string => path.join("/");

/** A comparison with a field behind a reference, or a text that must not be taken for one. */
const leaves =
  /"(?:[^"\\]|\\.)*"|(\w+(?:\/\w+)+)\.((?:not\.)?\w+\.)("(?:[^"\\]|\\.)*"|\((?:"(?:[^"\\]|\\.)*"|[^"()])*\)|[^,()"]*)/g;

/**
 * A tree of the wire compares columns of the row itself. What is behind references is asked for under a name of its own, with
 * nothing shown of it, and the tree says whether it is there: so it may stand under "or" too.
 */
export function throughReferences(tree: string, entity: string, application: Application) {
  const embeds: string[] = [];
  const parameters: (readonly [name: string, value: string])[] = [];
  const text = tree.replace(leaves, (whole, column: string | undefined, operator: string, value: string) => {
    if (column === undefined) return whole;
    const path = column.split("/");
    const name = `_w${embeds.length}`;
    embeds.push(embedOf(name, path, entity, application));
    const isEmpty = operator === "is." && value === "null";
    parameters.push([
      [...path.slice(0, -1).map(() => name), path.at(-1)].join("."),
      `${isEmpty ? "not." : ""}${operator}${value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, "$1") : value}`,
    ]);
    return `${name}.${isEmpty ? "" : "not."}is.null`;
  });
  return { text, embeds, parameters };
}

function embedOf(
  name: string,
  [first = "", ...rest]: FieldPath,
  from: string,
  application: Application,
  join = "",
): string {
  const field = application.entities[from]?.fields[first];
  const entity = field?.type.kind === "reference" ? field.type.entity : "";
  const inside = rest.length > 1 ? embedOf(name, rest, entity, application, "!inner") : "";
  return `${name}:${field === undefined ? first : embeddingOf(from, field)}${join}(${inside})`;
}

/** One condition, to stand in `and=(…)`. */
export function printFilter(filter: Filter, entity: string, context: Context, application: Application): string {
  return print(filter, false, (path, value) => literal(path, value, entity, application), context);
}

type Literal = (path: FieldPath, value: Value) => string | undefined;

/** `denied`: under an odd number of "not", which is carried to the leaves: there, what is empty counts as not equal. */
function print(filter: Filter, denied: boolean, toLiteral: Literal, context: Context): string {
  switch (filter.kind) {
    case "and":
    case "or": {
      const join = (filter.kind === "and") === denied ? "or" : "and";
      return `${join}(${filter.of.map((one) => print(one, denied, toLiteral, context)).join(",")})`;
    }
    case "not":
      return print(filter.of, !denied, toLiteral, context);
    case "empty":
      return `${columnOf(filter.path)}.${denied ? "not." : ""}is.null`;
    case "yes":
      return `${columnOf(filter.path)}.${denied ? "not." : ""}is.true`;
    case "one of": {
      const column = columnOf(filter.path);
      const list = `in.(${filter.values.map(quoted).join(",")})`;
      return denied ? `or(${column}.is.null,${column}.not.${list})` : `${column}.${list}`;
    }
    case "compare": {
      const column = columnOf(filter.path);
      const value = toLiteral(filter.path, filter.value.run(context));
      if (value === undefined) return `${column}.${denied ? "not." : ""}is.null`;
      const positive = `${column}.${filter.operator}.${value}`;
      return denied ? `or(${column}.is.null,${column}.not.${filter.operator}.${value})` : positive;
    }
  }
}

function literal(path: FieldPath, value: Value, entity: string, application: Application): string | undefined {
  const field = fieldAt(path, entity, application);
  const wire = field === undefined ? null : wireOf(value, field);
  return wire === null ? undefined : quoted(String(wire));
}

export function fieldAt(path: FieldPath, entity: string, application: Application) {
  let from = entity;
  for (const [index, step] of path.entries()) {
    const field = application.entities[from]?.fields[step];
    if (field === undefined || index === path.length - 1) return field;
    if (field.type.kind !== "reference") return undefined;
    from = field.type.entity;
  }
  return undefined;
}
