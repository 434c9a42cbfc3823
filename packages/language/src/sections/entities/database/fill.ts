// What the system sets before a row is written: one spelling of what was given, numbers, codes and defaults.
import { quoteIdentifier, quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Design, GuardPart, ReadPart } from "../../../plan/design.ts";
import { findReads } from "../../../plan/writing/find-reads.ts";
import { typedOf } from "../../../plan/json.ts";
import { lockPlace, printPlace, tableOf } from "../../../plan/layout.ts";
import type { DatabaseObject } from "../../../plan/objects.ts";
import { declareOmitted, isOmitted, omittedValue } from "../../../plan/writing/omitted.ts";
import { declareOwnValue, ownValue } from "../../../plan/writing/own-value.ts";
import type { Entity, Field, FieldType } from "../model.ts";
import { blankOf, composed, definitionOf, sqlType, isReference } from "../../../field-types/index.ts";
import { defaultPlace, defaultValue, fieldsOf } from "./columns.ts";
import { hasColumn, isLimitedAtCreation, isReserved } from "./given.ts";
import { literalSql } from "./literal.ts";
import { numberFill } from "./numbers.ts";

export type Filled = {
  readonly objects: readonly DatabaseObject[];
  readonly guards: readonly GuardPart[];
  readonly reads: readonly ReadPart[];
};

type TypedField = Field & { readonly type: FieldType };

export function fillGuards(entity: Entity, design: Design): Filled {
  const objects: DatabaseObject[] = [];
  const { id } = entity.name;
  const part = (on: GuardPart["on"], sql: string, address: string): GuardPart => ({
    entity: id,
    on,
    phase: "fill",
    sql,
    address,
  });
  const spelled = fieldsOf(entity).flatMap((field) => {
    const sql = inOneSpelling(entity, field, design);
    return sql === undefined ? [] : [part(["insert", "update"], sql, field.address)];
  });
  const set = inOrderOfNeed(entity, design).flatMap((field) => {
    const column = `NEW.${quoteIdentifier(field.name.id)}`;
    const number = numberFill(entity, field, design);
    if (number !== undefined) return [part(number.on, number.sql, field.address)];
    const value = defaultOf(entity, field, design, objects);
    if (isLimitedAtCreation(entity, field, design)) return [ownFill(entity, field, value, design)];
    const filled = `${defaultLock(entity, field, design)}${column} := ${value};`;
    return value === undefined
      ? []
      : [part(["insert"], `IF ${isToFill(entity, field, design)} THEN ${filled} END IF;`, field.address)];
  });
  const blank = (isDefaulted: boolean) =>
    fieldsOf(entity).flatMap((field) => {
      const value = blankOf(field.type);
      const column = `NEW.${quoteIdentifier(field.name.id)}`;
      if (value === undefined || (field.default !== undefined) !== isDefaulted) return [];
      return [part(["insert", "update"], `${column} := COALESCE(${column}, ${value});`, field.address)];
    });
  const account = entity.builtIn ? [part(["insert", "update"], composed("NEW.name"), entity.address)] : [];
  const omitted = fieldsOf(entity).flatMap((field): readonly GuardPart[] => {
    const mark = omittedValue(field);
    const { id: name } = field.name;
    const column = quoteIdentifier(name);
    if (mark === undefined || hasColumn(entity, field, design) === false) return [];
    const sql = `IF given.${column} = ${mark} THEN given.${column} := NULL; NEW.${column} := NULL; ${isOmitted(name)} := true; END IF;`;
    return [
      { entity: id, on: ["insert"], phase: "omitted", declare: declareOmitted(name), sql, address: field.address },
    ];
  });
  return {
    objects,
    guards: [...omitted, systemFields(entity), ...account, ...spelled, ...blank(false), ...set, ...blank(true)],
    reads: fieldsOf(entity).flatMap((field) => defaultReads(entity, field, design)),
  };
}

/**
 * Of other rows: a writer who changes them meanwhile waits, or is waited for, so that no row is made of stale values.
 */
function defaultReads(entity: Entity, { default: given, address }: TypedField, design: Design): readonly ReadPart[] {
  const typed = given?.kind === "expression" ? typedOf(given.expression, design) : undefined;
  const reads = typed === undefined ? [] : findReads(typed, entity.name.id, design);
  return reads.length === 0 ? [] : [{ entity: entity.name.id, reads, address: `${address}/Default` }];
}

const defaultLock = (entity: Entity, field: TypedField, design: Design): string =>
  defaultReads(entity, field, design).length === 0
    ? ""
    : `PERFORM ${printPlace(lockPlace(entity.name.id))}(ARRAY[NEW]); `;

/** A given empty value stays; the empty value of an omitted field is filled. */
function isToFill(entity: Entity, field: TypedField, design: Design): string {
  const column = `NEW.${quoteIdentifier(field.name.id)}`;
  if (omittedValue(field) === undefined) return `${column} IS NULL`;
  const isOwn = isReserved(entity, field, design)
    ? `(${isOmitted(field.name.id)} OR client)`
    : isOmitted(field.name.id);
  return `${column} IS NULL AND ${isOwn}`;
}

/** Worked out whether or not a value was given, which is compared with it later. No default reads its own field. */
function ownFill(entity: Entity, field: TypedField, value: string | undefined, design: Design) {
  const { name, type, address } = field;
  const own = ownValue(name.id);
  const column = `NEW.${quoteIdentifier(name.id)}`;
  const known = [value, blankOf(type)].filter((one) => one !== undefined);
  return {
    entity: entity.name.id,
    on: ["insert"],
    phase: "fill",
    declare: declareOwnValue(name.id, tableOf(design.layout, entity.name.id)),
    sql: `${known.length === 0 ? "" : `${defaultLock(entity, field, design)}${own} := ${known.length === 1 ? known.join("") : `COALESCE(${known.join(", ")})`};\n`}IF ${isToFill(entity, field, design)} THEN ${column} := ${own}; END IF;`,
    address,
  } satisfies GuardPart;
}

/** Who wrote the row, and when. Of rows that the product brings along, their document may say so. */
function systemFields({ name, address }: Entity): GuardPart {
  const sql = [
    "NEW.updated_at := writ.now(); NEW.updated_by := auth.uid();",
    "IF TG_OP = 'INSERT' THEN",
    "  NEW.id := COALESCE(NEW.id, gen_random_uuid());",
    "  NEW.created_at := COALESCE(NEW.created_at, NEW.updated_at); NEW.created_by := COALESCE(NEW.created_by, NEW.updated_by);",
    // A row that was created earlier has not changed since.
    "  NEW.updated_at := LEAST(NEW.created_at, NEW.updated_at);",
    "ELSE",
    "  NEW.id := OLD.id; NEW.created_at := OLD.created_at; NEW.created_by := OLD.created_by;",
    "END IF;",
  ];
  return { entity: name.id, on: ["insert", "update"], phase: "fill", sql: sql.join("\n"), address };
}

/** Texts that look the same are the same, addresses are in lower case, and the system's own numbers are rounded. */
const inOneSpelling = (entity: Entity, { name, type }: TypedField, design: Design): string | undefined =>
  definitionOf(type).normalize?.(`NEW.${quoteIdentifier(name.id)}`, {
    moneyScale: design.compiled.schema.moneyScale,
    isGiven: `client OR ${isByOperator(entity, design)}`,
  });

/**
 * An operator writes a row in the console: that row itself, which has its own depth, and not what follows from it. A
 * forged setting allows nothing: it refuses decimals that would be rounded.
 */
const isByOperator = ({ name: { id } }: Entity, { layout }: Design): string =>
  `pg_trigger_depth() = ${layout.masked.has(id) ? 2 : 1} AND current_setting('writ.operator_entity', true) IS NOT DISTINCT FROM ${quoteText(id)}`;

/** A default that reads another field comes after it; circles are no accepted document. */
function inOrderOfNeed(entity: Entity, design: Design): readonly TypedField[] {
  const { checked } = design.compiled;
  const fields = fieldsOf(entity);
  const needs = (field: TypedField): ReadonlySet<string> => {
    if (field.type.kind === "sequence number") return new Set(references(entity));
    if (field.type.kind === "computed") return checked.get(field.type.expression)?.reads.own ?? new Set();
    if (field.default?.kind !== "expression") return new Set();
    return checked.get(field.default.expression)?.reads.own ?? new Set();
  };
  const ordered = new Set<TypedField>();
  const visited = new Set<string>();
  const visit = (field: TypedField) => {
    if (visited.has(field.name.id)) return;
    visited.add(field.name.id);
    for (const id of needs(field)) {
      const other = fields.find(({ name }) => name.id === id);
      if (other) visit(other);
    }
    ordered.add(field);
  };
  for (const field of fields) visit(field);
  return [...ordered];
}

const references = (entity: Entity): readonly string[] =>
  fieldsOf(entity).flatMap(({ name, type }) => (isReference(type) ? [name.id] : []));

/** A default that reads the row is a function of it: PL/pgSQL knows NEW, a printed expression knows rows. */
function defaultOf(entity: Entity, field: TypedField, design: Design, objects: DatabaseObject[]): string | undefined {
  const { default: given, type } = field;
  const returns = sqlType(type);
  if (given === undefined || returns === undefined) return undefined;
  if (given.kind === "literal") return literalSql(given.text, type, design);
  const place = defaultPlace(entity, field);
  const row = printPlace(tableOf(design.layout, entity.name.id));
  objects.push({
    kind: "function",
    place,
    parameters: [{ name: "given", type: row }],
    returns,
    language: "sql",
    volatility: "stable",
    actsAs: "owner",
    body: `SELECT ${defaultValue(entity, type, given.expression, design)}`,
    callers: [],
    address: `${field.address}/Default`,
  });
  return `${printPlace(place)}(NEW)`;
}
