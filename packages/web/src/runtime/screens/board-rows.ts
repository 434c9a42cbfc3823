// The rows of a board: what is asked for them, by the board itself and while its code is still being loaded.
import type { ApplicationScreen } from "@writ/language/product";
import { readRows } from "../data/rows.ts";
import { watched, watchesOf } from "../data/watch.ts";
import { addressPaths, detailOf, screenNamed } from "../routing/addresses.ts";
import type { RouteRows } from "../routing/read-route.ts";
import type { Search } from "../routing/use-go.ts";
import type { Product } from "../session/product.tsx";
import { isFor } from "../session/rights.ts";
import { listQuery } from "./list-query.ts";

/** More cards than this on one board help nobody; the rest is found in a list. */
export const mostCards = 500;

/** Where a card leads. */
export const openedBy = ({ opens, entity = "" }: ApplicationScreen, product: Product): ApplicationScreen | undefined =>
  screenNamed(opens, product.application) ??
  detailOf(entity, product.application, (one) => isFor(one, product, product.person !== undefined));

export function boardRows(screen: ApplicationScreen, route: RouteRows, search: Search, product: Product) {
  const { entity = "", by = "", card } = screen;
  const query = listQuery({ ...screen, show: card }, route, search, product, [
    [by],
    ...addressPaths(openedBy(screen, product)),
  ]);
  return {
    queryKey: [entity, "board", query],
    queryFn: async ({ signal }: { readonly signal: AbortSignal }) => readRows(query, [], mostCards, product, signal),
    ...watched(product.backend, watchesOf({ entity }, query.paths, product.application, query.conditions)),
  };
}
