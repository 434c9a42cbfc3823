// Taking a step: seen at once, undone with the catalogue's words where the database refuses.
import { useMutation, useQueryClient, type InfiniteData, type QueryKey } from "@tanstack/react-query";
import { notify } from "../../kit/notify.ts";
import { wordsOf } from "../../kit/failure.tsx";
import { useProduct } from "../product/product.tsx";
import type { WireRow } from "../values/row.ts";
import type { Reader } from "../session/reader.ts";
import { dataOf, type ListPage } from "./rows.ts";
import type { Step } from "./steps.ts";

export type Taking = { readonly step: Step; readonly row: WireRow; readonly asked?: Readonly<Record<string, unknown>> };

/** The refusal is shown here, except for fields that were asked for: `onRefusal` shows those in place. */
export function useStep(entity: string) {
  const { backend, say } = useProduct();
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: async ({ step, row, asked = {} }: Taking) =>
      dataOf<WireRow>(await backend.rpc(`${entity}_${step.transition.id}`, { id: row["id"], ...asked })),
    onMutate: async ({ step, row, asked = {} }: Taking) => {
      await queries.cancelQueries({ queryKey: [entity] });
      const before = queries.getQueriesData({ queryKey: [entity] });
      // A step that asks for something may yet be refused for what was given.
      const changed = step.to === undefined ? {} : { [step.field]: step.to };
      if (Object.keys(asked).length === 0)
        queries.setQueriesData({ queryKey: [entity] }, (data: unknown) => patched(data, String(row["id"]), changed));
      return { before };
    },
    onError: (error: Error, { asked = {} }, kept) => {
      for (const [key, data] of (kept?.before ?? []) as readonly (readonly [QueryKey, unknown])[])
        queries.setQueryData(key, data);
      if (Object.keys(asked).length === 0) notify(wordsOf(error, say), "wrong");
    },
    onSettled: async () => changedRows(queries),
  });
  return mutation;
}

/** Rows have changed: everything that was shown is refetched; one's roles only where rows give some. */
export async function changedRows(queries: ReturnType<typeof useQueryClient>): Promise<void> {
  await queries.invalidateQueries({
    predicate: ({ queryKey, state: { data } }) =>
      queryKey[0] !== "standing" || (data as Partial<Reader> | undefined)?.application?.rolesFollowRows === true,
  });
}

function patched(data: unknown, id: string, changed: WireRow): unknown {
  const one = (row: WireRow): WireRow => (row["id"] === id ? { ...row, ...changed } : row);
  if (isPages(data)) return { ...data, pages: data.pages.map((page) => ({ ...page, rows: page.rows.map(one) })) };
  if (Array.isArray(data)) return data.map((row: WireRow) => one(row));
  return typeof data === "object" && data !== null && "id" in data ? one(data as WireRow) : data;
}

const isPages = (data: unknown): data is InfiniteData<ListPage> =>
  typeof data === "object" && data !== null && "pages" in data;
