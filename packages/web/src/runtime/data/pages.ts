// A list page by page: pages near the window are refetched now and then, the rest when a user scrolls there.
import { useDebouncedCallback } from "@mantine/hooks";
import { hashKey, keepPreviousData, useInfiniteQuery, useQueryClient, type InfiniteData } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useMemo, useRef } from "react";
import { useProduct } from "../product/product.tsx";
import type { WireRow } from "../values/row.ts";
import { readPage, type ListPage, type ListQuery } from "./rows.ts";
import { watched, watchesOf } from "./watch.ts";

/** A page that is older than this is asked for again when a user comes there. */
const aging = 5000;
/** Where so few rows follow those that are drawn, more are asked for. */
const soon = 20;

/** `name`: what kind of list of this entity it is. */
export function usePages(name: string, query: ListQuery) {
  const product = useProduct();
  const queries = useQueryClient();
  const near = useRef<readonly [number, number]>([0, Number.POSITIVE_INFINITY]);
  const keyOf = (one: ListQuery) => [one.entity, name, one, product.person?.id ?? null];
  const queryKey = keyOf(query);
  // When each page was asked for. Beside the pages, because what is asked for again and is the same is not drawn again.
  const askedAt = useRef(new Map<string, number>());
  const nameOfPage = (parameter: unknown) => hashKey([queryKey, parameter]);
  const before = useRef(query);
  useEffect(() => {
    before.current = query;
  });
  const pages = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }): Promise<ListPage> => {
      const cached = queries.getQueryData<InfiniteData<ListPage>>(queryKey);
      const index = cached?.pageParams.indexOf(pageParam) ?? -1;
      const page = cached?.pages[index];
      // Of a long list all pages would be asked for every few seconds.
      if (page !== undefined && (index < near.current[0] || index > near.current[1])) return page;
      askedAt.current.set(nameOfPage(pageParam), Date.now());
      return readPage(query, pageParam, product, signal, page?.next);
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    // The same rows with other columns: a user who has scrolled stays where they are.
    initialData: () =>
      isSameRows(before.current, query)
        ? queries.getQueryData<InfiniteData<ListPage, string | undefined>>(keyOf(before.current))
        : undefined,
    initialDataUpdatedAt: 0,
    ...watched(
      product.backend,
      watchesOf({ entity: query.entity }, query.paths, product.application, query.conditions),
    ),
  });
  // Rows are drawn in pieces, between which the page responds to typing and scrolling.
  const all = useDeferredValue(pages.data?.pages);
  const rows = useMemo(() => all && onlyOnce(all), [all]);
  const askAgain = useDebouncedCallback(() => void pages.refetch(), 200);
  const nearEnd = useRef(false);
  const isAsking = useRef(false);
  const askMore = async () => {
    if (isAsking.current || !pages.hasNextPage) return;
    isAsking.current = true;
    const cached = pages.data?.pages.length;
    let answer = await pages.fetchNextPage();
    // What is asked for again takes the place of what is still waited for.
    while (nearEnd.current && !answer.isError && answer.hasNextPage && answer.data?.pages.length === cached)
      // oxlint-disable-next-line no-await-in-loop -- One after the other.
      answer = await answer.fetchNextPage();
    isAsking.current = false;
  };
  /** Called with which rows are drawn. */
  const onNear = (first: number, last: number) => {
    nearEnd.current = rows !== undefined && last >= rows.length - soon;
    if (nearEnd.current) void askMore();
    const from = pageAt(first, all ?? []);
    const to = pageAt(last, all ?? []);
    if (from === near.current[0] && to === near.current[1]) return;
    near.current = [from, to];
    const old = Date.now() - aging;
    const looked = pages.data?.pageParams.slice(from, to + 1) ?? [];
    if (looked.some((parameter) => (askedAt.current.get(nameOfPage(parameter)) ?? 0) < old)) askAgain();
  };
  return { pages, rows: rows ?? [], isThere: rows !== undefined, onNear };
}

const isSameRows = (one: ListQuery, other: ListQuery): boolean =>
  hashKey([{ ...one, paths: [] }]) === hashKey([{ ...other, paths: [] }]);

/** A row that has moved to a page that was fetched later is there twice for a moment. */
function onlyOnce(pages: readonly ListPage[]): readonly WireRow[] {
  const seen = new Set<unknown>();
  return pages.flatMap(({ rows }) => rows.filter(({ id }) => !seen.has(id) && seen.add(id)));
}

function pageAt(row: number, pages: readonly ListPage[]): number {
  let end = 0;
  return Math.max(
    0,
    pages.findIndex(({ rows }) => row < (end += rows.length)),
  );
}
