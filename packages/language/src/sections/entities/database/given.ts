// What a client gives and may not: what only the system sets, and what is given once.
import { quoteIdentifier } from "../../../expression/sql/sql-quote.ts";
import type { Design, GuardPart } from "../../../plan/design.ts";
import { reservedGuards, type ReservedColumn } from "../../../plan/reserved.ts";
import { isDrawn, isHiddenWrite, orHiddenWrite } from "../../../plan/hidden-writes.ts";
import type { Entity, Field } from "../model.ts";
import { blankOf, sqlType } from "../../../field-types/index.ts";
import { fieldsOf } from "./columns.ts";
import { problemIf, problemSql } from "./objects.ts";

/** Whether section 6 has a `set` row for a field: then that row says who may give it. */
export function hasSetRow(entity: Entity, field: Field, design: Design, on?: "create" | "update"): boolean {
  const { model } = design.compiled;
  return model.permissions.rights.some(({ action, for: about }) => {
    if (action.kind !== "set" || about.id !== entity.name.id) return false;
    const named = action.field.id;
    return named === field.name.id && (on === undefined || action.on === undefined || action.on === on);
  });
}

/** Fields that no client ever gives: numbers, codes and states, and auto fields without a `set` row. */
export function isReserved(entity: Entity, field: Field, design: Design): boolean {
  const { type, required } = field;
  if (type === undefined || sqlType(type) === undefined) return false;
  if (type.kind === "sequence number" || type.kind === "random code" || type.kind === "state") return true;
  return required === "auto" && !hasSetRow(entity, field, design);
}

/** A field of states has no column where its states are not shown. */
export const hasColumn = (entity: Entity, { name }: Field, { compiled }: Design): boolean =>
  compiled.schema.entities.get(entity.name.id)?.fields.has(name.id) === true;

/** Fields that some clients may give at creation and others not: what these give has to be what would be set. */
export const isLimitedAtCreation = (entity: Entity, field: Field, design: Design): boolean =>
  hasSetRow(entity, field, design, "create") || (field.required === "auto" && hasSetRow(entity, field, design));

export function writeGuards(entity: Entity, design: Design): readonly GuardPart[] {
  const { id } = entity.name;
  const { address } = entity;
  const system = ["created_at", "created_by", "updated_at", "updated_by", ...(entity.builtIn ? ["email"] : [])];
  const reserved: readonly ReservedColumn[] = [
    { column: "id", atCreation: true, address },
    ...system.map((column) => ({ column, address })),
    ...fieldsOf(entity)
      .filter((field) => isReserved(entity, field, design) && hasColumn(entity, field, design))
      .map((field) => ({
        column: field.name.id,
        blank: blankOf(field.type),
        drawn: isDrawn(entity, field, design),
        address: field.address,
      })),
  ];
  return [
    ...reservedGuards(id, reserved, design.layout),
    ...onceGuards(entity, design),
    ...computedGuards(entity, design),
    ...oneRowGuards(entity),
  ];
}

/** The system may later give an omitted value, and clear it; no writer replaces it. */
function onceGuards(entity: Entity, design: Design): readonly GuardPart[] {
  return fieldsOf(entity).flatMap((field): readonly GuardPart[] => {
    const { type, address } = field;
    const column = quoteIdentifier(field.name.id);
    const belongs = type.kind === "belongs to" && !hasSetRow(entity, field, design, "update");
    if ((!type.setOnce && !belongs) || sqlType(type) === undefined || isReserved(entity, field, design)) return [];
    const changed = `NEW.${column} IS DISTINCT FROM OLD.${column}`;
    const replaced = `OLD.${column} IS NOT NULL AND NEW.${column} IS NOT NULL`;
    const given = `client AND (${changed}${orHiddenWrite(design.layout, entity.name.id, field.name.id)})`;
    const condition = type.setOnce ? `(${given}) OR (${changed} AND ${replaced})` : given;
    const sql = problemIf(condition, "FORBIDDEN", field.name.id, address);
    return [{ entity: entity.name.id, on: ["update"], phase: "given", sql, address }];
  });
}

/** A table refuses a value for what it works out by itself; a view would take one and forget it. */
function computedGuards({ name, fields, address }: Entity, { layout }: Design): readonly GuardPart[] {
  if (!layout.masked.has(name.id)) return [];
  const worked = [...layout.computed.values()].filter((one) => one.entity === name.id && one.home !== "kept");
  return worked.map(({ field: { id } }) => {
    const stated = fields.find((one) => one.name.id === id)?.address ?? address;
    const sql = problemIf(`client AND ${isHiddenWrite(id)}`, "FORBIDDEN", id, stated);
    return { entity: name.id, on: ["insert", "update"], phase: "right", sql, address: stated };
  });
}

/** Settings are there from the beginning, and stay. */
function oneRowGuards({ oneRow, name, address }: Entity): readonly GuardPart[] {
  if (!oneRow) return [];
  const refuse = (code: string) => `PERFORM writ.refuse(${problemSql(code, undefined, address)});`;
  // Signing in comes first everywhere, also where it does not help.
  const client = `IF client AND auth.uid() IS NULL THEN ${refuse("NOT_SIGNED_IN")} END IF;`;
  return [
    {
      entity: name.id,
      on: ["insert"],
      phase: "given",
      sql: `${client}\nIF client THEN ${refuse("FORBIDDEN")} END IF;`,
      address,
    },
    { entity: name.id, on: ["delete"], phase: "given", sql: `${client}\n${refuse("FORBIDDEN")}`, address },
  ];
}
