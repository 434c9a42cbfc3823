// Rows that belong to the one that is shown, in their order, with a form to add one where the screen has it.
import { ownOf } from "../../../words/own-of.ts";
import { Button } from "@mantine/core";
import type { ApplicationField, ApplicationScreen, FieldPath } from "@writ/language/product";
import { lazy } from "../../../kit/lazy.ts";
import { Failure } from "../../../kit/failure.tsx";
import { RowSkeletons } from "../../../kit/skeletons.tsx";
import { usePages } from "../../data/pages.ts";
import { messageFor } from "../../../words/refusal.ts";
import { nameOf } from "../../data/name.ts";
import { namePaths } from "../../data/select.ts";
import { fieldTypeOf } from "../../field-types/field-types.ts";
import { leadsToRows } from "../../field-types/rows/type.ts";
import { ShowField } from "../../fields/show-field.tsx";
import { detailOf } from "../../product/addresses.ts";
import { AppLink } from "../../routing/link.tsx";
import { pathsAround, rowAddress } from "../../routing/open-address.ts";
import { useRouteParameters } from "../../routing/use-go.ts";
import { contextOf, rowContext, useProduct } from "../../product/product.tsx";
import { isFor, isRightGap, may } from "../../product/rights.ts";
import { isReadGap, isSeeGap, unseenAs } from "../../product/gaps.ts";
import { Gap } from "../../gaps/gap.tsx";
import type { WireRow } from "../../values/row.ts";
import classes from "./detail.module.css";

// What is there is shown before what may be added to it.
const { Later: AddRow } = lazy(async () => (await import("./add-row.tsx")).AddRow);

type RelatedListProps = {
  readonly entity: string;
  readonly field: ApplicationField;
  readonly row: WireRow;
  readonly canAdd: boolean;
};

export function RelatedList({ entity, field, row, canAdd }: RelatedListProps) {
  const product = useProduct();
  const { application, language, say, word } = product;
  const listed = field.type.kind === "list" ? field.type.entity : "";
  const via = field.type.kind === "list" ? field.type.via : "";
  const known = application.entities[listed];
  const mayAdd = may("create", listed, contextOf(product), product) !== "no";
  const fields = Object.values(known?.fields ?? {}).filter(
    ({ id, type }) =>
      id !== via &&
      type.kind !== "list" &&
      !["created_at", "created_by", "updated_at", "updated_by", "ended"].includes(id),
  );
  const order = (known?.orderedBy ?? []).flatMap(({ field: id, descending }) =>
    known?.fields[id]?.stored === true ? [{ column: id, descending }] : [],
  );
  const opened = detailOf(listed, application, (screen) => isFor(screen, product, product.person !== undefined));
  const query = {
    entity: listed,
    paths: [
      ...fields.map(({ id }): FieldPath => [id]),
      ["created_at"],
      ["created_by"],
      ...namePaths(listed, application),
      ...pathsAround(opened, listed, application),
    ],
    conditions: [`${via}.eq.${String(row["id"])}`],
    search: "",
    order: order.length > 0 ? order : [{ column: "created_at", descending: false }],
    size: 50,
  };
  const { pages, rows, isThere } = usePages("related", query);
  const isEmpty = isThere && rows.length === 0;
  const isVisibilityUnknown = isEmpty && isReadGap(listed, product);
  const see = `see:${field.id}`;
  // A count would say that there are none.
  const isHidden =
    isEmpty &&
    application.entities[entity]?.rights[see] !== undefined &&
    may(see, entity, rowContext(product, entity, row), product) !== "yes";
  return (
    <section className={classes["list"]}>
      <h2>
        {word(field.label)}{" "}
        <span className="quiet figures">
          {isThere && !isVisibilityUnknown && !isHidden && `${rows.length}${pages.hasNextPage ? "+" : ""}`}
        </span>
      </h2>
      {pages.error !== null && !isThere && (
        <Failure say={say} error={pages.error} onRetry={() => void pages.refetch()} />
      )}
      {!isThere && pages.error === null && <RowSkeletons count={2} />}
      {isVisibilityUnknown && <Gap title={null} />}
      {isHidden && !isVisibilityUnknown && <p className="quiet">{say("notTheirs")}</p>}
      <ul className={classes["rows"]}>
        {rows.map((one) => (
          <RelatedRow key={String(one["id"])} entity={listed} row={one} fields={fields} opened={opened} />
        ))}
      </ul>
      {pages.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          mt={8}
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {say("loadMore")}
        </Button>
      )}
      {isThere && canAdd && !mayAdd && isRightGap("create", listed, product) && (
        <p className="quiet">{messageFor("NOT_SHOWN", language, application)}</p>
      )}
      {isThere && canAdd && mayAdd && (
        <div className={classes["add"]}>
          <AddRow entity={listed} via={via} parent={row} instead={<RowSkeletons count={3} />} />
        </div>
      )}
    </section>
  );
}

const isLong = ({ type }: ApplicationField) => fieldTypeOf(type).isLong;
const isTick = ({ type }: ApplicationField) => fieldTypeOf(type).isTick;

function RelatedRow({
  entity,
  row,
  fields: all,
  opened,
}: {
  readonly entity: string;
  readonly row: WireRow;
  readonly fields: readonly ApplicationField[];
  readonly opened: ApplicationScreen | undefined;
}) {
  const product = useProduct();
  const { application, word } = product;
  const address = rowAddress(opened, entity, row, product, useRouteParameters());
  const hasName = application.entities[entity]?.shownAs !== undefined;
  // The link says it already.
  const [[linked] = []] = address === undefined || hasName ? [] : namePaths(entity, application);
  const fields = all.filter(({ id }) => id !== linked);
  const isThere = (field: ApplicationField) => {
    const { id, type } = field;
    const value = ownOf(row, id);
    if (type.kind === "not shown" || isSeeGap([id], entity, product)) return true;
    // As one to a row that they may not read: something is there.
    if (leadsToRows(type) && unseenAs(id, entity, row, product) !== undefined) return true;
    return (
      value !== null &&
      value !== undefined &&
      value !== "" &&
      !(Array.isArray(value) && value.length === 0) &&
      !(isTick(field) && value !== true)
    );
  };
  const texts = fields.filter((field) => isLong(field) && isThere(field));
  const people = fields.filter(({ type }) => type.kind === "reference" && type.entity === "user");
  const rest = fields.filter((field) => !isLong(field) && isThere(field) && !people.includes(field));
  return (
    <li>
      {(hasName || address !== undefined) && (
        <div>
          {address === undefined ? (
            nameOf(entity, row, product)
          ) : (
            <AppLink to={address}>{nameOf(entity, row, product)}</AppLink>
          )}
        </div>
      )}
      <div className={classes["rowhead"]}>
        {people.filter(isThere).map(({ id }) => (
          <strong key={id} style={{ color: "var(--text)", fontWeight: 500 }}>
            <ShowField entity={entity} path={[id]} row={row} />
          </strong>
        ))}
        <ShowField entity={entity} path={["created_at"]} row={row} />
        {rest.map((field) => (
          <span key={field.id}>
            {isTick(field) && ownOf(row, field.id) === true ? (
              word(field.label)
            ) : (
              <>
                {word(field.label)}: <ShowField entity={entity} path={[field.id]} row={row} />
              </>
            )}
          </span>
        ))}
      </div>
      {texts.map(({ id }) => (
        <p key={id} style={{ maxWidth: "75ch" }}>
          <ShowField entity={entity} path={[id]} row={row} whole />
        </p>
      ))}
    </li>
  );
}
