// Dragging cards over columns with a mouse, or with a finger by their grip; Escape takes it back.
import { useEffect, useRef, useState, type PointerEvent, type RefObject } from "react";

type Drag = { readonly id: string; readonly over: string | undefined };

export type Dragging = {
  readonly id: string | undefined;
  readonly over: string | undefined;
  readonly handlers: (id: string) => { readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void };
};

/** A shorter way than this is a click. */
const threshold = 6;

export function useDrag(
  board: RefObject<HTMLDivElement | null>,
  onDrop: (id: string, column: string) => void,
): Dragging {
  const [drag, setDrag] = useState<Drag | undefined>(undefined);
  const end = useRef<(() => void) | undefined>(undefined);
  const drop = useRef(onDrop);
  useEffect(() => {
    drop.current = onDrop;
  });
  useEffect(() => () => end.current?.(), []);
  const begin = (id: string, event: PointerEvent<HTMLElement>) => {
    const target = event.target instanceof Element ? event.target : null;
    const isGrip = target?.closest("[data-grip]") !== null;
    // A finger elsewhere on a card scrolls.
    if (event.button !== 0 || (event.pointerType !== "mouse" && !isGrip)) return;
    const from = { x: event.clientX, y: event.clientY };
    let over: string | undefined;
    let isMoving = false;
    const columnAt = (x: number, y: number) =>
      document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-column]")?.dataset["column"];
    const follow = (moved: globalThis.PointerEvent) => {
      if (!isMoving && Math.hypot(moved.clientX - from.x, moved.clientY - from.y) < threshold) return;
      isMoving = true;
      moved.preventDefault();
      over = columnAt(moved.clientX, moved.clientY);
      scrollAtEdge(board.current, moved.clientX);
      setDrag({ id, over });
    };
    const swallow = (click: MouseEvent) => {
      click.preventDefault();
      click.stopPropagation();
    };
    const stop = () => {
      removeEventListener("pointermove", follow);
      removeEventListener("pointerup", release);
      removeEventListener("pointercancel", stop);
      removeEventListener("keydown", cancel);
      removeEventListener("dragstart", prevent);
      end.current = undefined;
      setDrag(undefined);
    };
    const release = () => {
      if (isMoving) {
        // The end of a drag is no click on the card's link.
        addEventListener("click", swallow, { capture: true, once: true });
        setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
      }
      const column = over;
      const hasMoved = isMoving;
      stop();
      if (hasMoved && column !== undefined) drop.current(id, column);
    };
    const cancel = (key: KeyboardEvent) => key.key === "Escape" && stop();
    const prevent = (event_: Event) => event_.preventDefault();
    addEventListener("pointermove", follow, { passive: false });
    addEventListener("pointerup", release);
    addEventListener("pointercancel", stop);
    addEventListener("keydown", cancel);
    // Links would begin a drag of their own.
    addEventListener("dragstart", prevent);
    end.current = stop;
  };
  return { id: drag?.id, over: drag?.over, handlers: (id) => ({ onPointerDown: (event) => begin(id, event) }) };
}

function scrollAtEdge(board: HTMLElement | null, x: number): void {
  if (board === null) return;
  const { left, right } = board.getBoundingClientRect();
  if (x > right - 40) board.scrollLeft += 12;
  if (x < left + 40) board.scrollLeft -= 12;
}
