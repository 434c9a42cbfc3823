// The rows of a list: a table, or cards where there is no room for one. Only what is near the window is drawn.
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import type { Application, ApplicationCall, ApplicationScreen, FieldPath } from "@writ/language/product";
import { memo, useEffect, useLayoutEffect, useRef, type CSSProperties, type ReactNode, type RefObject } from "react";
import { nameOf } from "../../data/name.ts";
import { fieldAt } from "../../data/filter.ts";
import type { OrderKey } from "../../data/keyset.ts";
import { fieldTypeOf } from "../../field-types/field-types.ts";
import { shownField } from "../../fields/show-field.tsx";
import { sortColumn } from "./list-query.ts";
import type { Parameters } from "../../product/addresses.ts";
import { rowAddress } from "../../routing/open-address.ts";
import { RowAnchor } from "../../routing/link.tsx";
import { useProduct } from "../../product/product.tsx";
import type { WireRow } from "../../values/row.ts";
import { CallButton } from "../screen-buttons.tsx";
import classes from "./list.module.css";

type ListRowsProps = {
  readonly screen: ApplicationScreen;
  readonly entity: string;
  readonly paths: readonly FieldPath[];
  readonly rows: readonly WireRow[];
  readonly opened: ApplicationScreen | undefined;
  /** Each row has their buttons. */
  readonly calls: readonly ApplicationCall[];
  readonly isPhone: boolean;
  readonly order: readonly OrderKey[];
  readonly head: (path: FieldPath) => ReactNode;
  readonly check: ((row: WireRow) => ReactNode) | undefined;
  readonly checkAll: ReactNode;
  /** Of the address that one is at. */
  readonly parameters: Parameters;
  readonly onNear: (first: number, last: number) => void;
};

export function ListRows(props: ListRowsProps) {
  const { entity, paths, rows, isPhone, order, head, check, checkAll, calls, screen, onNear } = props;
  const { application, say, word } = useProduct();
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (isPhone ? 52 + paths.length * 22 : 41),
    // A user who scrolls fast sees none of the rows that were there before: each unseen row delays the scrolling.
    overscan: 4,
    // Known before anything is measured, so that the first rows are drawn with the list and not behind it.
    initialRect: { width: innerWidth, height: innerHeight },
    scrollMargin: frame.current?.offsetTop ?? 0,
    getItemKey: (index) => String(rows[index]?.["id"]),
  });
  useSettledColumns(
    frame,
    rows.length > settled && !isPhone,
    paths.length + (check ? 1 : 0) + (calls.length > 0 ? 1 : 0),
  );
  const drawn = virtual.getVirtualItems();
  const [first, last] = [drawn[0]?.index ?? 0, drawn.at(-1)?.index ?? 0];
  useEffect(() => onNear(first, last));
  const before = (drawn[0]?.start ?? 0) - (drawn.length > 0 ? (frame.current?.offsetTop ?? 0) : 0);
  const after = virtual.getTotalSize() - ((drawn.at(-1)?.end ?? 0) - (frame.current?.offsetTop ?? 0));
  if (isPhone)
    return (
      <div ref={frame}>
        <ul className={classes["cards"]} style={{ paddingTop: Math.max(0, before), paddingBottom: Math.max(0, after) }}>
          {drawn.map(({ index, key }) => {
            const row = rows[index];
            return row === undefined ? null : (
              <li key={key} data-index={index} ref={virtual.measureElement} className={classes["card"]}>
                <Card row={row} list={props} />
              </li>
            );
          })}
        </ul>
      </div>
    );
  const [sorting] = order;
  const sorted = (path: FieldPath) =>
    sorting === undefined || sorting.column !== sortColumn(path, entity, application)
      ? undefined
      : sorting.descending
        ? "descending"
        : "ascending";
  return (
    <div
      ref={frame}
      className={classes["frame"]}
      style={{ "--columns": paths.length } as CSSProperties}
      onKeyDown={moveAmongRows}
    >
      <table className={classes["table"]} aria-label={word(screen.label)} aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            {check && <th className={classes["check"]}>{checkAll}</th>}
            {paths.map((path) => (
              <th
                key={path.join(".")}
                scope="col"
                className={kindOf(path, entity, application)}
                aria-sort={sorted(path)}
              >
                {head(path)}
              </th>
            ))}
            {calls.length > 0 && (
              <th scope="col">
                <span className="only-read">{say("commands")}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <Spacer height={before} />}
          {drawn.map(({ index, key }) => {
            const row = rows[index];
            return row === undefined ? null : <TableRow key={key} index={index} row={row} list={props} />;
          })}
          {after > 0 && <Spacer height={after} />}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = { readonly row: WireRow; readonly list: ListRowsProps };

/** While a user scrolls, only rows that come into sight are drawn: `list` changes when something else does. */
const TableRow = memo(function TableRow({ index, row, list }: RowProps & { readonly index: number }) {
  const { entity, paths, check } = list;
  const product = useProduct();
  const leading = leadingOf(row, paths, entity, product.application);
  return (
    <tr data-row={index} aria-rowindex={index + 2}>
      {check && <td className={classes["check"]}>{check(row)}</td>}
      {paths.map((path) => (
        <td
          key={path.join(".")}
          className={path === leading ? classes["first"] : kindOf(path, entity, product.application)}
        >
          {path === leading ? <First row={row} list={list} /> : shownField({ entity, path, row }, product)}
        </td>
      ))}
      {list.calls.length > 0 && (
        <td className={classes["calls"]}>
          <RowCalls row={row} list={list} />
        </td>
      )}
    </tr>
  );
});

function RowCalls({ row, list: { entity, calls } }: RowProps) {
  const name = nameOf(entity, row, useProduct());
  return calls.map((call) => <CallButton key={call.id} call={call} rows={{ [entity]: row }} about={name} />);
}

const Card = memo(function Card({ row, list }: RowProps) {
  const { entity, paths, check } = list;
  const product = useProduct();
  const { application, word } = product;
  const leading = leadingOf(row, paths, entity, application);
  return (
    <>
      {check && <label className={classes["tick"]}>{check(row)}</label>}
      <div className={classes["facts"]}>
        <div className={classes["first"]}>
          <First row={row} list={list} />
        </div>
        <dl>
          {paths
            .filter((path) => path !== leading)
            .map((path) => (
              <div key={path.join(".")} className={classes["fact"]}>
                <dt>{word(fieldAt(path, entity, application)?.label ?? path.at(-1) ?? "")}</dt>
                <dd>{shownField({ entity, path, row }, product)}</dd>
              </div>
            ))}
        </dl>
        {list.calls.length > 0 && (
          <div className={classes["calls"]}>
            <RowCalls row={row} list={list} />
          </div>
        )}
      </div>
    </>
  );
});

/** From so many rows on, columns stay as wide as they were at first: nothing jumps, and nothing is measured again. */
const settled = 60;

function useSettledColumns(frame: RefObject<HTMLElement | null>, isOn: boolean, columns: number): void {
  useLayoutEffect(() => {
    const table = frame.current?.querySelector("table");
    if (!isOn || !table) return undefined;
    const heads = [...table.querySelectorAll("th")].slice(0, columns);
    const release = () => {
      table.style.tableLayout = "";
      for (const head of heads) head.style.width = "";
    };
    const settle = () => {
      release();
      const widths = heads.map(({ offsetWidth }) => offsetWidth);
      for (const [index, head] of heads.entries()) head.style.width = `${widths[index] ?? 0}px`;
      table.style.tableLayout = "fixed";
    };
    settle();
    addEventListener("resize", settle);
    return () => {
      removeEventListener("resize", settle);
      release();
    };
  }, [frame, isOn, columns]);
}

function kindOf(path: FieldPath, entity: string, application: Application): string {
  const type = fieldAt(path, entity, application)?.type;
  return type !== undefined && fieldTypeOf(type).isFigure ? (classes["number"] ?? "") : "";
}

/** Words lead to a row, and not a picture or what is empty in it. */
const leadingOf = (
  row: WireRow,
  paths: readonly FieldPath[],
  entity: string,
  application: Application,
): FieldPath | undefined => {
  const worded = paths.filter(
    (path) => !["files", "not shown"].includes(fieldAt(path, entity, application)?.type.kind ?? ""),
  );
  const isThere = ([first = "", ...rest]: FieldPath) =>
    rest.length > 0 || (row[first] !== null && row[first] !== undefined && row[first] !== "");
  return worded.find(isThere) ?? worded[0] ?? paths[0];
};

/** The first column with words leads to the row. */
function First({ row, list: { entity, paths, opened, parameters } }: RowProps) {
  const product = useProduct();
  const address = rowAddress(opened, entity, row, product, parameters);
  const path = leadingOf(row, paths, entity, product.application);
  const shown = path && shownField({ entity, path, row }, product);
  if (address === undefined) return shown;
  const value = path?.length === 1 ? row[path[0] ?? ""] : "";
  // A link says where it leads, also where its own column is empty or a picture.
  const isMute =
    value === null ||
    value === undefined ||
    (Array.isArray(value) &&
      (value.length === 0 || fieldAt(path ?? [], entity, product.application)?.type.kind === "files"));
  return (
    <RowAnchor to={address} {...(isMute ? { "aria-label": nameOf(entity, row, product) } : {})}>
      {shown}
    </RowAnchor>
  );
}

const Spacer = ({ height }: { readonly height: number }) => (
  <tr aria-hidden="true">
    <td style={{ height, padding: 0, border: 0 }} />
  </tr>
);

/** j and k go from row to row, as the arrows do. */
function moveAmongRows(event: React.KeyboardEvent): void {
  const step =
    event.key === "j" || event.key === "ArrowDown" ? 1 : event.key === "k" || event.key === "ArrowUp" ? -1 : 0;
  const row = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>("[data-row]") : null;
  if (step === 0 || row === null || event.ctrlKey || event.metaKey || event.altKey) return;
  const next = event.currentTarget.querySelector<HTMLElement>(`[data-row="${Number(row.dataset["row"]) + step}"] a`);
  if (next === null) return;
  event.preventDefault();
  next.focus();
}
