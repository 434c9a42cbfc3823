// What every field asks of its value, whoever writes it: all that is wrong with a row is told together.
import { quoteIdentifier, quoteMoment, quoteNumber, quoteText } from "../../../expression/sql/sql-quote.ts";
import { firstStored, lastStored } from "../../../expression/time-limits.ts";
import { resolveAmount } from "../../../model/check-amount.ts";
import { amountsOf } from "../../../clause/amounts-of.ts";
import type { Amount } from "../../../clause/value.ts";
import type { Design, GuardPart } from "../../../plan/design.ts";
import type { Entity, Field, FieldType } from "../model.ts";
import { longestAddress, longestText, textPatterns } from "../../../text/patterns.ts";
import { isBlankText } from "../../../plan/blank-text.ts";
import { decimalsOf } from "../../../plan/column-type.ts";
import { bucketOf, isFileType } from "../../../plan/file-fields.ts";
import { notGiven } from "../../../plan/writing/omitted.ts";
import { fieldsOf, isArray, sqlType } from "./columns.ts";
import { notFilesOf } from "./files.ts";
import { isReserved } from "./given.ts";
import { problemSql } from "./objects.ts";

/** A condition of PL/pgSQL under which the value is refused, and the error; the first that holds is told. */
type Wrong = { readonly when: string; readonly code: "REQUIRED" | "TOO_LONG" | "INVALID" | "NOT_SHOWN" };

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

/** What a new version of the document asks binds whoever gives a value, and not whoever leaves one as it was. */
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
  const invalid = (when: string): Wrong => ({ when, code: "INVALID" });
  // A default that nobody may clear makes a field one that is never empty, as Required does.
  const isNeverEmpty =
    design.compiled.schema.entities.get(entity.name.id)?.fields.get(field.name.id)?.type.empty === false;
  const files = isFileType(type)
    ? [invalid(notFilesOf(field.name.id, type, bucketOf(entity.name.id, field.name.id)))]
    : [];
  return [
    ...missing(field, column, isNeverEmpty),
    ...unbounded(type, column, design),
    ...wrongIn(entity, field.name.id, type, column, invalid, design),
    ...files,
    ...unfilled(entity, field, design),
  ];
}

/**
 * What somebody leaves out the default would be; of one that is not shown nobody knows what it is, and `no` or nothing
 * may let others read the row.
 */
function unfilled(entity: Entity, field: Field & { readonly type: FieldType }, design: Design): readonly Wrong[] {
  if (!field.notShown.includes("Default") || sqlType(field.type) === undefined || drawn.has(field.type.kind)) return [];
  const left = isReserved(entity, field, design) ? "" : ` AND ${notGiven(field)}`;
  return [{ when: `client AND TG_OP = 'INSERT'${left}`, code: "NOT_SHOWN" }];
}

/** Of a row `given` that is there: what of its type a value does not keep; undefined where any value will do. */
export function notOfType(entity: Entity, field: Field, design: Design): string | undefined {
  if (field.type === undefined) return undefined;
  const column = `given.${quoteIdentifier(field.name.id)}`;
  const invalid = (when: string): Wrong => ({ when, code: "INVALID" });
  const wrong = wrongIn(entity, field.name.id, field.type, column, invalid, design);
  return wrong.length === 0 ? undefined : wrong.map(({ when }) => `(${when})`).join(" OR ");
}

/** Of a bound that is not shown nobody knows whether a value is within it. */
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
  if (sqlType(type) === undefined || type.kind === "yes/no") return [];
  const isNeeded = required === "yes" || type.kind === "belongs to";
  if (!isNeeded && isNeverEmpty && !isArray(type) && !drawn.has(type.kind)) {
    // Nobody is to fill in what the system would, if only it were said with what.
    return [{ when: `${column} IS NULL`, code: notShown.includes("Default") ? "NOT_SHOWN" : "REQUIRED" }];
  }
  if (!isNeeded || type.kind === "several" || type.kind === "state") return [];
  if (isArray(type)) return [{ when: `cardinality(${column}) = 0`, code: "REQUIRED" }];
  const orBlank = sqlType(type) === "text" ? ` OR ${isBlankText(column)}` : "";
  return [{ when: `${column} IS NULL${orBlank}`, code: "REQUIRED" }];
}

/** Always there, because the system draws them. */
const drawn: ReadonlySet<FieldType["kind"]> = new Set(["state", "sequence number", "random code"]);

function wrongIn(
  entity: Entity,
  field: string,
  type: FieldType,
  column: string,
  invalid: (when: string) => Wrong,
  design: Design,
): readonly Wrong[] {
  switch (type.kind) {
    case "text":
    case "long text":
    case "Markdown text": {
      const { matching } = type;
      const pattern = matching && invalid(`NOT (${column} COLLATE "C" ~ ${quoteText(matching.pattern.regex)})`);
      return [tooLong(column, amountOf(type.upTo, design) ?? String(longestText)), ...(pattern ? [pattern] : [])];
    }
    case "email":
    case "url":
    case "phone":
      return [
        tooLong(column, String(longestAddress)),
        invalid(`NOT (${column} COLLATE "C" ~ ${quoteText(textPatterns[type.kind])})`),
      ];
    case "number":
    case "integer":
    case "percent":
    case "money":
      return wrongNumber(type, column, invalid, design);
    case "date":
      return [invalid(`NOT (${column} BETWEEN date '0001-01-01' AND date '9999-12-31')`)];
    case "datetime":
      return [invalid(`NOT (${column} BETWEEN ${quoteMoment(firstStored)} AND ${quoteMoment(lastStored)})`)];
    case "one of":
      return [invalid(`${column} NOT IN (${type.choices.map(({ id }) => quoteText(id)).join(", ")})`)];
    case "state": {
      const known = design.compiled.schema.entities.get(entity.name.id)?.fields.get(field)?.type;
      const codes = known?.kind === "choice" ? known.codes : [];
      return codes.length === 0 ? [] : [invalid(`${column} NOT IN (${codes.map(quoteText).join(", ")})`)];
    }
    case "several of": {
      const choices = `ARRAY[${type.choices.map(({ id }) => quoteText(id)).join(", ")}]::text[]`;
      return [invalid(`NOT (${isSet(column)} AND ${column} <@ ${choices})`)];
    }
    case "several":
      return [invalid(`NOT ${isSet(column)}`)];
    case "files": {
      const count = amountOf(type.count, design);
      const tooMany = count === undefined ? "" : ` AND cardinality(${column}) <= ${count}`;
      return [invalid(`NOT (${isSet(column)}${tooMany})`)];
    }
    case "file":
    case "image":
      return [tooLong(column, String(longestAddress))];
    default:
      return [];
  }
}

/** Different values, none of them empty. Most lists are short, and asking a function costs more than the rest. */
const isSet = (column: string): string =>
  `(COALESCE(array_ndims(${column}), 1) = 1 AND CASE WHEN cardinality(${column}) < 2 THEN array_position(${column}, NULL) IS NULL ELSE writ.is_set(${column}) END)`;

const tooLong = (column: string, most: string): Wrong => ({
  when: `char_length(${column}) > ${most}`,
  code: "TOO_LONG",
});

/** Beyond any amount that people mean, and what expressions reckon with; NaN and infinities are greater still. */
const greatest = `1${"0".repeat(34)}`;

function wrongNumber(
  type: Extract<FieldType, { kind: "number" | "integer" | "percent" | "money" }>,
  column: string,
  invalid: (when: string) => Wrong,
  design: Design,
): readonly Wrong[] {
  const [from, to] = [amountOf(type.from, design), amountOf(type.to, design)];
  const range = [
    ...(from === undefined ? [] : [`${column} >= ${from}`]),
    ...(to === undefined ? [] : [`${column} <= ${to}`]),
  ];
  const places = decimalsOf(type, design.compiled.schema.moneyScale) ?? 0;
  const shape =
    type.kind === "integer" ? [] : [`abs(${column}) < ${greatest}`, `${column} = round(${column}, ${places})`];
  const holds = [...shape, ...range];
  return holds.length === 0 ? [] : [invalid(`NOT (${holds.join(" AND ")})`)];
}

/** A limit as a number of SQL; undefined where there is none, or its constant is not shown. */
function amountOf(amount: Amount | undefined, design: Design): string | undefined {
  const value = amount && resolveAmount(amount, design.context);
  if (value === undefined) return undefined;
  if ("digits" in value) return quoteNumber(value.digits, value.scale);
  return value.kind === "size" ? String(value.bytes) : undefined;
}
