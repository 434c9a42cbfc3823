// What rows are called that the history of another one names: asked for all of it at once.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ApplicationField } from "@writ/language/product";
import { inParts } from "../../data/choices.ts";
import { quoted } from "../../values/quoted.ts";
import { nameOf } from "../../data/name.ts";
import { readRows } from "../../data/rows.ts";
import { namePaths } from "../../data/select.ts";
import { useProduct, type Product } from "../../product/product.tsx";
import { idsIn } from "../../values/row.ts";

export type Changed = {
  readonly changes: Readonly<Record<string, { readonly old: unknown; readonly new: unknown }>> | null;
  /** What accounts in its changes are called. */
  readonly names: Readonly<Record<string, string | null>>;
};

/** Of a longer list so many are named. */
const most = 20;

/** The rows of others that a value names. */
export const referencedRows = (value: unknown, { type }: ApplicationField): readonly string[] =>
  value === null || value === undefined || value === ""
    ? []
    : type.kind === "several"
      ? idsIn(value).slice(0, most)
      : type.kind === "reference"
        ? [String(value)]
        : [];

/** What rows are called now, for a user who may read them: the history does not keep what they were called. */
export function useRowNames(events: readonly Changed[], of: string): ReadonlyMap<string, string> | undefined {
  const product = useProduct();
  const { application } = product;
  const fields = application.entities[of]?.fields ?? {};
  const required = new Map<string, Set<string>>();
  for (const { changes, names } of events)
    for (const [name, change] of Object.entries(changes ?? {})) {
      const field = fields[name];
      const entity = field !== undefined && "entity" in field.type ? field.type.entity : "user";
      // What accounts are called comes with the history.
      if (field === undefined || entity === "user") continue;
      for (const id of [change.old, change.new].flatMap((value) => referencedRows(value, field)))
        if (!names[id]) required.set(entity, (required.get(entity) ?? new Set()).add(id));
    }
  const asked = [...required].map(([entity, ids]) => [entity, [...ids].toSorted()] as const);
  return useQuery({
    queryKey: [of, "called", asked, product.person?.id ?? null],
    queryFn: async ({ signal }) => {
      const result = await Promise.all(
        asked.flatMap(([entity, ids]) => inParts(ids).map(async (part) => readNamed(entity, part, product, signal))),
      );
      return new Map(result.flat());
    },
    enabled: asked.length > 0,
    // One more event does not take the names from the others.
    placeholderData: keepPreviousData,
  }).data;
}

async function readNamed(entity: string, ids: readonly string[], product: Product, signal: AbortSignal) {
  const conditions = [`id.in.(${ids.map(quoted).join(",")})`];
  const query = { entity, paths: namePaths(entity, product.application), conditions, search: "", order: [], size: 0 };
  const rows = await readRows(query, [], ids.length, product, signal);
  return rows.map((row) => [String(row["id"]), nameOf(entity, row, product)] as const);
}
