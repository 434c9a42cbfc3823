// The rows of a list: a table, or cards where there is no room for one. Only what is near the window is drawn.
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import type { ApplicationScreen, FieldPath } from "@writ/language/product";
import { useRef, type ReactNode } from "react";
import { nameOf } from "../data/name.ts";
import { fieldAt } from "../data/filter.ts";
import type { OrderKey } from "../data/keyset.ts";
import { ShowField } from "../fields/show-field.tsx";
import { addressOf } from "../routing/addresses.ts";
import { AppLink } from "../routing/link.tsx";
import { useRouteParameters } from "../routing/use-go.ts";
import { useProduct } from "../session/product.tsx";
import type { WireRow } from "../values/row.ts";
import classes from "./list.module.css";

type ListRowsProps = {
  readonly screen: ApplicationScreen;
  readonly entity: string;
  readonly paths: readonly FieldPath[];
  readonly rows: readonly WireRow[];
  readonly opened: ApplicationScreen | undefined;
  readonly isPhone: boolean;
  readonly order: readonly OrderKey[];
  readonly head: (path: FieldPath) => ReactNode;
  readonly check: ((row: WireRow) => ReactNode) | undefined;
  readonly checkAll: ReactNode;
};

const numbers: ReadonlySet<string> = new Set(["number", "integer", "percent", "money"]);

export function ListRows(props: ListRowsProps) {
  const { entity, paths, rows, opened, isPhone, order, head, check, checkAll, screen } = props;
  const product = useProduct();
  const { application, word } = product;
  const parameters = useRouteParameters();
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (isPhone ? 52 + paths.length * 22 : 41),
    overscan: 20,
    scrollMargin: frame.current?.offsetTop ?? 0,
    getItemKey: (index) => String(rows[index]?.["id"]),
  });
  const drawn = virtual.getVirtualItems();
  const before = (drawn[0]?.start ?? 0) - (drawn.length > 0 ? (frame.current?.offsetTop ?? 0) : 0);
  const after = virtual.getTotalSize() - ((drawn.at(-1)?.end ?? 0) - (frame.current?.offsetTop ?? 0));
  const linkTo = (row: WireRow) => opened && addressOf(opened, { [entity]: row }, parameters);
  const first = (row: WireRow) => {
    const address = linkTo(row);
    const [path] = paths;
    const shown = path && <ShowField entity={entity} path={path} row={row} />;
    if (address === undefined) return shown;
    const value = path?.length === 1 ? row[path[0] ?? ""] : "";
    // A link says where it leads, also where its own column is empty or a picture.
    const isMute =
      value === null ||
      value === undefined ||
      (Array.isArray(value) && (value.length === 0 || fieldAt(path ?? [], entity, application)?.type.kind === "files"));
    return (
      <AppLink to={address} {...(isMute ? { "aria-label": nameOf(entity, row, product) } : {})}>
        {shown}
      </AppLink>
    );
  };
  const label = (path: FieldPath) => word(fieldAt(path, entity, application)?.label ?? path.at(-1) ?? "");
  if (isPhone)
    return (
      <div ref={frame}>
        <ul className={classes["cards"]} style={{ paddingTop: Math.max(0, before), paddingBottom: Math.max(0, after) }}>
          {drawn.map(({ index, key }) => {
            const row = rows[index];
            return row === undefined ? null : (
              <li key={key} data-index={index} ref={virtual.measureElement} className={classes["card"]}>
                {check?.(row)}
                <div className={classes["facts"]}>
                  <div className={classes["first"]}>{first(row)}</div>
                  <dl>
                    {paths.slice(1).map((path) => (
                      <div key={path.join(".")} className={classes["fact"]}>
                        <dt>{label(path)}</dt>
                        <dd>
                          <ShowField entity={entity} path={path} row={row} />
                        </dd>
                      </div>
                    ))}
                  </dl>
                </div>
              </li>
            );
          })}
        </ul>
      </div>
    );
  const kind = (path: FieldPath) =>
    numbers.has(fieldAt(path, entity, application)?.type.kind ?? "") ? (classes["number"] ?? "") : "";
  const sorted = (path: FieldPath) =>
    order[0]?.column === path.join(".") ? (order[0].descending ? "descending" : "ascending") : undefined;
  return (
    <div ref={frame} className={classes["frame"]} onKeyDown={moveAmongRows}>
      <table className={classes["table"]} aria-label={word(screen.label)} aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            {check && <th className={classes["check"]}>{checkAll}</th>}
            {paths.map((path) => (
              <th key={path.join(".")} scope="col" className={kind(path)} aria-sort={sorted(path)}>
                {head(path)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <Spacer height={before} />}
          {drawn.map(({ index, key }) => {
            const row = rows[index];
            return row === undefined ? null : (
              <tr key={key} data-row={index} aria-rowindex={index + 2}>
                {check && <td className={classes["check"]}>{check(row)}</td>}
                {paths.map((path, column) => (
                  <td key={path.join(".")} className={column === 0 ? classes["first"] : kind(path)}>
                    {column === 0 ? first(row) : <ShowField entity={entity} path={path} row={row} />}
                  </td>
                ))}
              </tr>
            );
          })}
          {after > 0 && <Spacer height={after} />}
        </tbody>
      </table>
    </div>
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
