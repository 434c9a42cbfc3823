// An expression as source text that a browser runs, with what it must know of its row; nothing where only the database can tell.
import { childrenOf } from "../expression/children.ts";
import { printJavaScript } from "../expression/javascript.ts";
import type { Schema } from "../expression/schema.ts";
import type { Typed, TypedOf } from "../expression/typed.ts";
import type { Formula } from "../product/application.ts";

/** JavaScript over `context` and `runtime`. */
export type Source = { readonly javascript: string };

/** Undefined where it reads what a browser does not have: rows that name this one, all rows, roles of others. */
export function formulaOf(typed: Typed | undefined, schema: Schema): Formula<Source> | undefined {
  if (typed === undefined || !isWithinReach(typed, schema)) return undefined;
  const reads = new Map<string, readonly string[]>();
  gather(typed, reads);
  return { run: { javascript: printJavaScript(typed, { moneyScale: schema.moneyScale }) }, reads: [...reads.values()] };
}

function isWithinReach(typed: Typed, schema: Schema): boolean {
  switch (typed.node) {
    case "all rows":
    case "the row":
      return false;
    case "has role":
      return typed.of.node === "scope" && typed.of.source === "me" && typed.within === undefined;
    case "scope":
      // Rows besides the clause's own, such as the one that gives a role.
      return !typed.name.startsWith("my_") && typed.source !== "old";
    case "field":
      return (isNoRows(typed) || isNamed(typed, schema)) && pathOf(typed) !== undefined;
    default:
      return childrenOf(typed).every((one) => isWithinReach(one, schema));
  }
}

const isNoRows = ({ type }: Typed): boolean => type.kind !== "list" || type.of.kind !== "row";

/** Which rows a field with several of them names stands in its own row. */
const isNamed = ({ entity, field }: TypedOf<"field">, { entities }: Schema): boolean =>
  entities.get(entity)?.fields.get(field)?.store.kind === "pairs";

/** Steps from the clause's own row; empty from a user or a row that is known anyway. */
function pathOf(typed: Typed): readonly string[] | undefined {
  if (typed.node === "scope") return [];
  if (typed.node !== "field") return undefined;
  const before = pathOf(typed.of);
  return before && [...before, typed.field];
}

function gather(typed: Typed, reads: Map<string, readonly string[]>): void {
  const root = rootOf(typed);
  if (typed.node === "field" && root?.node === "scope") {
    const path = pathOf(typed);
    if (root.source === "row" && path !== undefined) reads.set(path.join("."), path);
    return;
  }
  for (const child of childrenOf(typed)) gather(child, reads);
}

const rootOf = (typed: Typed): Typed | undefined => (typed.node === "field" ? rootOf(typed.of) : typed);
