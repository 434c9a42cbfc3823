// What happens to a row before it is written, as far as its fields say: what the system sets, and what must be there.
import { quoteIdentifier } from "../../../expression/sql-quote.ts";
import { tableOf, innerPlace, printPlace } from "../../../plan/layout.ts";
import type { Design, GuardPart } from "../../../plan/design.ts";
import type { DatabaseObject } from "../../../plan/objects.ts";
import type { Entity, Field } from "../model.ts";
import { fieldsOf, isArray, sqlType } from "./columns.ts";
import { literalSql } from "./literal.ts";
import { problemSql } from "./tables.ts";

export type Guards = { readonly objects: readonly DatabaseObject[]; readonly guards: readonly GuardPart[] };

export function guardsOf(design: Design): Guards {
  const parts = design.entities.map((entity) => entityGuards(entity, design));
  return { objects: parts.flatMap((part) => part.objects), guards: parts.flatMap((part) => part.guards) };
}

function entityGuards(entity: Entity, design: Design): Guards {
  const objects: DatabaseObject[] = [];
  const guards: GuardPart[] = [systemFields(entity)];
  const add = (field: Field, on: GuardPart["on"], phase: GuardPart["phase"], sql: string) =>
    guards.push({ entity: entity.name.id, on, phase, sql, address: field.address });
  for (const field of fieldsOf(entity)) {
    const column = `NEW.${quoteIdentifier(field.name.id)}`;
    if (sqlType(field.type, 0) === undefined) continue;
    const value = defaultOf(entity, field, design, objects);
    if (value !== undefined) add(field, ["insert"], "fill", `${column} := COALESCE(${column}, ${value});`);
    if (isArray(field.type)) add(field, ["insert", "update"], "fill", `${column} := COALESCE(${column}, '{}');`);
    if (field.type.kind === "yes/no")
      add(field, ["insert", "update"], "fill", `${column} := COALESCE(${column}, false);`);
    if (field.required === "yes" && field.type.kind !== "yes/no") {
      const isBlank = sqlType(field.type, 0) === "text" ? ` OR ${column} = ''` : "";
      const missing = problemSql("REQUIRED", field.name.id, field.address);
      add(
        field,
        ["insert", "update"],
        "value",
        `IF ${column} IS NULL${isBlank} THEN problems := problems || ${missing}; END IF;`,
      );
    }
  }
  return { objects, guards };
}

/** Who wrote the row, and when. Nobody else says so. */
function systemFields({ name, address }: Entity): GuardPart {
  const sql = [
    "IF TG_OP = 'INSERT' THEN",
    "  NEW.id := COALESCE(NEW.id, gen_random_uuid()); NEW.created_at := writ.now(); NEW.created_by := auth.uid();",
    "ELSE",
    "  NEW.id := OLD.id; NEW.created_at := OLD.created_at; NEW.created_by := OLD.created_by;",
    "END IF;",
    "NEW.updated_at := writ.now(); NEW.updated_by := auth.uid();",
  ];
  return { entity: name.id, on: ["insert", "update"], phase: "fill", sql: sql.join("\n"), address };
}

/** A default that reads the row is a function of it: PL/pgSQL knows NEW, a printed expression knows rows. */
function defaultOf(entity: Entity, field: Field, design: Design, objects: DatabaseObject[]): string | undefined {
  const { default: given, type } = field;
  if (given === undefined || type === undefined) return undefined;
  if (given.kind === "literal") return literalSql(given.text, type, design);
  const place = innerPlace("default", entity.name.id, field.name.id);
  const returns = sqlType(type, design.compiled.schema.moneyScale) ?? "text";
  const row = printPlace(tableOf(design.layout, entity.name.id));
  const value = design.print(given.expression, "strict", { rows: { [entity.name.id]: "given" } });
  objects.push({
    kind: "function",
    place,
    parameters: [{ name: "given", type: row }],
    returns,
    language: "sql",
    volatility: "stable",
    actsAs: "owner",
    body: `SELECT (${value})::${returns}`,
    callers: [],
    address: `${field.address}/Default`,
  });
  return `${printPlace(place)}(NEW)`;
}
