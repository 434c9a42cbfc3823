// Where a card may be moved to, in a menu; what is not possible says why. Loaded when it is opened for the first time.
import { Menu } from "@mantine/core";
import { useState } from "react";
import { usePressed } from "../../../kit/focus-back.ts";
import { useProduct } from "../../product/product.tsx";
import { Grip, type CardMovesProps } from "./card-moves.tsx";
import classes from "./board.module.css";

export function CardMovesItems({ label, moves, onMove }: CardMovesProps) {
  const { say } = useProduct();
  const button = usePressed();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Menu opened={isOpen} onChange={setIsOpen}>
      <Menu.Target>
        <Grip aria-label={label} ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{say("moveTo")}</Menu.Label>
        {isOpen &&
          moves().map(({ column, label: name, move }) => {
            const why = move.kind === "impossible" ? move.reason : undefined;
            return (
              <Menu.Item
                key={column}
                className={why === undefined ? undefined : classes["impossible"]}
                // Not as Mantine disables an item: keys would skip it, and a screen reader would not read why.
                renderRoot={(props) => <button {...props} aria-disabled={why !== undefined} />}
                closeMenuOnClick={why === undefined}
                onClick={() => why === undefined && onMove(column)}
              >
                {name}
                {why !== undefined && <span className={classes["why"]}>{why}</span>}
              </Menu.Item>
            );
          })}
      </Menu.Dropdown>
    </Menu>
  );
}
