// The rows that an address names, from left to right, each among those that belong to the one before.
import { ownOf } from "../../words/own-of.ts";
import type { ApplicationScreen, FieldPath, Value } from "@writ/language/product";
import { allFields, readRow } from "../data/rows.ts";
import type { Product } from "../product/product.tsx";
import { rowFor } from "../field-types/row-values.ts";
import type { WireRow } from "../values/row.ts";
import type { Parameters } from "../product/addresses.ts";

/** By the name of the parameter. */
export type RouteRows = Readonly<Record<string, WireRow>>;

/** Undefined where one of them is not there, or not for this reader. `more` is asked of the row that the screen is about. */
export async function readRoute(
  screen: ApplicationScreen,
  parameters: Parameters,
  product: Product,
  more: readonly FieldPath[] = [],
): Promise<RouteRows | undefined> {
  const rows: Record<string, WireRow> = {};
  for (const step of screen.route) {
    if (step.kind !== "parameter") continue;
    const value = ownOf(parameters, step.name);
    // No row has a letter that no database keeps.
    if (value === undefined || value.includes("\0") || (step.field === "id" && !isId(value))) return undefined;
    const above = step.within && rows[step.within.parameter];
    const [reference, ...further] = step.within?.path ?? [];
    // A way of several steps is asked for at its end by the rights of the row itself.
    const inside =
      above !== undefined && reference !== undefined && further.length === 0
        ? { [reference]: String(above["id"]) }
        : {};
    const row = await readRow(
      step.entity,
      { [step.field]: value, ...inside },
      [...allFields(step.entity, product.application), ...(step === stepOf(screen) ? more : [])],
      product,
    );
    if (row === undefined) return undefined;
    rows[step.name] = row;
  }
  return rows;
}

const isId = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** As expressions name them: `route.item`. */
export function routeScope(
  screen: ApplicationScreen,
  rows: RouteRows,
  { application }: Product,
): Readonly<Record<string, Value>> {
  const entries = screen.route.flatMap((step): readonly (readonly [string, Value])[] => {
    const row = step.kind === "parameter" ? rows[step.name] : undefined;
    return step.kind === "parameter" && row !== undefined
      ? [[`route.${step.name}`, rowFor(step.entity, row, application)]]
      : [];
  });
  return Object.fromEntries(entries);
}

const stepOf = ({ route, entity }: ApplicationScreen) =>
  route.findLast((one) => one.kind === "parameter" && one.entity === entity);

/** The row of an entity that the address names. */
export function routeRow(screen: ApplicationScreen, rows: RouteRows): WireRow | undefined {
  const step = stepOf(screen);
  return step?.kind === "parameter" ? rows[step.name] : undefined;
}

/** For addresses of other screens: each row under its entity. */
export const rowsByEntity = (screen: ApplicationScreen, rows: RouteRows): Readonly<Record<string, WireRow>> =>
  Object.fromEntries(
    screen.route.flatMap((step) =>
      step.kind === "parameter" && rows[step.name] ? [[step.entity, rows[step.name] as WireRow]] : [],
    ),
  );
