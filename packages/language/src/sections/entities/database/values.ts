// The checks of every field's value, for all writers: all problems of a row are reported together.
import { quoteIdentifier, quoteNumber } from "../../../expression/sql/sql-quote.ts";
import { resolveAmount } from "../../../model/check-amount.ts";
import type { Amount } from "../../../clause/value.ts";
import type { Design, GuardPart } from "../../../plan/design.ts";
import type { Entity, Field, FieldType } from "../model.ts";
import { isBlankText } from "../../../plan/blank-text.ts";
import { bucketOf, isFileType } from "../../../plan/file-fields.ts";
import { omittedSql } from "../../../plan/writing/omitted.ts";
import { amountsOf, definitionOf, isArray, isDrawn, sqlType, type Refused } from "../../../field-types/index.ts";
import { fieldsOf } from "./columns.ts";
import { notFilesOf } from "./files.ts";
import { isReserved } from "./given.ts";
import { problemSql } from "./objects.ts";

/** A condition of PL/pgSQL under which the value is rejected, and the error; the first that holds is reported. */
type Wrong = { readonly when: string; readonly code: Refused["code"] | "REQUIRED" | "NOT_SHOWN" };

export function valueGuards(entity: Entity, design: Design): readonly GuardPart[] {
  const account = entity.builtIn ? [accountName(entity)] : [];
  return [
    ...account,
    ...fieldsOf(entity).flatMap((field) => {
      const wrong = wrongValues(entity, field, design);
      return wrong.length === 0 ? [] : [guard(entity, field.name.id, wrong, field.address)];
    }),
  ];
}

/**
 * The checks of a new version of the document apply to a write that gives a value, not to one that leaves it as it was.
 */
function guard(entity: Entity, field: string, wrong: readonly Wrong[], address: string): GuardPart {
  const tests = wrong.map(
    ({ when, code }) => `IF ${when} THEN problems := problems || ${problemSql(code, field, address)};`,
  );
  const column = quoteIdentifier(field);
  const changed = `TG_OP = 'INSERT' OR NEW.${column} IS DISTINCT FROM OLD.${column}`;
  const sql = `IF ${changed} THEN\n${tests.join("\nELS")}\nEND IF;\nEND IF;`;
  return { entity: entity.name.id, on: ["insert", "update"], phase: "value", sql, address };
}

/** An account whose holder is gone has no name any more, which only the system can bring about. */
function accountName(entity: Entity): GuardPart {
  const wrong: readonly Wrong[] = [
    { when: `client AND (NEW.name IS NULL OR ${isBlankText("NEW.name")})`, code: "REQUIRED" },
    { when: "char_length(NEW.name) > 200", code: "TOO_LONG" },
  ];
  return guard(entity, "name", wrong, entity.address);
}

function wrongValues(entity: Entity, field: Field & { readonly type: FieldType }, design: Design): readonly Wrong[] {
  const { type } = field;
  const column = `NEW.${quoteIdentifier(field.name.id)}`;
  // A default that no one may clear makes a field never empty, as Required does.
  const isNeverEmpty =
    design.compiled.schema.entities.get(entity.name.id)?.fields.get(field.name.id)?.type.empty === false;
  const files = isFileType(type)
    ? [{ when: notFilesOf(field.name.id, type, bucketOf(entity.name.id, field.name.id)), code: "INVALID" } as const]
    : [];
  return [
    ...missing(field, column, isNeverEmpty),
    ...unbounded(type, column, design),
    ...refusedOf(entity, field.name.id, type, column, design),
    ...files,
    ...unfilled(entity, field, design),
  ];
}

/**
 * An omitted field would get its default. A default that is not shown is unknown, and `no` or an empty value might let
 * others read the row.
 */
function unfilled(entity: Entity, field: Field & { readonly type: FieldType }, design: Design): readonly Wrong[] {
  if (!field.notShown.includes("Default") || sqlType(field.type) === undefined || isDrawn(field.type)) return [];
  const left = isReserved(entity, field, design) ? "" : ` AND ${omittedSql(field)}`;
  return [{ when: `client AND TG_OP = 'INSERT'${left}`, code: "NOT_SHOWN" }];
}

/** Of a row `given` that is there: what of its type a value does not keep; undefined where any value will do. */
export function notOfType(entity: Entity, field: Field, design: Design): string | undefined {
  if (field.type === undefined) return undefined;
  const column = `given.${quoteIdentifier(field.name.id)}`;
  const wrong = refusedOf(entity, field.name.id, field.type, column, design);
  return wrong.length === 0 ? undefined : wrong.map(({ when }) => `(${when})`).join(" OR ");
}

/** Whether a value is within a bound that is not shown is unknown. */
function unbounded(type: FieldType, column: string, design: Design): readonly Wrong[] {
  const isOpen = amountsOf(type).some(
    (amount) => amount !== undefined && resolveAmount(amount, design.context) === undefined,
  );
  if (!isOpen) return [];
  return [{ when: isArray(type) ? `cardinality(${column}) > 0` : `${column} IS NOT NULL`, code: "NOT_SHOWN" }];
}

function missing(
  { type, required, notShown }: Field & { readonly type: FieldType },
  column: string,
  isNeverEmpty: boolean,
): readonly Wrong[] {
  if (sqlType(type) === undefined || definitionOf(type).blank === "false") return [];
  const isNeeded = required === "yes" || definitionOf(type).isAlwaysRequired === true;
  if (!isNeeded && isNeverEmpty && !isArray(type) && !isDrawn(type)) {
    // The user is not asked for a value that the system would set, if its default were shown.
    return [{ when: `${column} IS NULL`, code: notShown.includes("Default") ? "NOT_SHOWN" : "REQUIRED" }];
  }
  if (!isNeeded || type.kind === "several" || type.kind === "state") return [];
  if (isArray(type)) return [{ when: `cardinality(${column}) = 0`, code: "REQUIRED" }];
  const orBlank = sqlType(type) === "text" ? ` OR ${isBlankText(column)}` : "";
  return [{ when: `${column} IS NULL${orBlank}`, code: "REQUIRED" }];
}

const refusedOf = (
  entity: Entity,
  field: string,
  type: FieldType,
  column: string,
  design: Design,
): readonly Refused[] =>
  definitionOf(type).refused?.(type, column, {
    amount: (amount) => amountOf(amount, design),
    moneyScale: design.compiled.schema.moneyScale,
    states() {
      const known = design.compiled.schema.entities.get(entity.name.id)?.fields.get(field)?.type;
      return known?.kind === "choice" ? known.codes : [];
    },
  }) ?? [];

/** A limit as a number of SQL; undefined where there is none, or its constant is not shown. */
function amountOf(amount: Amount | undefined, design: Design): string | undefined {
  const value = amount && resolveAmount(amount, design.context);
  if (value === undefined) return undefined;
  if ("digits" in value) return quoteNumber(value.digits, value.scale);
  return value.kind === "size" ? String(value.bytes) : undefined;
}
