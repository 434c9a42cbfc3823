// Nobody who is not signed in passes a condition about whoever asks, whatever it would say of nobody.
import { childrenOf } from "../expression/children.ts";
import type { Typed } from "../expression/typed.ts";

export function mentionsMe(typed: Typed): boolean {
  return (typed.node === "scope" && typed.source === "me") || childrenOf(typed).some(mentionsMe);
}

/**
 * The condition as a right. In a right `me` is never empty, so that `ticket.owner != me` needs no guard there; without
 * this one it would let everybody in who is not signed in. Printed by both printers like any other condition.
 *
 * A computed field of the row may mention `me` too: `readsMe` is what the checker says of all that is read.
 */
export function requireMe(typed: Typed, readsMe: boolean = mentionsMe(typed)): Typed {
  if (!readsMe) return typed;
  const place = { start: typed.start, end: typed.end };
  const decision = { kind: "yes/no", empty: false } as const;
  const me: Typed = {
    ...place,
    type: { kind: "row", entity: "user", empty: true },
    node: "scope",
    name: "me",
    source: "me",
  };
  const isEmpty: Typed = { ...place, type: decision, node: "is empty", of: me };
  return {
    ...place,
    type: decision,
    node: "and",
    left: { ...place, type: decision, node: "not", of: isEmpty },
    right: typed,
  };
}
