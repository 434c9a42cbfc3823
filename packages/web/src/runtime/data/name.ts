// What a row is called: by what the document says, or by the first of its texts.
import type { Row } from "@writ/language/product";
import { Undecided } from "@writ/language/runtime";
import { contextOf } from "../session/context.ts";
import type { Product } from "../session/product.tsx";
import { rowFor, type WireRow } from "../values/row.ts";
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

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
