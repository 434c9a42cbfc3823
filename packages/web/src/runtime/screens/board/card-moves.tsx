// The button of a card that moves it by keys and fingers, as it is before and after what it opens is loaded.
import { IconArrowsMove } from "@tabler/icons-react";
import { useState, type ComponentProps } from "react";
import { lazy } from "../../../kit/lazy.ts";
import type { Move } from "./board-moves.ts";
import classes from "./board.module.css";

const items = lazy(async () => (await import("./card-moves-items.tsx")).CardMovesItems);

export type CardMovesProps = {
  readonly label: string;
  /** Asked for when it is opened: most cards of a board are never moved. */
  readonly moves: () => readonly { readonly column: string; readonly label: string; readonly move: Move }[];
  readonly onMove: (column: string) => void;
};

export function CardMoves(props: CardMovesProps) {
  const [isWanted, setIsWanted] = useState(false);
  const alone = (
    <Grip
      aria-label={props.label}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setIsWanted(true)}
      onPointerEnter={() => void items.load()}
      onFocus={() => void items.load()}
    />
  );
  return isWanted ? <items.Later {...props} instead={alone} /> : alone;
}

export function Grip(props: ComponentProps<"button">) {
  return (
    <button type="button" {...props} className={classes["grip"]} data-grip>
      <IconArrowsMove size={16} aria-hidden="true" />
    </button>
  );
}
