// What happens to a table that stays: its columns come, go, and change their type, and no value is lost without a word.
import { quoteIdentifier, quoteText } from "../expression/sql-quote.ts";
import { printPlace } from "./layout.ts";
import type { Column, ObjectOf, Place } from "./objects.ts";
import { printColumn } from "./sql.ts";
import type { Risk, Step } from "./step.ts";

export type TableSteps = {
  /** Before functions are made: what they may name has to be there. */
  readonly first: readonly Step[];
  /** After it: values for rows that are there may come from functions. */
  readonly later: readonly Step[];
};

export function compareTables(before: ObjectOf<"table">, after: ObjectOf<"table">): TableSteps {
  const first: Step[] = [];
  const later: Step[] = [];
  const { place } = after;
  const old = new Map(before.columns.map((column) => [column.name, column]));
  const now = new Map(after.columns.map((column) => [column.name, column]));
  if (before.address !== after.address) first.push(reworded(`TABLE ${printPlace(place)}`, after.address));
  for (const column of before.columns) if (!now.has(column.name)) first.push(dropColumn(place, column));
  for (const column of after.columns) {
    const previous = old.get(column.name);
    if (previous === undefined) {
      first.push(addColumn(place, column));
      later.push(...makeRequired(place, column));
      continue;
    }
    if (previous.address !== column.address) first.push(reworded(columnName(place, column), column.address));
    if (previous.generated !== column.generated) {
      // What is worked out loses nothing; a value of its own that becomes worked out does.
      first.push(
        previous.generated === undefined ? dropColumn(place, previous) : withoutRisk(dropColumn(place, previous)),
      );
      first.push(addColumn(place, column));
      later.push(...makeRequired(place, column));
    } else if (previous.type !== column.type) {
      const conversion = convert(previous.type, column.type, quoteIdentifier(column.name));
      if (conversion === undefined) {
        first.push(dropColumn(place, previous), addColumn(place, column));
        later.push(...makeRequired(place, column));
      } else {
        first.push(changeType(place, column, conversion));
        later.push(...changeRequired(place, previous, column));
      }
    } else {
      later.push(...changeRequired(place, previous, column));
    }
  }
  return { first, later };
}

const alter = (place: Place, change: string): string => `ALTER TABLE ${printPlace(place)} ${change}`;
const columnName = (place: Place, column: Column): string =>
  `COLUMN ${printPlace(place)}.${quoteIdentifier(column.name)}`;
const nameFor = (place: Place, column: Column): string => `column ${column.name} of ${place.schema}.${place.name}`;

const reworded = (what: string, address: string): Step => ({
  kind: "change",
  what: "its clause",
  address,
  sql: [`COMMENT ON ${what} IS ${quoteText(address)}`],
});

function dropColumn(place: Place, column: Column): Step {
  const name = quoteIdentifier(column.name);
  const step: Step = {
    kind: "remove",
    what: nameFor(place, column),
    address: column.address,
    sql: [alter(place, `DROP COLUMN ${name}`)],
  };
  // What the system works out for itself is not anybody's data.
  if (column.generated !== undefined || column.name.startsWith("_")) return step;
  const isBlank = column.type.endsWith("[]") ? ` AND ${name} <> '{}'` : "";
  return {
    ...step,
    risk: risk("loses", place, `${name} IS NOT NULL${isBlank}`, `n rows have a value for ${column.name}`),
  };
}

const withoutRisk = ({ kind, what, address, sql }: Step): Step => ({ kind, what, address, sql });

function addColumn(place: Place, column: Column): Step {
  // A generated column is filled at once; any other is filled later and only then required.
  const shown = column.generated === undefined ? { ...column, required: false } : column;
  return {
    kind: "add",
    what: nameFor(place, column),
    address: column.address,
    sql: [
      alter(place, `ADD COLUMN ${printColumn(shown)}`),
      `COMMENT ON ${columnName(place, column)} IS ${quoteText(column.address)}`,
    ],
  };
}

function changeRequired(place: Place, before: Column, after: Column): readonly Step[] {
  if (before.required === after.required) return [];
  if (after.required) return makeRequired(place, after);
  const sql = [alter(place, `ALTER COLUMN ${quoteIdentifier(after.name)} DROP NOT NULL`)];
  return [{ kind: "change", what: `${nameFor(place, after)}: may be empty`, address: after.address, sql }];
}

/** Rows that are there get the value that a new row would get; without one they stand in the way. */
function makeRequired(place: Place, column: Column): readonly Step[] {
  if (column.generated !== undefined) return [];
  const name = quoteIdentifier(column.name);
  const steps: Step[] = [];
  if (column.fill !== undefined) {
    steps.push({
      kind: "data",
      what: `${nameFor(place, column)}: rows that are there`,
      address: column.address,
      // Nobody has written the rows: no right, rule or effect is asked, and nothing says that they changed.
      sql: [
        alter(place, "DISABLE TRIGGER USER"),
        `UPDATE ${printPlace(place)} AS given SET ${name} = ${column.fill} WHERE ${name} IS NULL`,
        alter(place, "ENABLE TRIGGER USER"),
      ],
      risk: risk("rewrites", place, "true", `n rows get a value for ${column.name}`),
    });
  }
  if (!column.required) return steps;
  const step: Step = {
    kind: "change",
    what: `${nameFor(place, column)}: required`,
    address: column.address,
    sql: [alter(place, `ALTER COLUMN ${name} SET NOT NULL`)],
  };
  if (column.fill !== undefined) return [...steps, step];
  return [...steps, { ...step, risk: breaks(place, column) }];
}

/** Of a column that is not there yet, every row has no value. */
function breaks(place: Place, column: Column): Risk {
  const isEmpty = `(to_jsonb(given) -> ${quoteText(column.name)}) IS NULL OR (to_jsonb(given) -> ${quoteText(column.name)}) = 'null'`;
  return risk("breaks", place, isEmpty, `n rows have no value for ${column.name}, and there is no default for them`);
}

/** Undefined where values of one type are not values of the other, whatever they are. */
function convert(from: string, to: string, column: string): string | undefined {
  const [source, target] = [scaleOf(from), scaleOf(to)];
  if (source !== undefined && target !== undefined && target >= source) return `${column}::${to}`;
  if (from === "date" && to.startsWith("timestamptz")) return `${column}::${to}`;
  if (to === "text" && (source !== undefined || from === "date")) return `${column}::text`;
  return undefined;
}

function scaleOf(type: string): number | undefined {
  if (type === "bigint") return 0;
  if (type === "numeric") return 1000;
  const scale = /^numeric\(\d+, (\d+)\)$/.exec(type)?.[1];
  return scale === undefined ? undefined : Number(scale);
}

function changeType(place: Place, column: Column, conversion: string): Step {
  const sql = [alter(place, `ALTER COLUMN ${quoteIdentifier(column.name)} TYPE ${column.type} USING ${conversion}`)];
  return {
    kind: "change",
    what: `${nameFor(place, column)}: ${column.type}`,
    address: column.address,
    sql,
    risk: risk("rewrites", place, "true", "n rows are written anew"),
  };
}

export function risk(kind: Risk["kind"], place: Place, where: string, words: string): Risk {
  return {
    kind,
    question: `SELECT count(*) AS count, (array_agg(given.id::text ORDER BY given.id))[1:3] AS examples FROM ${printPlace(place)} AS given WHERE ${where}`,
    words,
  };
}
