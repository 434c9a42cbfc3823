// Going from card to card by keys: along a column, and to the one beside it; `m` opens where a card may go.
import type { KeyboardEvent } from "react";

const along: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };
const beside: Readonly<Record<string, number>> = { l: 1, ArrowRight: 1, h: -1, ArrowLeft: -1 };

export function moveAmongCards(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return;
  const board = event.currentTarget;
  const card = event.target.closest("[data-card]");
  // What a card opens is elsewhere on the page, though its keys come by here.
  if (card === null && event.target !== board) return;
  const grip = card?.querySelector<HTMLElement>("[data-grip]");
  const next = event.key === "m" ? grip : nextTo(card, event.key, board);
  if (!next) return;
  event.preventDefault();
  next.focus();
  if (event.key === "m") next.click();
}

function nextTo(card: Element | null, key: string, board: Element): HTMLElement | null | undefined {
  const [down = 0, aside = 0] = [along[key], beside[key]];
  if (down === 0 && aside === 0) return undefined;
  if (card === null) return down > 0 ? focusOf(board.querySelector("[data-card]")) : undefined;
  const columns = [...board.querySelectorAll("[data-column]")].map((column) => [
    ...column.querySelectorAll("[data-card]"),
  ]);
  const at = columns.findIndex((cards) => cards.includes(card));
  const own = columns[at] ?? [];
  const index = own.indexOf(card);
  if (down !== 0) return focusOf(own[index + down]);
  // Columns without cards are passed by.
  const others = aside > 0 ? columns.slice(at + 1) : columns.slice(0, at).reverse();
  const cards = others.find((some) => some.length > 0);
  return focusOf(cards?.[Math.min(index, cards.length - 1)]);
}

const focusOf = (card: Element | null | undefined): HTMLElement | null | undefined =>
  card?.querySelector<HTMLElement>("a[href], [data-grip]");
