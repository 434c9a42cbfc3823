// The row that a detail shows: which fields are requested, and where it is cached. One request finds and reads it.
import type { ApplicationScreen, FieldPath } from "@writ/language/product";
import { namePaths } from "../../data/select.ts";
import { stepPaths } from "../../data/steps.ts";
import { screenNamed } from "../../product/addresses.ts";
import { pathsAround } from "../../routing/open-address.ts";
import type { Product } from "../../product/product.tsx";
import { isFor } from "../../product/rights.ts";
import { shownPaths } from "../list/list-query.ts";

/** `row`: its id; undefined for the only one that its reader may see. */
export const detailKey = ({ entity, id }: ApplicationScreen, row: unknown): readonly unknown[] => [
  entity,
  "row",
  String(row ?? "the one"),
  id,
];

/** Where the row is changed. */
export const editOf = (entity: string, product: Product): ApplicationScreen | undefined =>
  product.application.screens.find(
    (one) => one.kind === "edit" && one.entity === entity && isFor(one, product, product.person !== undefined),
  );

export function detailPaths(screen: ApplicationScreen, product: Product): readonly FieldPath[] {
  const { application } = product;
  const { entity = "" } = screen;
  // What a form or a question may need of the row, besides what is shown.
  const asked = (application.entities[entity]?.machines ?? []).flatMap(({ transitions }) =>
    transitions.flatMap(({ asks }) => asks.map(({ field }) => [field])),
  );
  const led = screen.buttons.map(({ kind, id }) => (kind === "screen" ? screenNamed(id, application) : undefined));
  return [
    ...shownPaths(screen, product),
    ["updated_at"],
    ...namePaths(entity, application),
    ...stepPaths(entity, product),
    ...asked,
    ...[...led, editOf(entity, product)].flatMap((to) => pathsAround(to, entity, application, screen)),
  ];
}
