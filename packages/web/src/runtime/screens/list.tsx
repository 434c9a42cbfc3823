// A list: columns from Show, the first one the link; search, filters and sorting in the address; cards on a phone.
import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import type { FieldPath } from "@writ/language/product";
import { useState } from "react";
import { lazy } from "../../kit/lazy.ts";
import { Failure } from "../../kit/failure.tsx";
import { RowSkeletons } from "../../kit/skeletons.tsx";
import { Tick } from "../../kit/tick.tsx";
import { fieldAt } from "../data/filter.ts";
import { nameOf } from "../data/name.ts";
import { usePages } from "../data/pages.ts";
import { readPage } from "../data/rows.ts";
import { openedBy, pathsAround } from "../routing/open-address.ts";
import { rowsByEntity } from "../routing/read-route.ts";
import { useAddressSearch, useRouteParameters } from "../routing/use-go.ts";
import { useProduct } from "../product/product.tsx";
import { ExportButton } from "./list/export-button.tsx";
import { EmptyList } from "./list/empty-list.tsx";
import { listQuery, orderOf, shownPaths, sortColumn } from "./list/list-query.ts";
import { ListRows } from "./list/list-rows.tsx";
import { isNarrowed, Narrow, unnarrowed } from "./list/narrow.tsx";
import { ScreenHead } from "./screen-head.tsx";
import { callsOfRows } from "./screen-buttons.tsx";
import { SortCards } from "./list/sort-cards.tsx";
import type { ScreenProps } from "./kinds.ts";
import classes from "./list/list.module.css";

const { Later: Bulk } = lazy(async () => (await import("./list/bulk.tsx")).Bulk);

export function List({ screen, route }: ScreenProps) {
  const product = useProduct();
  const { application, say, word } = product;
  const parameters = useRouteParameters();
  const [search, setSearch] = useAddressSearch();
  const isPhone = useMediaQuery("(max-width: 719px)", false, { getInitialValueInEffect: false });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const entity = screen.entity ?? "";
  const paths = shownPaths(screen, product);
  const opened = openedBy(screen, product);
  const query = listQuery(screen, route, search, product, pathsAround(opened, entity, application, screen));
  const { pages, rows, isThere, onNear } = usePages("list", query);
  const steps =
    application.entities[entity]?.machines.flatMap(({ transitions }) =>
      transitions.filter(({ isButton }) => isButton),
    ) ?? [];
  const canChoose = steps.some(({ id }) =>
    (application.entities[entity]?.rights[`transition:${id}`] ?? []).some(({ role }) =>
      product.roles.some((held) => held.role === role),
    ),
  );
  const selected = chosen.size === 0 ? [] : rows.filter((row) => chosen.has(String(row["id"])));
  const choose = (id: string, is: boolean) =>
    setChosen((before) => {
      const next = new Set(before);
      if (is) next.add(id);
      else next.delete(id);
      return next;
    });
  const all = rows.length > 0 && selected.length === rows.length;
  return (
    <>
      <ScreenHead screen={screen} rows={rowsByEntity(screen, route)} />
      <div className={classes["tools"]}>
        <Narrow screen={screen} search={search} setSearch={setSearch} />
        {isPhone === true && (rows.length > 0 || !isThere) && (
          <SortCards
            entity={entity}
            paths={paths}
            order={orderOf(screen, search, product)[0]}
            onSort={(sort) => setSearch({ sort })}
          />
        )}
        {/* Until one knows, it has its place: nothing moves when the rows come. */}
        {(rows.length > 0 || !isThere) && (
          <ExportButton
            name={word(screen.label)}
            isEmpty={rows.length === 0}
            isPhone={isPhone === true}
            paths={paths}
            read={async (after) => readPage({ ...query, size: 1000 }, after, product)}
            entity={entity}
          />
        )}
      </div>
      {selected.length > 0 && <Bulk entity={entity} rows={selected} onClear={() => setChosen(new Set())} />}
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
          isFiltered={isNarrowed(screen, search)}
          onClear={() => setSearch(unnarrowed(screen))}
        />
      ) : (
        <ListRows
          entity={entity}
          paths={paths}
          rows={rows}
          opened={opened}
          calls={callsOfRows(screen, product)}
          isPhone={isPhone === true}
          order={orderOf(screen, search, product)}
          head={(path) => (
            <Head
              entity={entity}
              path={path}
              order={orderOf(screen, search, product)[0]}
              onSort={(sort) => setSearch({ sort })}
            />
          )}
          check={
            canChoose
              ? (row) => (
                  <Tick
                    label={say("selectRow", { name: nameOf(entity, row, product) })}
                    isOn={chosen.has(String(row["id"]))}
                    onChange={(is) => choose(String(row["id"]), is)}
                  />
                )
              : undefined
          }
          checkAll={
            <Tick
              label={say("selectAll")}
              isOn={all}
              isPartly={!all && selected.length > 0}
              onChange={() => setChosen(all ? new Set() : new Set(rows.map((row) => String(row["id"]))))}
            />
          }
          screen={screen}
          parameters={parameters}
          onNear={onNear}
        />
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

/** The next rows come when the end is near; a button stands there for whoever does not scroll. */
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
