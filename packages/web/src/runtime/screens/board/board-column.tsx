// A column of a board with its cards; while a card is dragged, whether it may be dropped there, and why not.
import type { ApplicationScreen } from "@writ/language/product";
import { RowSkeletons } from "../../../kit/skeletons.tsx";
import { nameOf } from "../../data/name.ts";
import { ShowField } from "../../fields/show-field.tsx";
import { useProduct } from "../../product/product.tsx";
import { AppLink } from "../../routing/link.tsx";
import { openedBy, rowAddress } from "../../routing/open-address.ts";
import { useRouteParameters } from "../../routing/use-go.ts";
import type { WireRow } from "../../values/row.ts";
import { isThere } from "../list/list-query.ts";
import type { Column } from "./board-columns.ts";
import { CardMoves } from "./card-moves.tsx";
import type { BoardMoves } from "./use-board-moves.ts";
import type { Dragging } from "./use-drag.ts";
import classes from "./board.module.css";

type BoardColumnProps = {
  readonly screen: ApplicationScreen;
  readonly column: Column;
  readonly columns: readonly Column[];
  /** Of all columns. */
  readonly rows: readonly WireRow[] | undefined;
  readonly isLoading: boolean;
  readonly moves: BoardMoves;
  readonly drag: Dragging;
};

export function BoardColumn({ screen, column, columns, rows, isLoading, moves, drag }: BoardColumnProps) {
  const own = (rows ?? []).filter((row) => String(row[screen.by ?? ""] ?? "") === column.id);
  const dragged = rows?.find((row) => row["id"] === drag.id);
  const to = dragged && moves.moveOf(dragged, column.id);
  const reason = to?.kind === "impossible" ? to.reason : undefined;
  return (
    <section
      className={classes["column"]}
      data-column={column.id}
      data-over={drag.over === column.id}
      data-possible={to === undefined || to.kind === "stays" ? undefined : reason === undefined}
      aria-label={column.label}
    >
      <h2>
        {column.label} <span className="quiet figures">{rows && own.length}</span>
      </h2>
      {reason !== undefined && (
        <p className={classes["reason"]} role="status">
          {reason}
        </p>
      )}
      {isLoading && <RowSkeletons count={2} />}
      <ul>
        {own.map((row) => (
          <Card
            key={String(row["id"])}
            screen={screen}
            row={row}
            others={columns.filter(({ id }) => id !== column.id)}
            moves={moves}
            drag={drag}
          />
        ))}
      </ul>
    </section>
  );
}

type CardProps = Pick<BoardColumnProps, "screen" | "moves" | "drag"> & {
  readonly row: WireRow;
  readonly others: readonly Column[];
};

function Card({ screen, row, others, moves, drag }: CardProps) {
  const product = useProduct();
  const parameters = useRouteParameters();
  const entity = screen.entity ?? "";
  const id = String(row["id"]);
  const address = rowAddress(openedBy(screen, product), entity, row, product, parameters);
  const [first = [], ...rest] = screen.card;
  const title =
    first.length === 0 ? nameOf(entity, row, product) : <ShowField entity={entity} path={first} row={row} />;
  return (
    <li className={classes["card"]} data-card={id} data-dragged={drag.id === id} {...drag.handlers(id)}>
      <div className={classes["top"]}>
        {address === undefined ? title : <AppLink to={address}>{title}</AppLink>}
        <CardMoves
          label={`${product.say("moveTo")}: ${nameOf(entity, row, product)}`}
          moves={() =>
            others.flatMap((one) => {
              const possible = moves.moveOf(row, one.id);
              return possible === undefined ? [] : [{ column: one.id, label: one.label, move: possible }];
            })
          }
          onMove={(chosen) => moves.move(row, chosen)}
        />
      </div>
      <div className={classes["facts"]}>
        {rest.filter(isThere(row, entity, product)).map((path) => (
          <span key={path.join(".")}>
            <ShowField entity={entity} path={path} row={row} />
          </span>
        ))}
      </div>
    </li>
  );
}
