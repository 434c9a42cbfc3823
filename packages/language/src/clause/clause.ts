// What every thing that the document states has in common: its address, its place, and what it leaves open.
import type { SectionNumber, Status } from "../document/document.ts";
import type { Span } from "../problem.ts";

/** A row, heading or property that states something. */
export type Clause<Column extends string = string> = {
  /** Survives moving lines: `4/Ticket/Solve`, `6/Ticket/read/Customer`. */
  readonly address: string;
  /** The whole row or heading. */
  readonly span: Span;
  /** The columns or properties of it that say "not shown". Whatever needs one of them answers NOT_SHOWN. */
  readonly notShown: readonly Column[];
};

/** A clause, or its gaps alone. */
type WithGaps<Column extends string> = Pick<Clause<Column>, "notShown">;

/** The first of these columns that is not shown. */
export const findGap = <Column extends string>(
  { notShown }: WithGaps<Column>,
  ...columns: readonly NoInfer<Column>[]
): Column | undefined => columns.find((column) => notShown.includes(column));

/** Whether all of these columns are shown. */
export const isShown = <Column extends string>(
  clause: WithGaps<Column>,
  ...columns: readonly NoInfer<Column>[]
): boolean => findGap(clause, ...columns) === undefined;

/** What the value of every section holds besides its content. */
export type SectionValue = { readonly number: SectionNumber; readonly status: Status };

export function address(section: SectionNumber, ...steps: readonly string[]): string {
  return [String(section), ...steps].join("/");
}
