// What a row is called wherever the database names it: in mails, among choices, in the console.
import { quoteIdentifier, quoteText } from "../expression/sql/sql-quote.ts";
import { printSql } from "../expression/sql.ts";
import type { Expression } from "../expression/tree.ts";
import type { Entity } from "../sections/entities/model.ts";
import type { Design } from "./design.ts";
import { visibleTarget } from "./visible-target.ts";
import { systemTarget } from "./target.ts";

/** Kinds of fields whose values tell rows apart, on screens too. */
const naming: ReadonlySet<string | undefined> = new Set(["text", "sequence number", "random code", "email"]);

/**
 * By Shown as; without it by the first text that every reader of the row may see, or by what its entity is called. An
 * id is no name. `isSeen`: as the caller sees the row, where Shown as reads what not every reader may.
 */
export function rowNameSql(entity: string, row: string, design: Design, isSeen = false): string {
  if (entity === "user") return `${row}."name"`;
  const found = design.compiled.lookup.entities.get(entity);
  const shown = found?.shownAs && design.compiled.checked.get(found.shownAs)?.typed ? found.shownAs : undefined;
  const label = quoteText(found?.name.label ?? entity);
  if (shown !== undefined && isSeen) return `COALESCE(${printAsSeen(shown, entity, row, design)}, ${label})`;
  if (shown !== undefined) return design.print(shown, "strict", { rows: { [entity]: row } });
  const field = found && firstText(found, design);
  return field === undefined ? label : `COALESCE(${row}.${quoteIdentifier(field)}::text, ${label})`;
}

function printAsSeen(shown: Expression, entity: string, row: string, design: Design): string {
  const { compiled, layout } = design;
  const typed = compiled.checked.get(shown)?.typed;
  return typed === undefined
    ? "NULL"
    : printSql(typed, visibleTarget(systemTarget(compiled, layout, { rows: { [entity]: row } }), design), "strict");
}

function firstText({ name, fields }: Entity, { layout }: Design): string | undefined {
  const masked = layout.masked.get(name.id);
  return fields.find((field) => naming.has(field.type?.kind) && masked?.has(field.name.id) !== true)?.name.id;
}
