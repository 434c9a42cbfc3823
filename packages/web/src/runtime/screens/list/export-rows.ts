// All rows of a list as a file, page after page; loaded when somebody wants one.
import type { FieldPath } from "@writ/language/product";
import { saveFile } from "../../../kit/save-file.ts";
import { fieldAt } from "../../data/filter.ts";
import { displayName, nameOf } from "../../data/name.ts";
import type { ListPage } from "../../data/rows.ts";
import { fieldTypeOf } from "../../field-types/field-types.ts";
import { formatValue } from "../../fields/format.ts";
import type { Product } from "../../product/product.tsx";
import { isSeeGap } from "../../product/gaps.ts";
import { isWireRow, type WireRow } from "../../values/row.ts";
import { csvOf } from "./csv.ts";

export type Exported = {
  readonly name: string;
  readonly entity: string;
  readonly paths: readonly FieldPath[];
  readonly read: (after: string | undefined) => Promise<ListPage>;
};

/** Larger exports are made by the operator of the product. */
const mostExported = 50_000;

export async function exportRows({ name, entity, paths, read }: Exported, product: Product): Promise<void> {
  const { application, word } = product;
  const lines: (readonly string[])[] = [paths.map((path) => word(fieldAt(path, entity, application)?.label ?? ""))];
  let after: string | undefined;
  do {
    const page = await read(after);
    lines.push(...page.rows.map((row) => paths.map((path) => cellOf(row, path, entity, product))));
    after = page.next;
  } while (after !== undefined && lines.length < mostExported);
  saveFile(`${name}.csv`, new Blob([csvOf(lines)], { type: "text/csv;charset=utf-8" }));
}

function cellOf(row: WireRow, path: FieldPath, entity: string, product: Product): string {
  const { application, say } = product;
  const field = fieldAt(path, entity, application);
  const holder = path.slice(0, -1).reduce<unknown>((at, step) => (isWireRow(at) ? at[`_${step}`] : undefined), row);
  if (field === undefined || !isWireRow(holder)) return "";
  if (field.type.kind === "not shown") return say("notShown");
  const last = path.at(-1) ?? "";
  const value = holder[last];
  if (value === null && isSeeGap(path, entity, product)) return say("notShown");
  if (field.type.kind === "reference")
    return isWireRow(holder[`_${last}`]) ? nameOf(field.type.entity, holder[`_${last}`] as WireRow, product) : "";
  if (field.type.kind === "several") return displayName(field.type.entity, value, holder[`_${last}`], product);
  return fieldTypeOf(field.type).exported === "as it is" ? String(value ?? "") : formatValue(value, field, product);
}
