// A list: columns from Show, the first one the link; search, filters and sorting in the address; cards on a phone.
import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import type { ApplicationScreen, FieldPath } from "@writ/language/product";
import { useState } from "react";
import { lazy } from "../../kit/lazy.ts";
import { Failure } from "../../kit/failure.tsx";
import { RowSkeletons } from "../../kit/skeletons.tsx";
import { Tick } from "../../kit/tick.tsx";
import { fieldAt } from "../data/filter.ts";
import { nameOf } from "../data/name.ts";
import { usePages } from "../data/pages.ts";
import { readPage, type ListQuery } from "../data/rows.ts";
import { openedBy, pathsAround } from "../routing/open-address.ts";
import { rowsByEntity } from "../routing/read-route.ts";
import { useAddressSearch, useRouteParameters } from "../routing/use-go.ts";
import { useProduct } from "../product/product.tsx";
import { ExportButton } from "./list/export-button.tsx";
import { EmptyList } from "./list/empty-list.tsx";
import { listQuery, orderOf, shownPaths, sortColumn } from "./list/list-query.ts";
import { ListRows } from "./list/list-rows.tsx";
import { isFiltered, ListFilters, clearedFilters } from "./list/list-filters.tsx";
import { ScreenHead } from "./screen-head.tsx";
import { callsOfRows } from "./screen-buttons.tsx";
import { SortCards } from "./list/sort-cards.tsx";
import type { ScreenProps } from "./kinds.ts";
import type { WireRow } from "../values/row.ts";
import classes from "./list/list.module.css";

const { Later: ImportButton } = lazy(async () => (await import("./list/import-button.tsx")).ImportButton);
const { Later: Bulk } = lazy(async () => (await import("./list/bulk.tsx")).Bulk);

export function List({ screen, route }: ScreenProps) {
  const product = useProduct();
  const { application, say } = product;
  const [search, setSearch] = useAddressSearch();
  const isPhone = useMediaQuery("(max-width: 719px)", false, { getInitialValueInEffect: false }) === true;
  const entity = screen.entity ?? "";
  const query = listQuery(
    screen,
    route,
    search,
    product,
    pathsAround(openedBy(screen, product), entity, application, screen),
  );
  const list = usePages("list", query);
  const { pages, rows, isThere } = list;
  const selection = useSelection(rows);
  return (
    <>
      <ScreenHead screen={screen} rows={rowsByEntity(screen, route)} />
      <ListTools screen={screen} query={query} rows={rows} isThere={isThere} isPhone={isPhone} />
      {selection.rows.length > 0 && <Bulk entity={entity} rows={selection.rows} onClear={selection.clear} />}
      {pages.error !== null && !isThere ? (
        <Failure say={say} error={pages.error} onRetry={() => void pages.refetch()} />
      ) : !isThere ? (
        <div role="status" aria-label={say("loading")}>
          <RowSkeletons count={8} />
        </div>
      ) : rows.length === 0 ? (
        <EmptyList
          screen={screen}
          route={route}
          isFiltered={isFiltered(screen, search)}
          onClear={() => setSearch(clearedFilters(screen))}
        />
      ) : (
        <SelectableRows screen={screen} rows={rows} isPhone={isPhone} selection={selection} onNear={list.onNear} />
      )}
      {rows.length > 0 && (
        <More
          count={rows.length}
          hasMore={pages.hasNextPage}
          isLoading={pages.isFetchingNextPage}
          onMore={() => void pages.fetchNextPage()}
        />
      )}
    </>
  );
}

type ListToolsProps = {
  readonly screen: ApplicationScreen;
  readonly query: ListQuery;
  readonly rows: readonly WireRow[];
  readonly isThere: boolean;
  readonly isPhone: boolean;
};

function ListTools({ screen, query, rows, isThere, isPhone }: ListToolsProps) {
  const product = useProduct();
  const [search, setSearch] = useAddressSearch();
  const entity = screen.entity ?? "";
  const paths = shownPaths(screen, product);
  // Until one knows, they have their place: nothing moves when the rows come.
  const mayHaveRows = rows.length > 0 || !isThere;
  return (
    <div className={classes["tools"]}>
      <ListFilters screen={screen} search={search} setSearch={setSearch} />
      {isPhone && mayHaveRows && (
        <SortCards
          entity={entity}
          paths={paths}
          order={orderOf(screen, search, product)[0]}
          onSort={(sort) => setSearch({ sort })}
        />
      )}
      <div className={classes["files"]}>
        {screen.import.length > 0 && <ImportButton entity={entity} isPhone={isPhone} />}
        {mayHaveRows && (
          <ExportButton
            name={product.word(screen.label)}
            isEmpty={rows.length === 0}
            isPhone={isPhone}
            paths={paths}
            read={async (after) => readPage({ ...query, size: 1000 }, after, product)}
            entity={entity}
          />
        )}
      </div>
    </div>
  );
}

type Selection = ReturnType<typeof useSelection>;

/** Which rows are ticked, of those that are there. */
function useSelection(rows: readonly WireRow[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selected = ids.size === 0 ? [] : rows.filter((row) => ids.has(String(row["id"])));
  const isAll = rows.length > 0 && selected.length === rows.length;
  return {
    rows: selected,
    isAll,
    has: (row: WireRow) => ids.has(String(row["id"])),
    set: (row: WireRow, is: boolean) =>
      setIds((before) => {
        const next = new Set(before);
        if (is) next.add(String(row["id"]));
        else next.delete(String(row["id"]));
        return next;
      }),
    toggleAll: () => setIds(isAll ? new Set() : new Set(rows.map((row) => String(row["id"])))),
    clear: () => setIds(new Set()),
  };
}

type SelectableRowsProps = {
  readonly screen: ApplicationScreen;
  readonly rows: readonly WireRow[];
  readonly isPhone: boolean;
  readonly selection: Selection;
  readonly onNear: (first: number, last: number) => void;
};

/** Rows are ticked where there is a step to take with several of them. */
function SelectableRows({ screen, rows, isPhone, selection, onNear }: SelectableRowsProps) {
  const product = useProduct();
  const { application, say } = product;
  const parameters = useRouteParameters();
  const [search, setSearch] = useAddressSearch();
  const entity = screen.entity ?? "";
  const order = orderOf(screen, search, product);
  const { machines = [], rights = {} } = application.entities[entity] ?? {};
  const canSelect = machines
    .flatMap(({ transitions }) => transitions.filter(({ isButton }) => isButton))
    .some(({ id }) =>
      (rights[`transition:${id}`] ?? []).some(({ role }) => product.roles.some((own) => own.role === role)),
    );
  return (
    <ListRows
      entity={entity}
      paths={shownPaths(screen, product)}
      rows={rows}
      opened={openedBy(screen, product)}
      calls={callsOfRows(screen, product)}
      isPhone={isPhone}
      order={order}
      head={(path) => <Head entity={entity} path={path} order={order[0]} onSort={(sort) => setSearch({ sort })} />}
      check={
        canSelect
          ? (row) => (
              <Tick
                label={say("selectRow", { name: nameOf(entity, row, product) })}
                isOn={selection.has(row)}
                onChange={(is) => selection.set(row, is)}
              />
            )
          : undefined
      }
      checkAll={
        <Tick
          label={say("selectAll")}
          isOn={selection.isAll}
          isPartly={!selection.isAll && selection.rows.length > 0}
          onChange={selection.toggleAll}
        />
      }
      screen={screen}
      parameters={parameters}
      onNear={onNear}
    />
  );
}

type HeadProps = {
  readonly entity: string;
  readonly path: FieldPath;
  readonly order: { readonly column: string; readonly descending: boolean } | undefined;
  readonly onSort: (sort: string) => void;
};

function Head({ entity, path, order, onSort }: HeadProps) {
  const { application, word } = useProduct();
  const field = fieldAt(path, entity, application);
  const label = word(field?.label ?? path.at(-1) ?? "");
  const column = sortColumn(path, entity, application);
  if (column === undefined) return <>{label}</>;
  const isSorted = order?.column === column;
  const key = path.join(".");
  const Icon = isSorted && order.descending ? IconArrowDown : IconArrowUp;
  return (
    <button
      type="button"
      className={classes["sort"]}
      data-sorted={isSorted}
      onClick={() => onSort(isSorted && !order.descending ? `-${key}` : key)}
    >
      {label}
      <Icon size={14} aria-hidden="true" />
    </button>
  );
}

/** The next rows come when the end is near; a button is there for a user who does not scroll. */
function More({
  count,
  hasMore,
  isLoading,
  onMore,
}: {
  readonly count: number;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly onMore: () => void;
}) {
  const { say } = useProduct();
  return (
    <div className={classes["more"]}>
      <span className="quiet figures" role="status">
        {say(hasMore ? "rowsShown" : "allShown", { count })}
      </span>
      {hasMore && (
        <Button variant="default" size="xs" loading={isLoading} onClick={onMore}>
          {say("loadMore")}
        </Button>
      )}
    </div>
  );
}
