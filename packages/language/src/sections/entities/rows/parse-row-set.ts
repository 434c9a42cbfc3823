// From a `### Seed: E` or `### Sample: E` heading and its table to rows.
import type { Part } from "../../../document/document.ts";
import { cellOf, readTables, type TableKind } from "../../../document/tables.ts";
import { trimText, type Text } from "../../../text/text.ts";
import { address } from "../../../clause/clause.ts";
import { readName, readReference, type Reference } from "../../../text/name.ts";
import { partNotShown } from "../../../clause/problems.ts";
import { readClause } from "../../../clause/read-clause.ts";
import { readProperties } from "../../../document/properties.ts";
import type { Problem } from "../../../problem.ts";
import type { RowSet, RowSetRow } from "../model.ts";
import { noRows } from "./problems.ts";

/** A field that is called as the column of keys is named with its identifier. */
const readColumn = (header: Text): Reference => {
  const { label, id } = readName(header);
  return label === "Key" ? { ...readReference(header), id } : readReference(header);
};

const tables = { rows: { columns: ["Key*"], extra: () => true } } satisfies Record<string, TableKind>;

export function parseRowSet(kind: RowSet["kind"], entityText: Text, part: Part, problems: Problem[]): RowSet {
  const entity = readReference(trimText(entityText));
  const at = address(3, `${kind}: ${entity.label}`);
  const span = part.heading ? { start: part.heading.start, end: part.heading.end } : part.span;
  readProperties(part, [], [], at, problems);
  const [table, ...more] = readTables(3, part, tables, problems);
  if (part.status.kind === "not shown") {
    problems.push(partNotShown.at({ span, address: at }, kind.toLowerCase(), entity.label, part.status.explanation));
  } else if (part.status.kind === "shown" && part.tables.length === 0) {
    problems.push(noRows.at({ span, address: at }, kind, entity.label));
  }
  for (const another of more)
    problems.push(noRows.at({ span: another.table.span, address: at }, kind, entity.label, true));
  return {
    address: at,
    span,
    notShown: part.status.kind === "not shown" ? ["Key"] : [],
    kind,
    entity,
    columns: (table?.extra ?? []).map(readColumn),
    rows: (table?.rows ?? []).map((row): RowSetRow => {
      const key = trimText(cellOf(row, "Key"));
      const clause = readClause(row, `${at}/${key.text || "?"}`, problems);
      return { ...clause, key, values: row.extra.map(({ cell }) => trimText(cell)) };
    }),
  };
}
