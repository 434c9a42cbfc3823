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
    const card = event.currentTarget;
    let copy: HTMLElement | undefined;
    let at = from;
    let over: string | undefined;
    let isMoving = false;
    let frame = 0;
    const look = () => {
      const column = document.elementFromPoint(at.x, at.y)?.closest<HTMLElement>("[data-column]")?.dataset["column"];
      if (column !== over) setDrag({ id, over: column });
      over = column;
    };
    // In each frame: a pointer that rests at the edge comes to the next column, as fast on every display.
    let drawn: number | undefined;
    const scroll = (now: number) => {
      scrollAtEdge(board.current, at.x, now - (drawn ?? now));
      drawn = now;
      look();
      frame = requestAnimationFrame(scroll);
    };
    const follow = (moved: globalThis.PointerEvent) => {
      if (!isMoving && Math.hypot(moved.clientX - from.x, moved.clientY - from.y) < threshold) return;
      moved.preventDefault();
      at = { x: moved.clientX, y: moved.clientY };
      if (!isMoving) {
        isMoving = true;
        setDrag({ id, over });
        // What snaps to a column would be back there after each step.
        if (board.current !== null) board.current.style.scrollSnapType = "none";
        frame = requestAnimationFrame(scroll);
      }
      look();
      copy ??= copyOf(card);
      copy.style.translate = `${moved.clientX - from.x}px ${moved.clientY - from.y}px`;
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
      copy?.remove();
      cancelAnimationFrame(frame);
      if (board.current !== null) board.current.style.scrollSnapType = "";
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

/** What follows the pointer, over all columns; the card itself stays where it may come back to. */
function copyOf(card: HTMLElement): HTMLElement {
  const { left, top, width } = card.getBoundingClientRect();
  const copy = card.cloneNode(true) as HTMLElement;
  for (const named of copy.querySelectorAll("[id]")) named.removeAttribute("id");
  copy.inert = true;
  copy.dataset["follows"] = "pointer";
  Object.assign(copy.style, { left: `${left}px`, top: `${top}px`, width: `${width}px` });
  document.body.append(copy);
  return copy;
}

/** Pixels for a millisecond: some two thirds of a second for a column of a phone. */
const speed = 0.5;
/** What stood still for longer than that has not been looked at, and would leap. */
const longestFrame = 50;

function scrollAtEdge(board: HTMLElement | null, x: number, milliseconds: number): void {
  if (board === null) return;
  const { left, right } = board.getBoundingClientRect();
  const step = Math.min(milliseconds, longestFrame) * speed;
  if (x > right - 40) board.scrollLeft += step;
  if (x < left + 40) board.scrollLeft -= step;
}
