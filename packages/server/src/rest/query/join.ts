// How rows that are embedded hang together with the row around them.
import { quoteIdentifier as quote } from "@writ/language/sql-quote";
import type { Embed } from "../plan/read-plan.ts";
import { printTypedRow } from "./typed-row.ts";
import { printName } from "./statement.ts";

/** From what the joined rows are selected, where that is more than their table, and which of them belong to the row. */
export function joinCondition(
  { way, ofSource }: Embed,
  outer: string,
  inner: string,
): { readonly from: string | undefined; readonly where: readonly string[] } {
  const { by, to } = way;
  if (by.kind === "computed") {
    // Rows that were written or answered have lost their type.
    const row = ofSource === undefined ? `${quote(outer)}.*` : printTypedRow(ofSource, outer);
    return { from: `${printName(by.function)}(${row}) AS ${quote(inner)}`, where: [] };
  }
  if (by.kind === "many-to-many") {
    const between = quote(`${inner}_between`);
    return {
      from: `${printName(to)} AS ${quote(inner)} CROSS JOIN ${printName(by.junction)} AS ${between}`,
      where: [
        ...by.source.map(([own, other]) => `${quote(outer)}.${quote(own)} = ${between}.${quote(other)}`),
        ...by.target.map(([own, other]) => `${between}.${quote(own)} = ${quote(inner)}.${quote(other)}`),
      ],
    };
  }
  return {
    from: undefined,
    where: by.columns.map(([own, other]) => `${quote(inner)}.${quote(other)} = ${quote(outer)}.${quote(own)}`),
  };
}
