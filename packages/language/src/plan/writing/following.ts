// Columns of the system that follow another row: where nothing else changes, no user has written the row.
import { quoteIdentifier, quoteText } from "../../expression/sql/sql-quote.ts";
import type { Contribution } from "../design.ts";
import type { Layout } from "../layout.ts";

export type Following = {
  readonly columns: readonly string[];
  /** Worked out by PostgreSQL, which a trigger before the write does not see yet. */
  readonly generated: readonly string[];
};

/** The columns of an entity that follow another row. */
export const followingOf = (entity: string, parts: readonly Contribution[], layout: Layout): Following => ({
  columns: parts
    .flatMap(({ columns = [] }) => columns)
    .filter((one) => one.entity === entity && one.follows === true)
    .map(({ column }) => column.name),
  generated: generatedColumns(entity, layout),
});

export const generatedColumns = (entity: string, { computed }: Layout): readonly string[] =>
  [...computed.values()].filter((one) => one.entity === entity && one.home === "column").map(({ field }) => field.id);

/** Whether one of them is all that an update changes; undefined where there are none. */
export function onlyFollows({ columns, generated }: Following, old: string, changed: string): string | undefined {
  const ways = columns.map((column) => {
    const name = quoteIdentifier(column);
    const rest = `ARRAY[${[column, ...generated].map(quoteText).join(", ")}]`;
    // The cheap question comes first: the other one takes the whole row.
    return `(${changed}.${name} IS DISTINCT FROM ${old}.${name} AND to_jsonb(${changed}.*) - ${rest} = to_jsonb(${old}.*) - ${rest})`;
  });
  return ways.length === 0 ? undefined : `(${ways.join(" OR ")})`;
}
