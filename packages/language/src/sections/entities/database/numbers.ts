// Sequence numbers, which are counted without a gap, and random codes, which no one can guess.
import { quoteIdentifier, quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Design, GuardPart } from "../../../plan/design.ts";
import { printPlace, tableOf } from "../../../plan/layout.ts";
import type { Entity, Field, NumberPattern, NumberPatternPart } from "../model.ts";
import { problemSql } from "./objects.ts";
import { scopeColumn } from "./tables.ts";

export type NumberFill = { readonly on: GuardPart["on"]; readonly sql: string };

/** What draws the number or code of a field; undefined for fields of other types. */
export function numberFill(entity: Entity, field: Field, design: Design): NumberFill | undefined {
  if (field.type?.kind === "sequence number") return sequenceFill(entity, field, field.type);
  if (field.type?.kind === "random code") return codeFill(entity, field, field.type.pattern, design);
  return undefined;
}

const thisYear = "to_char(writ.today(), 'FMYYYY')";

function sequenceFill(
  entity: Entity,
  field: Field,
  { pattern, per }: Extract<Field["type"], { kind: "sequence number" }>,
): NumberFill {
  const column = `NEW.${quoteIdentifier(field.name.id)}`;
  const counter = quoteText(`${entity.name.id}.${field.name.id}`);
  const scopedBy = per?.kind === "entity" ? scopeColumn(entity, per.entity) : undefined;
  const scope = scopedBy !== undefined ? `NEW.${quoteIdentifier(scopedBy)}` : per?.kind === "year" ? thisYear : "''";
  const next = `writ.next_number(${counter}, ${scope}::text)`;
  const draw = `${column} := ${printNumber(pattern, next)};`;
  // Without what it is counted for there is no number; the missing value is reported at that field.
  if (scopedBy === undefined) return { on: ["insert"], sql: `IF ${column} IS NULL THEN ${draw} END IF;` };
  // A row that moves is counted where it goes, or two of them would have one number.
  const moved = `TG_OP = 'UPDATE' AND ${scope} IS DISTINCT FROM OLD.${quoteIdentifier(scopedBy)}`;
  return {
    on: ["insert", "update"],
    sql: `IF ${scope} IS NOT NULL AND (${column} IS NULL OR ${moved}) THEN ${draw} END IF;`,
  };
}

/** The zeros are the least number of digits; the counter goes on beyond them. */
function printNumber(pattern: NumberPattern | undefined, next: string): string {
  if (pattern === undefined) return `${next}::text`;
  const parts = pattern.parts.map((part) => {
    if (part.kind === "digits") return padded(next, part.places);
    return part.kind === "year" ? thisYear : quoteText(part.kind === "fixed" ? part.text : "");
  });
  return parts.join(" || ");
}

/** lpad cuts what is longer. The counter is asked once: a function in the select list would be asked for each use. */
const padded = (next: string, places: number): string =>
  `(SELECT lpad(n::text, greatest(${places}, length(n::text)), '0') FROM ${next} AS n)`;

/**
 * Another transaction may have drawn the same code and not committed yet: the holder of the lock of a code has it, all
 * others draw again. Existing codes are looked up once the lock is held: in one statement with it, a row that is
 * committed in between would be seen by neither.
 */
function codeFill(entity: Entity, field: Field, pattern: NumberPattern, design: Design): NumberFill {
  const name = quoteIdentifier(field.name.id);
  const column = `NEW.${name}`;
  const table = printPlace(tableOf(design.layout, entity.name.id));
  const lock = `hashtextextended(${quoteText(`${entity.name.id}.${field.name.id} `)} || ${column}, 0)`;
  const sql = `IF ${column} IS NULL THEN
  FOR tries IN 1..1001 LOOP
    IF tries > 1000 THEN PERFORM writ.refuse(${problemSql("NOT_UNIQUE", field.name.id, field.address)}); END IF;
    ${column} := ${pattern.parts.map(printRandom).join(" || ")};
    CONTINUE WHEN NOT pg_try_advisory_xact_lock(${lock});
    EXIT WHEN NOT EXISTS (SELECT FROM ${table} AS other WHERE other.${name} = ${column});
  END LOOP;
END IF;`;
  return { on: ["insert"], sql };
}

const alphabets = { digits: "0123456789", letters: "abcdefghijklmnopqrstuvwxyz" } as const;

function printRandom(part: NumberPatternPart): string {
  if (part.kind === "fixed") return quoteText(part.text);
  if (part.kind === "year") return thisYear;
  return `writ.random_places(${quoteText(alphabets[part.kind])}, ${part.places})`;
}
