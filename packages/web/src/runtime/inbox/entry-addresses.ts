// Where the rows that entries are about are shown: asked for with all that their addresses name, as far as the reader sees them.
import { useQueries } from "@tanstack/react-query";
import { dataOf } from "../data/rows.ts";
import { selectFor } from "../data/select.ts";
import { watched } from "../data/watch.ts";
import { detailOf } from "../product/addresses.ts";
import { openAddress, pathsAround } from "../routing/open-address.ts";
import { useProduct } from "../product/product.tsx";
import { isFor } from "../product/rights.ts";
import type { WireRow } from "../values/row.ts";

export type AboutRow = { readonly entity: string; readonly row_id: string };

/** By the row's id; nothing for one that is gone, or not for this reader, or shown by no screen of theirs. */
export function useEntryAddresses(entries: readonly AboutRow[]): ReadonlyMap<string, string> {
  const product = useProduct();
  const { application, backend, person } = product;
  const asked = [...Map.groupBy(entries, ({ entity }) => entity)].flatMap(([entity, about]) => {
    const screen = detailOf(entity, application, (one) => isFor(one, product, person !== undefined));
    return screen === undefined ? [] : [{ entity, screen, ids: [...new Set(about.map((one) => one.row_id))].sort() }];
  });
  const result = useQueries({
    queries: asked.map(({ entity, screen, ids }) => ({
      queryKey: [entity, "inbox", screen.id, ids, person?.id ?? null],
      queryFn: async () =>
        dataOf<readonly WireRow[]>(
          await backend
            .from(entity)
            .select(selectFor(entity, pathsAround(screen, entity, application), application))
            .in("id", ids),
        ),
      ...watched(backend, [{ entity }]),
    })),
  });
  return new Map(
    asked.flatMap(({ screen, entity }, index) =>
      (result[index]?.data ?? []).flatMap((row) => {
        const address = openAddress(screen, { [entity]: row }, product, {});
        return address === undefined ? [] : [[String(row["id"]), address] as const];
      }),
    ),
  );
}
