// The rows of a board: their request, for the board itself and while its code is still being loaded.
import type { ApplicationScreen } from "@writ/language/product";
import { quoted } from "../../values/quoted.ts";
import { readRows } from "../../data/rows.ts";
import { watched, watchesOf } from "../../data/watch.ts";
import { openedBy, pathsAround } from "../../routing/open-address.ts";
import type { RouteRows } from "../../routing/read-route.ts";
import type { Search } from "../../routing/use-go.ts";
import type { Product } from "../../product/product.tsx";
import type { WireRow } from "../../values/row.ts";
import { listQuery } from "../list/list-query.ts";

/** As the screen's Page size says; more cards than these at a time are of no use. */
export const cardsAtATime = ({ pageSize }: ApplicationScreen): number => Math.min(pageSize ?? 500, 500);

export function boardRows(
  screen: ApplicationScreen,
  route: RouteRows,
  search: Search,
  product: Product,
  size = cardsAtATime(screen),
) {
  const { entity = "", by = "", card, columns } = screen;
  const all = listQuery({ ...screen, show: card }, route, search, product, [
    [by],
    ...pathsAround(openedBy(screen, product), entity, product.application, screen),
  ]);
  // What is in none of its columns would take the place of what is.
  const inColumns = columns === undefined ? [] : [`${by}.in.(${columns.map(quoted).join()})`];
  const query = { ...all, conditions: [...all.conditions, ...inColumns] };
  return {
    queryKey: [entity, "board", query, size],
    queryFn: async ({ signal }: { readonly signal: AbortSignal }) => readRows(query, [], size, product, signal),
    // While more of the same are fetched, those that are there stay.
    placeholderData: (before: readonly WireRow[] | undefined) => (size > cardsAtATime(screen) ? before : undefined),
    ...watched(product.backend, watchesOf({ entity }, query.paths, product.application, query.conditions)),
  };
}
