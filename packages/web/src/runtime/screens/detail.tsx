// A row as a whole: its name and state, the steps that it can take, its facts, what belongs to it, what happened to it.
import { Button } from "@mantine/core";
import { IconEdit } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { FieldPath } from "@writ/language/product";
import { useContext, useEffect } from "react";
import { Failure } from "../../kit/failure.tsx";
import { PageSkeleton } from "../../kit/skeletons.tsx";
import { fieldAt } from "../data/filter.ts";
import { nameOf } from "../data/name.ts";
import { readRow } from "../data/rows.ts";
import { watched, watchesOf } from "../data/watch.ts";
import { fieldTypeOf } from "../field-types/field-types.ts";
import { ShowField } from "../fields/show-field.tsx";
import { BeingWritten, useLastWhileWriting } from "../forms/being-written.ts";
import { useGoBack } from "../routing/go-back.ts";
import { openAddress } from "../routing/open-address.ts";
import { routeRow, rowsByEntity } from "../routing/read-route.ts";
import { useGo, useRouteParameters } from "../routing/use-go.ts";
import { rowContext, useProduct, type Product } from "../product/product.tsx";
import { may } from "../product/rights.ts";
import { DeleteRow } from "./detail/delete-row.tsx";
import { detailKey, detailPaths, editOf } from "./detail/detail-row.ts";
import { History } from "./detail/history.tsx";
import { Lookers } from "./detail/lookers.tsx";
import { shownPaths } from "./list/list-query.ts";
import { NoSuchPage } from "../gaps/no-such-page.tsx";
import { Refused } from "./refused.tsx";
import { RelatedList } from "./detail/related-list.tsx";
import { ScreenButtons } from "./screen-buttons.tsx";
import type { ScreenProps } from "./kinds.ts";
import type { WireRow } from "../values/row.ts";
import { Steps } from "./detail/steps.tsx";
import classes from "./detail/detail.module.css";

/** As much as stands in a few lines of half the width. */
const isWide = ([field = "", ...rest]: FieldPath, row: WireRow): boolean =>
  rest.length === 0 && String(row[field] ?? "").length > 60;

export function Detail({ screen, route }: ScreenProps) {
  const product = useProduct();
  const { application, backend, person, say } = product;
  const entity = screen.entity ?? "";
  const known = application.entities[entity];
  const stated = routeRow(screen, route)?.["id"] ?? (entity === "user" ? person?.id : undefined);
  const id = stated === undefined ? undefined : String(stated);
  const result = useQuery({
    queryKey: detailKey(screen, stated),
    queryFn: async () =>
      (await readRow(entity, id === undefined ? {} : { id }, detailPaths(screen, product), product)) ?? null,
    ...watched(backend, watchesOf({ entity, id }, factsOf(screen, product), application)),
  });
  const { isWriting, isGone } = useContext(BeingWritten);
  const row = useLastWhileWriting(String(stated), result.data, isWriting);
  const name = row ? nameOf(entity, row, product) : "";
  useEffect(() => {
    if (name !== "") document.title = `${name} · ${application.title}`;
  }, [name, application.title]);
  if (result.error !== null && row === undefined)
    return <Failure say={say} error={result.error} onRetry={() => void result.refetch()} />;
  if (row === undefined) return <PageSkeleton label={say("loading")} />;
  if (row === null || known === undefined) return <NoSuchPage screen={screen} />;
  return (
    <>
      <DetailHead screen={screen} route={route} row={row} name={name} />
      <Lookers entity={entity} row={row} />
      {!isGone && <Steps entity={entity} row={row} />}
      <div className={classes["columns"]}>
        <DetailBody screen={screen} row={row} />
        {known.history && (
          <aside className={classes["side"]}>
            <History entity={entity} row={row} />
          </aside>
        )}
      </div>
    </>
  );
}

/** What the screen shows but lists of other rows. */
const factsOf = (screen: ScreenProps["screen"], product: Product): readonly FieldPath[] =>
  shownPaths(screen, product).filter(
    (path) => fieldAt(path, screen.entity ?? "", product.application)?.type.kind !== "list",
  );

type DetailHeadProps = ScreenProps & { readonly row: WireRow; readonly name: string };

function DetailHead({ screen, route, row, name }: DetailHeadProps) {
  const { application } = useProduct();
  const goBack = useGoBack(screen);
  const { isGone } = useContext(BeingWritten);
  const entity = screen.entity ?? "";
  return (
    <div className="page-head">
      <h1>{name}</h1>
      {application.entities[entity]?.machines.map(({ field }) => (
        <ShowField key={field} entity={entity} path={[field]} row={row} />
      ))}
      {!isGone && (
        <div className="actions">
          <ScreenButtons screen={screen} rows={{ ...rowsByEntity(screen, route), [entity]: row }} />
          <EditButton
            entity={entity}
            row={row}
            named={screen.buttons.flatMap(({ kind, id }) => (kind === "screen" ? [id] : []))}
          />
          <DeleteRow entity={entity} row={row} onDeleted={goBack} />
        </div>
      )}
    </div>
  );
}

/** Short facts first, then texts, then lists of other rows. */
function DetailBody({ screen, row }: { readonly screen: ScreenProps["screen"]; readonly row: WireRow }) {
  const product = useProduct();
  const { application, word } = product;
  const entity = screen.entity ?? "";
  const stateField = application.entities[entity]?.machines[0]?.field;
  const fieldOf = (path: FieldPath) => fieldAt(path, entity, application);
  const isLong = (path: FieldPath) => {
    const type = fieldOf(path)?.type;
    return type !== undefined && fieldTypeOf(type).isLong;
  };
  const label = (path: FieldPath) => word(fieldOf(path)?.label ?? path.at(-1) ?? "");
  const facts = factsOf(screen, product);
  const lists = shownPaths(screen, product).flatMap((path) => {
    const field = path.length === 1 ? fieldOf(path) : undefined;
    return field?.type.kind === "list" ? [field] : [];
  });
  return (
    <div className={classes["main"]}>
      <dl className={classes["facts"]}>
        {facts
          .filter((path) => !isLong(path) && !(path.length === 1 && path[0] === stateField))
          .map((path) => (
            <div key={path.join(".")} className={classes["fact"]} data-wide={isWide(path, row)}>
              <dt>{label(path)}</dt>
              <dd>
                <ShowField entity={entity} path={path} row={row} whole />
              </dd>
            </div>
          ))}
      </dl>
      {facts.filter(isLong).map((path) => (
        <section key={path.join(".")} className={classes["text"]}>
          <h2>{label(path)}</h2>
          <div>
            <ShowField entity={entity} path={path} row={row} whole />
          </div>
        </section>
      ))}
      {lists.map((field) => (
        <RelatedList key={field.id} entity={entity} field={field} row={row} canAdd={screen.add.includes(field.id)} />
      ))}
    </div>
  );
}

type EditButtonProps = {
  readonly entity: string;
  readonly row: WireRow;
  /** Screens whose buttons are there already. */
  readonly named: readonly string[];
};

function EditButton({ entity, row, named }: EditButtonProps) {
  const product = useProduct();
  const { say } = product;
  const parameters = useRouteParameters();
  const go = useGo();
  const screen = editOf(entity, product);
  const isNamed = screen !== undefined && named.includes(screen.id);
  const address = isNamed ? undefined : openAddress(screen, { [entity]: row }, product, parameters);
  const context = rowContext(product, entity, row);
  if (address === undefined) return null;
  if (may("update", entity, context, product) === "no")
    return <Refused action="update" entity={entity} context={context} label={say("edit")} />;
  return (
    <Button variant="default" leftSection={<IconEdit size={16} aria-hidden="true" />} onClick={() => void go(address)}>
      {say("edit")}
    </Button>
  );
}
