// The statements of PL/pgSQL that bring kept values up to date, after locks and in their order.
import { quoteIdentifier } from "../../expression/sql/sql-quote.ts";
import type { Design } from "../design.ts";
import { onlyReadCommitted } from "../isolation.ts";
import type { Refresh } from "./refresh-objects.ts";
import type { ReadPath } from "./materialized.ts";
import { printPlace, tableOf } from "../layout.ts";

/**
 * Each in a statement of its own, which sees what the one before it has written, and what others had written before the
 * locks. `given` are the rows that were written, as they were and as they are, `moved` those that may have come to refer to
 * others; `touched` says which count of rows that others refer to.
 */
export function refreshSql(
  { keep, entity: from, lists, referring, itself }: Refresh,
  moving: readonly string[],
  touched: string,
  design: Design,
): readonly string[] {
  const ids = [
    ...lists.map((way) => backSql(way, "given", from, design)),
    ...referring.map((way) => backSql(way, "touched", from, design)),
    ...(itself && moving.length > 0 ? ["SELECT one.id FROM unnest(moved) AS one"] : []),
  ].join(" UNION ALL ");
  if (ids === "") return [];
  const kept = `  PERFORM ${printPlace(keep)}(ARRAY(SELECT DISTINCT climbed.id FROM (${ids}) AS climbed (id) WHERE climbed.id IS NOT NULL));`;
  if (referring.length === 0) return [kept];
  return [`  ${touched}`, `  IF touched IS NOT NULL THEN ${onlyReadCommitted} END IF;`, kept];
}

/** The ids of the rows of `entity` from which a way leads to the given ones. */
function backSql(way: ReadPath, rows: string, entity: string, design: Design): string {
  let [from, row, id] = [`unnest(${rows}) AS row_0`, "row_0", "row_0.id"];
  const table = (of: string) => printPlace(tableOf(design.layout, of));
  way.toReversed().forEach((step, index) => {
    const next = `row_${index + 1}`;
    if (step.kind === "list") {
      if (row === "") {
        from += ` JOIN ${table(step.to)} AS ${next} ON ${next}.id = ${id}`;
        row = next;
      }
      [id, row] = [`${row}.${quoteIdentifier(step.via)}`, ""];
      return;
    }
    from += ` JOIN ${table(way[way.length - 2 - index]?.to ?? entity)} AS ${next} ON ${next}.${quoteIdentifier(step.field)} = ${id}`;
    [id, row] = [`${next}.id`, next];
  });
  return `SELECT ${id} FROM ${from}`;
}
