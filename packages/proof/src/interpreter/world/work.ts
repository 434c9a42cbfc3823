// One transaction under way: the world as it is by now, what has been written, and why it is refused.
import type { Effect } from "@writ/language/model";
import type { Refusal } from "../document/refusal.ts";
import { findRow, type Caller, type Row, type World } from "./world.ts";

export type Work = {
  /** As it was when the transaction began. */
  readonly before: World;
  readonly me: Caller;
  /** What follows from a write, which may be more writes. */
  readonly follow: Follow;
  /** Replaced by every step, as nothing else here is. */
  world: World;
  readonly refusals: Refusal[];
  /** By entity and id: what has happened to the row. */
  readonly written: Map<string, Written>;
  /** How many effects have run. */
  effects: number;
};

export type Written = {
  readonly entity: string;
  readonly id: string;
  /** Every form that the row has had, the first and the last included. */
  readonly forms: Row[];
  /** What it was before each change, and what changed it: `update`, or the identifier of a transition. */
  readonly changes: { readonly old: Row; readonly cause: string }[];
};

/** What has happened to a row. */
export type Event =
  | { readonly kind: "create" | "update" | "delete" }
  /** `done`: what it sets together with the state. */
  | { readonly kind: "transition"; readonly transition: string; readonly done: ReadonlySet<Effect> }
  | { readonly kind: "change"; readonly field: string };

export type Follow = (work: Work, row: Row, old: Row | undefined, events: readonly Event[]) => void;

export const beginWork = (world: World, me: Caller, follow: Follow): Work => ({
  follow,
  before: world,
  me,
  world,
  refusals: [],
  written: new Map(),
  effects: 0,
});

export const isRefused = (work: Work): boolean => work.refusals.length > 0;

export function noteWritten(work: Work, row: Row, change?: Written["changes"][number]): void {
  const key = `${row.entity}/${row.id}`;
  const before = findRow(work.before, row.entity, row.id);
  const written = work.written.get(key) ?? {
    entity: row.entity,
    id: row.id,
    forms: before === undefined ? [] : [before],
    changes: [],
  };
  if (change !== undefined) written.changes.push(change);
  written.forms.push(row);
  work.written.set(key, written);
}
