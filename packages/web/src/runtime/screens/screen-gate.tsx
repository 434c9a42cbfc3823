// What stands before every screen: whether it is for this person, and the rows that its address names.
import type { ApplicationScreen } from "@writ/language/product";
import { usePrefetchQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { Away, Failure } from "../../kit/failure.tsx";
import { Deferred } from "../../kit/deferred.tsx";
import { PageSkeleton } from "../../kit/skeletons.tsx";
import { watched, type Watch } from "../data/watch.ts";
import { BeingWritten, useLastWhileWriting, useWriting } from "../forms/being-written.ts";
import { readRoute, routeRow, rowsByEntity, type RouteRows } from "../routing/read-route.ts";
import { useAddressSearch, useRouteParameters } from "../routing/use-go.ts";
import { ProductProvider, useProduct } from "../product/product.tsx";
import { isFor } from "../product/rights.ts";
import { rolesIn } from "../session/scope.ts";
import type { WireRow } from "../values/row.ts";
import { useRememberedScope } from "../shell/use-remembered-scope.ts";
import { Crumbs } from "../shell/crumbs.tsx";
import { boardRows } from "./board/board-rows.ts";
import { detailKey, detailPaths } from "./detail/detail-row.ts";
import { List } from "./list.tsx";
import { kinds, type ScreenProps } from "./kinds.ts";
import { Missing, missingWords } from "../gaps/missing.tsx";
import { NoSuchPage } from "../gaps/no-such-page.tsx";
import { ScreenHead } from "./screen-head.tsx";
import { isWhollyGap } from "../product/gaps.ts";
import { Gap } from "../gaps/gap.tsx";

/** Of an address without parameters. */
const noRows: RouteRows = {};

export function ScreenGate({ screen }: { readonly screen: ApplicationScreen }) {
  const product = useProduct();
  const { application, person, say, word } = product;
  const parameters = useRouteParameters();
  const isOpen = isFor(screen, product, person !== undefined);
  useEffect(() => {
    document.title = `${word(screen.label)} · ${application.title}`;
  }, [application.title, screen.label, word]);
  const result = useRouteRows(screen, isOpen);
  const writing = useWriting();
  // What is typed for one row is not sent for another that is looked at next.
  const address = JSON.stringify(parameters);
  const rows = useLastWhileWriting(address, result.data, writing.isWriting);
  const isGone = result.data === null;
  const beingWritten = useMemo(() => ({ ...writing, isGone }), [writing, isGone]);
  useRememberedScope(screen, rows ?? undefined, product);
  // Inside an organisation only the roles that the reader has there count, and none that they have in others.
  const scoped = useMemo(
    () => ({ ...product, roles: rolesIn(screen, rowsByEntity(screen, rows ?? {}), product) }),
    [product, screen, rows],
  );
  // A screen whose For is not shown lets no user in, and the page reports only that.
  if (!isOpen && screen.for.length > 0) return <NoSuchPage />;
  if (screen.notShown || (screen.kind === "component" && screen.own === undefined))
    return <GapScreen screen={screen} />;
  if (result.error !== null && rows === undefined)
    return <Failure say={say} error={result.error} onRetry={() => void result.refetch()} />;
  if (rows === undefined) return <PageSkeleton label={say("loading")} />;
  if (rows === null) return <NoSuchPage screen={screen} />;
  if (!isFor(screen, scoped, person !== undefined)) return <NoSuchPage />;
  return (
    <ProductProvider value={scoped}>
      <BeingWritten value={beingWritten}>
        <Crumbs screen={screen} route={rows} />
        <Missing of={screen.gaps.filter((gap) => !hasItsPlace(gap))} />
        {isGone && (
          <p role="status" className="gone">
            {say("goneMeanwhile")}
          </p>
        )}
        <ScreenBody screen={screen} route={rows} address={address} />
      </BeingWritten>
    </ProductProvider>
  );
}

/** The rows that the address of a screen names: null where there are none such. */
function useRouteRows(screen: ApplicationScreen, isOpen: boolean) {
  const product = useProduct();
  const parameters = useRouteParameters();
  const queryKey = ["route", screen.id, parameters, product.person?.id ?? null];
  const queries = useQueryClient();
  const cached = queries.getQueryData<RouteRows | null>(queryKey);
  // Of a screen that shows nothing no row is looked up.
  const named = (screen.notShown ? [] : screen.route).flatMap((step): readonly Watch[] => {
    const id = step.kind === "parameter" ? cached?.[step.name]?.["id"] : undefined;
    return step.kind === "parameter" ? [{ entity: step.entity, id: id === undefined ? id : String(id) }] : [];
  });
  return useQuery({
    queryKey,
    queryFn: async () => {
      const isDetail = screen.kind === "detail";
      const rows = await readRoute(screen, parameters, product, isDetail ? detailPaths(screen, product) : []);
      const row = isDetail && rows ? routeRow(screen, rows) : undefined;
      // The detail need not ask for it once more.
      if (row !== undefined)
        queries.setQueryData(detailKey(screen, row["id"]), (there?: WireRow | null) =>
          there === undefined ? row : undefined,
        );
      return rows ?? null;
    },
    enabled: isOpen && !screen.notShown,
    // A visitor who has just got an account goes on where they are.
    placeholderData: (before, query) =>
      query?.queryKey[1] === screen.id && JSON.stringify(query.queryKey[2]) === JSON.stringify(parameters)
        ? before
        : undefined,
    ...(named.length > 0 ? watched(product.backend, named) : { initialData: noRows }),
  });
}

/** A screen of which the document does not say what it shows. */
function GapScreen({ screen }: { readonly screen: ApplicationScreen }) {
  const product = useProduct();
  return (
    <>
      <div className="page-head">
        <h1>{product.word(screen.label)}</h1>
      </div>
      {missingWords(screen.gaps, product).length > 0 ? (
        <Missing of={screen.gaps} />
      ) : (
        <Missing of={[]} title={product.say("notShown")} />
      )}
    </>
  );
}

function ScreenBody({ screen, route, address }: ScreenProps & { readonly address: string }) {
  const product = useProduct();
  const isEmpty = ofRows.has(screen.kind) && isWhollyGap(screen.entity ?? "", product);
  const skeleton = <PageSkeleton label={product.say("loading")} />;
  const Kind = screen.kind === "list" || screen.kind === "not shown" ? undefined : kinds[screen.kind].Later;
  return (
    <>
      {screen.kind === "board" && !isEmpty && <BoardAhead screen={screen} route={route} />}
      <Deferred instead={skeleton}>
        {/* A list is loaded before the first screen, whichever that is, because most often it is one. */}
        {isEmpty ? (
          <>
            <ScreenHead screen={screen} rows={rowsByEntity(screen, route)} />
            <Gap />
          </>
        ) : Kind === undefined ? (
          <List key={address} screen={screen} route={route} />
        ) : (
          <Kind
            key={address}
            screen={screen}
            route={route}
            instead={skeleton}
            away={(again) => <Away onRetry={again} />}
          />
        )}
      </Deferred>
    </>
  );
}

/** Kinds of screens that show whichever rows there are. */
const ofRows: ReadonlySet<string> = new Set(["list", "board", "calendar"]);

/** Where buttons would stand, and where a list says that it is empty. */
const hasItsPlace = (address: string): boolean => /\/(?:Buttons|Empty)$/.test(address);

/** Its rows come while its code does. */
function BoardAhead({ screen, route }: ScreenProps) {
  const [search] = useAddressSearch();
  usePrefetchQuery(boardRows(screen, route, search, useProduct()));
  return null;
}
