// The row that a detail shows: what is asked of it, and where it is kept. What finds the row asks for all of it at once.
import type { ApplicationScreen, FieldPath } from "@writ/language/product";
import { namePaths } from "../data/select.ts";
import { stepPaths } from "../data/steps.ts";
import type { Product } from "../session/product.tsx";
import { shownPaths } from "./list-query.ts";

/** `row`: its id; undefined for the only one that its reader may see. */
export const detailKey = ({ entity, id }: ApplicationScreen, row: unknown): readonly unknown[] => [
  entity,
  "row",
  String(row ?? "the one"),
  id,
];

export function detailPaths(screen: ApplicationScreen, product: Product): readonly FieldPath[] {
  const { application } = product;
  const { entity = "" } = screen;
  // What a form or a question may need of the row, besides what is shown.
  const asked = (application.entities[entity]?.machines ?? []).flatMap(({ transitions }) =>
    transitions.flatMap(({ asks }) => asks.map(({ field }) => [field])),
  );
  return [
    ...shownPaths(screen, product),
    ["updated_at"],
    ...namePaths(entity, application),
    ...stepPaths(entity, product),
    ...asked,
  ];
}
