// Where the rows that entries are about are shown: asked for with all that their addresses name, as far as the reader sees them.
import { useQueries } from "@tanstack/react-query";
import type { ApplicationScreen, FieldPath } from "@writ/language/product";
import { dataOf } from "../data/rows.ts";
import { selectFor } from "../data/select.ts";
import { watched } from "../data/watch.ts";
import { addressOf, detailOf } from "../routing/addresses.ts";
import { useProduct } from "../session/product.tsx";
import { isFor } from "../session/rights.ts";
import { isWireRow, type WireRow } from "../values/row.ts";

export type AboutRow = { readonly entity: string; readonly row_id: string };

/** By the row's id; nothing for one that is gone, or not for this reader, or shown by no screen of theirs. */
export function useEntryAddresses(entries: readonly AboutRow[]): ReadonlyMap<string, string> {
  const product = useProduct();
  const { application, backend, person } = product;
  const asked = [...Map.groupBy(entries, ({ entity }) => entity)].flatMap(([entity, about]) => {
    const screen = detailOf(entity, application, (one) => isFor(one, product, person !== undefined));
    return screen === undefined ? [] : [{ entity, screen, ids: [...new Set(about.map((one) => one.row_id))].sort() }];
  });
  const found = useQueries({
    queries: asked.map(({ entity, screen, ids }) => ({
      queryKey: [entity, "inbox", screen.id, ids, person?.id ?? null],
      queryFn: async () =>
        dataOf<readonly WireRow[]>(
          await backend
            .from(entity)
            .select(selectFor(entity, pathsIn(screen), application))
            .in("id", ids),
        ),
      ...watched(backend, [{ entity }]),
    })),
  });
  return new Map(
    asked.flatMap(({ screen }, index) =>
      (found[index]?.data ?? []).flatMap((row) => {
        const address = addressOf(screen, {}, parametersOf(screen, row));
        return address === undefined ? [] : [[String(row["id"]), address] as const];
      }),
    ),
  );
}

type Named = { readonly name: string; readonly path: FieldPath; readonly field: string };

/** From the last parameter, which is the row itself, up to the first: how the row leads to each of them. */
function namedIn({ route }: ApplicationScreen): readonly Named[] {
  let path: FieldPath = [];
  return route.toReversed().flatMap((step): readonly Named[] => {
    if (step.kind === "fixed") return [];
    const named = { name: step.name, path, field: step.field };
    path = [...path, ...(step.within?.path ?? [])];
    return [named];
  });
}

const pathsIn = (screen: ApplicationScreen): readonly FieldPath[] =>
  namedIn(screen).flatMap(({ path, field }) =>
    field === "id" ? (path.length === 0 ? [] : [path]) : [[...path, field]],
  );

const parametersOf = (screen: ApplicationScreen, row: WireRow): Readonly<Record<string, string>> =>
  Object.fromEntries(
    namedIn(screen).flatMap(({ name, path, field }) => {
      const holder = path.reduce<unknown>((at, step) => (isWireRow(at) ? at[`_${step}`] : undefined), row);
      const value = isWireRow(holder) ? holder[field] : undefined;
      return value === undefined || value === null ? [] : [[name, String(value)]];
    }),
  );
