// What a row that comes to refer to others holds fast, because a kept value is worked out from them: `plan/writing/locks.ts` adds it.
import type { Compiled } from "../../compile.ts";
import { isFixed } from "../fixed.ts";
import { isReference, type MaterializedFields, type MaterializedRead } from "../materialized/materialized.ts";
import type { Step } from "../read-targets.ts";

export type MovedPath = {
  /** From the written row to the row whose values are read. */
  readonly references: readonly string[];
  /** By which the written row is in a list of the row whose value is kept. */
  readonly via: string | undefined;
};

export type Move = {
  readonly writer: string;
  /** A change of one of these makes the row refer to other rows, or moves the row that it refers to. */
  readonly columns: readonly string[];
  readonly way: MovedPath;
  readonly to: string;
  readonly rounds: number;
};

type Given = Pick<Compiled, "lookup" | "model">;

/**
 * A writer of a row that others refer to updates these, and sees those that refer to it by then. A row that comes to
 * refer to it meanwhile waits for that, and then computes its value. No other row waits: one that has referred to it
 * before, by whichever path, is found and waited for.
 */
export const movesOf = (kept: MaterializedFields, given: Given): readonly Move[] =>
  [...kept.values()].flatMap(({ entity, direct }) => direct.flatMap((read) => movesOfRead(entity, read, given)));

function movesOfRead(entity: string, { way, columns }: MaterializedRead, given: Given): readonly Move[] {
  const last = way.at(-1);
  if (last === undefined || !isReference(last)) return [];
  if (columns.every((column) => isFixed(last.to, column, given))) return [];
  return way.flatMap((step, index): readonly Move[] => {
    const rest = way.slice(index);
    if (!rest.every(isReference)) return [];
    const before = way[index - 1];
    const via = before?.kind === "list" ? before.via : undefined;
    return [
      {
        writer: before?.to ?? entity,
        columns: [...fieldOf(step), ...(via === undefined ? [] : [via])],
        way: { references: rest.flatMap(fieldOf), via },
        to: last.to,
        rounds: 1 + rest.slice(0, -1).filter(({ fixed }) => !fixed).length,
      },
    ];
  });
}

const fieldOf = (step: Step): readonly string[] => (step.kind === "reference" ? [step.field] : []);
