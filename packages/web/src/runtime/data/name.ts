// What a row is called: by what the document says, or by the first of its texts.
import type { Row } from "@writ/language/product";
import { Undecided } from "@writ/language/runtime";
import { contextOf } from "../product/context.ts";
import type { Product } from "../product/product.tsx";
import { listFormat } from "../../words/formatters.ts";
import { rowFor } from "../field-types/row-values.ts";
import { embeddedIn, idsIn, type WireRow } from "../values/row.ts";
import { namePaths } from "./select.ts";

export function nameOf(entity: string, wire: WireRow, product: Product): string {
  const { application } = product;
  if (entity === "user") return textOf(wire["name"]) || textOf(wire["email"]) || product.say("somebody");
  const known = application.entities[entity];
  if (known?.shownAs !== undefined) {
    const row: Row = rowFor(entity, wire, application);
    try {
      return String(known.shownAs.run(contextOf(product, { [entity]: row })) ?? "");
    } catch (failure) {
      if (!(failure instanceof Undecided)) throw failure;
      // The row is there, and its name is not for this reader.
      return product.word(known.label);
    }
  }
  const [path] = namePaths(entity, application);
  return (path?.[0] !== undefined && textOf(wire[path[0]])) || product.word(known?.label ?? entity);
}

/** What a field with several of them names, in the order of their names; of what this reader may not see, that something is there. */
export function namesOf(entity: string, value: unknown, embedded: unknown, product: Product): readonly RowNamed[] {
  const ids = idsIn(value);
  const rows = embeddedIn(embedded).filter((row) => ids.includes(String(row["id"])));
  const named = rows.map((row) => ({ row, name: nameOf(entity, row, product) }));
  const hidden = ids.length - rows.length;
  const label = product.word(product.application.entities[entity]?.label ?? entity);
  return [
    ...named.toSorted((one, other) => one.name.localeCompare(other.name, product.locale)),
    ...(hidden > 0 ? [{ row: undefined, name: hidden === 1 ? label : `${label} (${hidden})` }] : []),
  ];
}

/** The same as one text. */
export const displayName = (entity: string, value: unknown, embedded: unknown, product: Product): string =>
  listFormat(product.locale, { type: "unit" }).format(
    namesOf(entity, value, embedded, product).map(({ name }) => name),
  );

export type RowNamed = { readonly row: WireRow | undefined; readonly name: string };

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
