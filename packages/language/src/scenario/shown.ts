// What is tried of a clause that leaves something open: nothing of what needs it. That it is not shown is told as a gap.
import type { Clause } from "../model/clause.ts";
import type { Scenario } from "./scenario.ts";

export const isShown = ({ notShown }: Pick<Clause, "notShown">, ...columns: readonly string[]): boolean =>
  !notShown.some((column) => columns.includes(column));

/** Without those that are refused, where it is not shown with which error. */
export const told = (clause: Pick<Clause, "notShown">, all: readonly Scenario[]): readonly Scenario[] =>
  isShown(clause, "Otherwise") ? all : all.filter(({ expected }) => expected.kind === "done");
