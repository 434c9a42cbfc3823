// Where a screen shows rows, for whoever it is for there: what somebody is in another organisation opens nothing in this one.
import type { ApplicationScreen, FieldPath } from "@writ/language/product";
import type { Product } from "../session/product.tsx";
import { isFor } from "../session/rights.ts";
import { rolesIn } from "../session/scope.ts";
import { isWireRow, type WireRow } from "../values/row.ts";
import { addressOf, type Parameters } from "./addresses.ts";

export function openAddress(
  screen: ApplicationScreen | undefined,
  rows: Readonly<Record<string, WireRow>>,
  product: Product,
  parameters: Parameters,
): string | undefined {
  if (screen === undefined) return undefined;
  const { application, person } = product;
  return isFor(screen, { application, roles: rolesIn(screen, rows, product) }, person !== undefined)
    ? addressOf(screen, rows, parameters)
    : undefined;
}

type Step = { readonly entity: string; readonly path: FieldPath; readonly field: string };

/** From the last parameter, which is the row itself, up to the first: how the row leads to each of them. */
function stepsTo({ route }: ApplicationScreen): readonly Step[] {
  let path: FieldPath = [];
  return route.toReversed().flatMap((step): readonly Step[] => {
    if (step.kind === "fixed") return [];
    const named = { entity: step.entity, path, field: step.field };
    path = [...path, ...(step.within?.path ?? [])];
    return [named];
  });
}

/** What to ask of a row so that it can be opened from anywhere: all that its address names. */
export const pathsAround = (screen: ApplicationScreen): readonly FieldPath[] =>
  stepsTo(screen).flatMap(({ path, field }) =>
    field === "id" ? (path.length === 0 ? [] : [path]) : [[...path, field]],
  );

/** A row and those that it lies in, by entity, as far as its address names them. */
export const rowsAround = (screen: ApplicationScreen, row: WireRow): Readonly<Record<string, WireRow>> =>
  Object.fromEntries(
    stepsTo(screen).flatMap(({ entity, path }) => {
      const holder = path.reduce<unknown>((at, step) => (isWireRow(at) ? at[`_${step}`] : undefined), row);
      return isWireRow(holder) ? [[entity, holder]] : [];
    }),
  );
