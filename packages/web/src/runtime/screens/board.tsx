// A board: a column for each state or choice, cards that are moved by mouse, touch or keys; what cannot be says why before.
import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Failure, wordsOf } from "../../kit/failure.tsx";
import { lazy } from "../../kit/lazy.ts";
import { notify } from "../../kit/notify.ts";
import { RowSkeletons } from "../../kit/skeletons.tsx";
import { nameOf } from "../data/name.ts";
import { dataOf } from "../data/rows.ts";
import type { Step } from "../data/steps.ts";
import { changedRows, useStep } from "../data/use-step.ts";
import { ShowField } from "../fields/show-field.tsx";
import { AppLink } from "../routing/link.tsx";
import { openedBy, rowAddress } from "../routing/open-address.ts";
import { rowsByEntity } from "../routing/read-route.ts";
import { useAddressSearch, useRouteParameters } from "../routing/use-go.ts";
import { useProduct } from "../product/product.tsx";
import type { WireRow } from "../values/row.ts";
import { moveTo, type Move } from "./board/board-moves.ts";
import { moveAmongCards } from "./board/board-keys.ts";
import { boardRows, cardsAtATime } from "./board/board-rows.ts";
import { CardMoves } from "./board/card-moves.tsx";
import { EmptyList } from "./list/empty-list.tsx";
import { isThere } from "./list/list-query.ts";
import { isNarrowed, Narrow, unnarrowed } from "./list/narrow.tsx";
import { ScreenHead } from "./screen-head.tsx";
import type { ScreenProps } from "./kinds.ts";
import { useDrag } from "./board/use-drag.ts";
import classes from "./board/board.module.css";

// Most cards are moved without a question.
const asks = lazy(async () => (await import("./board/board-asks.tsx")).BoardAsks);

type Column = { readonly id: string; readonly label: string };

export function Board({ screen, route }: ScreenProps) {
  const product = useProduct();
  const { application, backend, say, word } = product;
  const [search, setSearch] = useAddressSearch();
  const parameters = useRouteParameters();
  const queries = useQueryClient();
  const entity = screen.entity ?? "";
  const field = application.entities[entity]?.fields[screen.by ?? ""];
  const opened = openedBy(screen, product);
  const card = screen.card.length > 0 ? screen.card : [[]];
  const atATime = cardsAtATime(screen);
  const [size, setSize] = useState(atATime);
  const found = useQuery(boardRows(screen, route, search, product, size));
  const [asked, setAsked] = useState<{ readonly row: WireRow; readonly steps: readonly Step[] } | undefined>(undefined);
  const [said, setSaid] = useState("");
  const taking = useStep(entity);
  const setting = useMutation({
    mutationFn: async ({ row, column }: { readonly row: WireRow; readonly column: string }) =>
      dataOf(
        await backend
          .from(entity)
          .update({ [screen.by ?? ""]: column === "" ? null : column })
          .eq("id", String(row["id"]))
          .select("id,updated_at"),
      ),
    onError: (error) => notify(wordsOf(error, say), "wrong"),
    onSettled: async () => changedRows(queries),
  });
  const choices = field !== undefined && "choices" in field.type ? field.type.choices : [];
  const columns: readonly Column[] = [
    ...(screen.columns ?? choices.map(({ id }) => id)).flatMap((shown) =>
      choices.filter(({ id }) => id === shown).map(({ id, label }) => ({ id, label: word(label) })),
    ),
    // Empty sorts last.
    ...(field !== undefined && field.type.kind === "one of" && !field.required && screen.columns === undefined
      ? [{ id: "", label: say("emptyColumn") }]
      : []),
  ];
  // Where the card is now is seen, and has to be heard as well.
  const tell = (row: WireRow, column: string | undefined) => {
    const state = columns.find(({ id }) => id === column)?.label;
    if (state !== undefined) setSaid(say("moved", { name: nameOf(entity, row, product), state }));
  };
  const take = (row: WireRow, step: Step) => {
    setAsked(step.transition.asks.length > 0 ? { row, steps: [step] } : undefined);
    if (step.transition.asks.length === 0) taking.mutate({ row, step }, { onSuccess: () => tell(row, step.to) });
  };
  const move = (row: WireRow, column: string) => {
    if (field === undefined) return;
    const to = moveTo(column, entity, field, row, product);
    if (to.kind === "impossible") notify(to.reason, "wrong");
    else if (to.kind === "sets") setting.mutate({ row, column }, { onSuccess: () => tell(row, column) });
    else if (to.kind === "steps") {
      const [only, ...others] = to.steps;
      if (only !== undefined && others.length === 0) take(row, only);
      else setAsked({ row, steps: to.steps });
    }
  };
  const rows = found.data ?? [];
  const board = useRef<HTMLDivElement>(null);
  const drag = useDrag(board, (id, column) => {
    const row = rows.find((one) => one["id"] === id);
    if (row !== undefined) move(row, column);
  });
  const dragged = rows.find((row) => row["id"] === drag.id);
  const moveOf = (row: WireRow, column: string): Move | undefined =>
    field && moveTo(column, entity, field, row, product);
  return (
    <>
      <ScreenHead screen={screen} rows={rowsByEntity(screen, route)} />
      {(screen.search || screen.filterBy.length > 0) && (
        <div style={{ display: "flex", flexWrap: "wrap", gap: 8, marginBottom: 12 }}>
          <Narrow screen={screen} search={search} setSearch={setSearch} />
        </div>
      )}
      {found.error !== null && found.data === undefined && (
        <Failure say={say} error={found.error} onRetry={() => void found.refetch()} />
      )}
      {rows.length === size && (
        <p className="quiet">
          {say("rowsShown", { count: size })}{" "}
          <Button variant="subtle" size="compact-sm" onClick={() => setSize(size + atATime)}>
            {say("loadMore")}
          </Button>
        </p>
      )}
      {found.data?.length === 0 && !found.isPlaceholderData && (
        <EmptyList
          screen={screen}
          route={route}
          isFiltered={isNarrowed(screen, search)}
          onClear={() => setSearch(unnarrowed(screen))}
        />
      )}
      <p className="only-read" role="status">
        {said}
      </p>
      {/* A board without a card that takes the focus is moved by the keyboard too. */}
      <div
        className={classes["board"]}
        ref={board}
        role="group"
        aria-label={word(screen.label)}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls takes the focus
        tabIndex={0}
        onKeyDown={moveAmongCards}
      >
        {columns.map((column) => {
          const own = rows.filter((row) => String(row[screen.by ?? ""] ?? "") === column.id);
          const to = dragged && moveOf(dragged, column.id);
          const reason = to?.kind === "impossible" ? to.reason : undefined;
          return (
            <section
              key={column.id}
              className={classes["column"]}
              data-column={column.id}
              data-over={drag.over === column.id}
              data-possible={to === undefined || to.kind === "stays" ? undefined : reason === undefined}
              aria-label={column.label}
            >
              <h2>
                {column.label} <span className="quiet figures">{found.data && own.length}</span>
              </h2>
              {reason !== undefined && (
                <p className={classes["reason"]} role="status">
                  {reason}
                </p>
              )}
              {found.data === undefined && found.error === null && <RowSkeletons count={2} />}
              <ul>
                {own.map((row) => {
                  const id = String(row["id"]);
                  const address = rowAddress(opened, entity, row, product, parameters);
                  const [first, ...rest] = card;
                  const title =
                    first === undefined || first.length === 0 ? (
                      nameOf(entity, row, product)
                    ) : (
                      <ShowField entity={entity} path={first} row={row} />
                    );
                  return (
                    <li
                      key={id}
                      className={classes["card"]}
                      data-card={id}
                      data-dragged={drag.id === id}
                      {...drag.handlers(id)}
                    >
                      <div className={classes["top"]}>
                        {address === undefined ? title : <AppLink to={address}>{title}</AppLink>}
                        <CardMoves
                          label={`${say("moveTo")}: ${nameOf(entity, row, product)}`}
                          moves={() =>
                            columns.flatMap((one) => {
                              const possible = moveOf(row, one.id);
                              return one.id === column.id || possible === undefined
                                ? []
                                : [{ column: one.id, label: one.label, move: possible }];
                            })
                          }
                          onMove={(chosen) => move(row, chosen)}
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
                })}
              </ul>
            </section>
          );
        })}
      </div>
      {asked && (
        <asks.Later
          {...asked}
          entity={entity}
          onChoose={(step) => take(asked.row, step)}
          onDone={(step) => {
            setAsked(undefined);
            tell(asked.row, step.to);
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
