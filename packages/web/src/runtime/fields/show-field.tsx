// One value as it is shown in a list, on a card or among facts.
import { ownOf } from "../../words/own-of.ts";
import type { ApplicationField, FieldPath } from "@writ/language/product";
import { type ReactNode } from "react";
import { lazy } from "../../kit/lazy.ts";
import { fieldAt } from "../data/filter.ts";
import { displayName, nameOf, namesOf } from "../data/name.ts";
import { fieldTypeOf } from "../field-types/field-types.ts";
import { leadsToRows } from "../field-types/rows/type.ts";
import { showAlone } from "../field-types/shown.tsx";
import { shortened } from "../field-types/text/shown.tsx";
import { detailOf } from "../product/addresses.ts";
import { AppLink } from "../routing/link.tsx";
import { openAddress } from "../routing/open-address.ts";
import { useRouteParameters } from "../routing/use-go.ts";
import { useProduct, type Product } from "../product/product.tsx";
import { Missing } from "../gaps/missing.tsx";
import { Gap } from "../gaps/gap.tsx";
import { isFor } from "../product/rights.ts";
import { holderOf, isReadGap, isSeeGap, unseenAs } from "../product/gaps.ts";
import { pathsIn } from "../values/file-path.ts";
import { isWireRow, type WireRow } from "../values/row.ts";
import { formatValue } from "./format.ts";

export const markdown = lazy(async () => (await import("./markdown.tsx")).Markdown);
const { Later: ShowFiles } = lazy(async () => (await import("../files/show-files.tsx")).ShowFiles);

type ShowFieldProps = {
  readonly entity: string;
  readonly path: FieldPath;
  readonly row: WireRow;
  /** Where it is no entity's: what a call answers. */
  readonly field?: ApplicationField;
  /** Whether what is long is shown as a whole, and rows lead to where they are shown. */
  readonly whole?: boolean;
};

export function ShowField(props: ShowFieldProps) {
  return shownField(props, useProduct());
}

/** For those who draw thousands of them: a component for each takes longer than what it shows. */
export function shownField(props: ShowFieldProps, product: Product): ReactNode {
  const { entity, path, row, whole = false } = props;
  const { application } = product;
  const field = props.field ?? fieldAt(path, entity, application);
  const holder = path.slice(0, -1).reduce<unknown>((at, step) => (isWireRow(at) ? at[`_${step}`] : undefined), row);
  const last = path.at(-1) ?? "";
  const value = isWireRow(holder) ? ownOf(holder, last) : undefined;
  if (field?.type.kind === "not shown")
    return whole ? <Missing of={field.gaps} /> : <span className="not-shown-value">{product.say("notShown")}</span>;
  if ((value === null || value === undefined) && isSeeGap(path, entity, product)) return unsaid(whole, product);
  // A dash would say that there is none. A reference that is hidden looks as one to a row that they may not read.
  const isOfRows = field !== undefined && leadsToRows(field.type);
  if ((whole || isOfRows) && isWireRow(holder) && isNotTold(last, holderOf(path, entity, application), holder, product))
    return isOfRows ? unread(field.type.entity, product) : <span className="quiet">{product.say("notTheirs")}</span>;
  if (field === undefined || value === undefined) return <Nothing />;
  const { type } = field;
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0))
    return fieldTypeOf(type).isTick ? product.say("no") : <Nothing />;
  if (type.kind === "reference") {
    const embedded = isWireRow(holder) ? holder[`_${last}`] : undefined;
    // There is a row that this reader may not see, or of which the document does not say whether they may.
    if (!isWireRow(embedded) && isReadGap(type.entity, product)) return unsaid(whole, product);
    if (!isWireRow(embedded)) return unread(type.entity, product);
    return whole ? <RowLink entity={type.entity} row={embedded} /> : nameOf(type.entity, embedded, product);
  }
  if (type.kind === "several" && isWireRow(holder)) {
    const embedded = holder[`_${last}`];
    if (!whole) return shortened(displayName(type.entity, value, embedded, product));
    return (
      <ul className="named-rows">
        {namesOf(type.entity, value, embedded, product).map(({ row: one, name }) => (
          <li key={String(one?.["id"] ?? "")}>
            {one === undefined ? <span className="quiet">{name}</span> : <RowLink entity={type.entity} row={one} />}
          </li>
        ))}
      </ul>
    );
  }
  const text = formatValue(value, field, product);
  if (type.kind === "files")
    return (
      <ShowFiles
        bucket={`${holderOf(path, entity, application)}.${last}`}
        paths={pathsIn(value)}
        isPicture={type.isPicture}
        whole={whole}
        instead={text}
      />
    );
  if (type.kind === "several") return text;
  const shown = showAlone(text, value, type, whole);
  return whole && type.kind === "Markdown text" ? <markdown.Later text={text} instead={shown} /> : shown;
}

const isNotTold = (field: string, entity: string, row: WireRow, product: Product): boolean =>
  unseenAs(field, entity, row, product) !== undefined;

/** That something is there, and nothing else of it. */
const unread = (entity: string, { application, word }: Product): ReactNode => (
  <span className="quiet">{word(application.entities[entity]?.label ?? entity)}</span>
);

const unsaid = (whole: boolean, { say }: Product): ReactNode =>
  whole ? <Gap title={null} /> : <span className="not-shown-value">{say("notShown")}</span>;

const Nothing = () => (
  <span className="quiet" aria-hidden="true">
    –
  </span>
);

export function RowLink({ entity, row }: { readonly entity: string; readonly row: WireRow }) {
  const product = useProduct();
  const parameters = useRouteParameters();
  const detail = detailOf(
    entity,
    product.application,
    (screen) => screen.kind === "detail" && isFor(screen, product, product.person !== undefined),
  );
  const address = openAddress(detail, { [entity]: row }, product, parameters);
  const name = nameOf(entity, row, product);
  return address === undefined ? <>{name}</> : <AppLink to={address}>{name}</AppLink>;
}
