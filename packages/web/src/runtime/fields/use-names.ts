// What rows that a field refers to are called, by their ids; of one that the reader may not see, that it is there.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ApplicationField } from "@writ/language/product";
import { readNamed, type NamedInDraft, type NamedRow } from "../data/choices.ts";
import { useProduct } from "../product/product.tsx";

export type NamedReferences = {
  readonly entity: string;
  readonly field: ApplicationField;
  readonly ids: readonly string[];
  /** Of the row that has the field, where it is stored; otherwise what it refers to so far. */
  readonly rowId: string | undefined;
  readonly draft?: NamedInDraft | undefined;
};

/** `others`: rows whose names are known as well. */
export function useNames({
  entity,
  field,
  ids,
  rowId,
  draft,
}: NamedReferences): (id: string, others?: readonly NamedRow[]) => string {
  const product = useProduct();
  const names = useQuery({
    queryKey: ["named", entity, field.id, rowId ?? draft ?? null, ids],
    queryFn: async () => readNamed(entity, field, rowId, ids, product, draft),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  const target = "entity" in field.type ? field.type.entity : "";
  const hidden =
    names.data === undefined || names.isPlaceholderData
      ? "…"
      : product.word(product.application.entities[target]?.label ?? "");
  return (id, others = []) => [...(names.data ?? []), ...others].find((one) => one.id === id)?.name ?? hidden;
}
