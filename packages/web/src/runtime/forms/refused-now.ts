// Why a user may not change the row that they are writing about: asked anew as others change it, while the form stays as it is.
import { useQuery } from "@tanstack/react-query";
import { messageFor } from "../../words/refusal.ts";
import { readRow } from "../data/rows.ts";
import { readsOf } from "../data/select.ts";
import { watched, watchesOf } from "../data/watch.ts";
import { rowContext, useProduct } from "../product/product.tsx";
import { may, whyNot } from "../product/rights.ts";
import type { WireRow } from "../values/row.ts";

/** Undefined: they may, as far as a browser can tell. */
export function useRefusedNow(entity: string, row: WireRow): string | undefined {
  const product = useProduct();
  const { application, backend, language } = product;
  const id = String(row["id"]);
  const rights = application.entities[entity]?.rights["update"] ?? [];
  const paths = readsOf(rights.flatMap(({ when, otherwise }) => [when, ...otherwise.map((one) => one.when)]));
  const now = useQuery({
    queryKey: [entity, "rights", id, paths.join()],
    queryFn: async () => (await readRow(entity, { id }, paths, product)) ?? null,
    enabled: paths.length > 0,
    // The row that the form was given is refetched only when a user has changed it.
    initialData: row,
    gcTime: 0,
    ...watched(backend, watchesOf({ entity, id }, paths, application)),
  });
  // An account of one's own is one's own to change.
  if (entity === "user") return undefined;
  const context = rowContext(product, entity, { ...row, ...now.data });
  if (may("update", entity, context, product) !== "no") return undefined;
  return messageFor(whyNot("update", entity, context, product), language, application);
}
