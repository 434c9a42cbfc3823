// A board: a column for each state or choice, cards that are moved by mouse, touch or keys; what cannot be says why before.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Failure } from "../../kit/failure.tsx";
import { lazy } from "../../kit/lazy.ts";
import { rowsByEntity } from "../routing/read-route.ts";
import { useAddressSearch } from "../routing/use-go.ts";
import { useProduct } from "../product/product.tsx";
import { BoardColumn } from "./board/board-column.tsx";
import { columnsOf } from "./board/board-columns.ts";
import { moveAmongCards } from "./board/board-keys.ts";
import { boardRows, cardsAtATime } from "./board/board-rows.ts";
import { EmptyList } from "./list/empty-list.tsx";
import { isFiltered, ListFilters, clearedFilters } from "./list/list-filters.tsx";
import { ScreenHead } from "./screen-head.tsx";
import type { ScreenProps } from "./kinds.ts";
import { useBoardMoves } from "./board/use-board-moves.ts";
import { useDrag } from "./board/use-drag.ts";
import classes from "./board/board.module.css";

// Most cards are moved without a question.
const asks = lazy(async () => (await import("./board/board-question.tsx")).BoardQuestion);

export function Board({ screen, route }: ScreenProps) {
  const product = useProduct();
  const { say, word } = product;
  const [search, setSearch] = useAddressSearch();
  const atATime = cardsAtATime(screen);
  const [size, setSize] = useState(atATime);
  const cards = useQuery(boardRows(screen, route, search, product, size));
  const rows = cards.data;
  const columns = columnsOf(screen, product);
  const moves = useBoardMoves(screen, columns);
  const { question } = moves;
  const board = useRef<HTMLDivElement>(null);
  const drag = useDrag(board, (id, column) => {
    const row = rows?.find((one) => one["id"] === id);
    if (row !== undefined) moves.move(row, column);
  });
  return (
    <>
      <ScreenHead screen={screen} rows={rowsByEntity(screen, route)} />
      {(screen.search || screen.filterBy.length > 0) && (
        <div style={{ display: "flex", flexWrap: "wrap", gap: 8, marginBottom: 12 }}>
          <ListFilters screen={screen} search={search} setSearch={setSearch} />
        </div>
      )}
      {cards.error !== null && rows === undefined && (
        <Failure say={say} error={cards.error} onRetry={() => void cards.refetch()} />
      )}
      {rows?.length === size && (
        <p className="quiet">
          {say("rowsShown", { count: size })}{" "}
          <Button variant="subtle" size="compact-sm" onClick={() => setSize(size + atATime)}>
            {say("loadMore")}
          </Button>
        </p>
      )}
      {rows?.length === 0 && !cards.isPlaceholderData && (
        <EmptyList
          screen={screen}
          route={route}
          isFiltered={isFiltered(screen, search)}
          onClear={() => setSearch(clearedFilters(screen))}
        />
      )}
      <p className="only-read" role="status">
        {moves.announcement}
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
        {columns.map((column) => (
          <BoardColumn
            key={column.id}
            screen={screen}
            column={column}
            columns={columns}
            rows={rows}
            isLoading={rows === undefined && cards.error === null}
            moves={moves}
            drag={drag}
          />
        ))}
      </div>
      {question && (
        <asks.Later
          {...question}
          entity={screen.entity ?? ""}
          onChoose={(step) => moves.take(question.row, step)}
          onDone={(step) => moves.done(question.row, step)}
          onClose={moves.close}
        />
      )}
    </>
  );
}
