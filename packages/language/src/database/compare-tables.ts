// What happens to a table that stays: its columns come, go, and change their type, and no value is lost without a word.
import { quoteIdentifier, quoteText } from "../expression/sql/sql-quote.ts";
import { printPlace } from "../plan/layout.ts";
import type { Column, ObjectOf, Place } from "../plan/objects.ts";
import { printColumn } from "./sql.ts";
import type { Risk, Step } from "./step.ts";

export type TableSteps = {
  /** Before functions are made: what they may name has to be there. */
  readonly first: readonly Step[];
  /** After it: values for rows that are there may come from functions. */
  readonly later: readonly Step[];
  /** When all rows of all tables have their values: what is kept is worked out from them. */
  readonly last: readonly Step[];
};

/** Columns that go and come again, or stay away: with them goes what stands on them. */
export function remadeColumns(before: ObjectOf<"table">, after: ObjectOf<"table">): ReadonlySet<string> {
  const old = new Map(before.columns.map((column) => [column.name, column]));
  const now = new Map(after.columns.map((column) => [column.name, column]));
  const remade = new Set(
    before.columns.filter((column) => isRemade(column, now.get(column.name))).map(({ name }) => name),
  );
  // What is worked out from a column cannot stand while that column goes or changes its type.
  for (const { name, generated = "" } of before.columns) {
    const isTouched = ([, column]: readonly [string, Column]) =>
      generated.includes(quoteIdentifier(column.name)) && now.get(column.name)?.type !== column.type;
    if (generated !== "" && [...old].some(isTouched)) remade.add(name);
  }
  return remade;
}

/** Columns that stay, with values of another type. */
export function retypedColumns(before: ObjectOf<"table">, after: ObjectOf<"table">): readonly string[] {
  const types = new Map(before.columns.map(({ name, type }) => [name, type]));
  return after.columns.flatMap(({ name, type }) => (types.has(name) && types.get(name) !== type ? [name] : []));
}

export function compareTables(before: ObjectOf<"table">, after: ObjectOf<"table">): TableSteps {
  const { place } = after;
  const old = new Map(before.columns.map((column) => [column.name, column]));
  const remade = remadeColumns(before, after);
  const gone = before.columns.filter(({ name }) => remade.has(name));
  const changed = after.columns.filter(({ name }) => !remade.has(name) && old.has(name));
  const made = after.columns.filter(({ name }) => remade.has(name) || !old.has(name));
  const isWorkedOut = ({ generated }: Column) => generated !== undefined;
  const byKind = (columns: readonly Column[], first: boolean) => [
    ...columns.filter((column) => isWorkedOut(column) === first),
    ...columns.filter((column) => isWorkedOut(column) !== first),
  ];
  const first: Step[] = [
    ...(before.address === after.address ? [] : [reworded(`TABLE ${printPlace(place)}`, after.address)]),
    ...byKind(gone, true).map((column) => dropColumn(place, column)),
    ...changed.flatMap((column) => changeColumn(place, old.get(column.name) ?? column, column)),
    ...byKind(made, false).map((column) => addColumn(place, column)),
  ];
  const later = [
    ...changed.flatMap((column) => changeRequired(place, old.get(column.name) ?? column, column)),
    ...made.filter((column) => !isAlike(column)).flatMap((column) => makeRequired(place, column)),
  ];
  const last = after.columns.flatMap((column) =>
    keepAnew(place, remade.has(column.name) ? undefined : old.get(column.name), column),
  );
  return { first, later, last };
}

/** Whether it is there no more, or as another thing: its values are none of the new type. */
function isRemade(before: Column, after: Column | undefined): boolean {
  if (after === undefined || before.generated !== after.generated) return true;
  if ((before.kept === undefined) !== (after.kept === undefined)) return true;
  return before.type !== after.type && convert(before.type, after.type, "") === undefined;
}

function changeColumn(place: Place, before: Column, after: Column): readonly Step[] {
  const conversion =
    before.type === after.type ? undefined : convert(before.type, after.type, quoteIdentifier(after.name));
  return [
    ...(before.address === after.address ? [] : [reworded(columnName(place, after), after.address)]),
    ...(conversion === undefined ? [] : [changeType(place, before, after, conversion)]),
    ...(conversion === undefined && before.collation !== after.collation
      ? [changeType(place, before, after, quoteIdentifier(after.name))]
      : []),
    ...(before.omitted === after.omitted || conversion !== undefined ? [] : [changeOmitted(place, after)]),
  ];
}

/** Rows that are there keep what they hold. */
const changeOmitted = (place: Place, column: Column): Step => ({
  kind: "change",
  what: `${nameFor(place, column)}: default`,
  address: column.address,
  sql: [setOmitted(place, column)],
});

const setOmitted = (place: Place, { name, omitted }: Column): string =>
  alter(
    place,
    `ALTER COLUMN ${quoteIdentifier(name)} ${omitted === undefined ? "DROP DEFAULT" : `SET DEFAULT ${omitted}`}`,
  );

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
  // Values that the system computes are no user's data.
  if (column.generated !== undefined || column.kept !== undefined || column.name.startsWith("_")) return step;
  const isBlank = column.type.endsWith("[]") ? ` AND ${name} <> '{}'` : "";
  return {
    ...step,
    risk: risk("loses", place, `${name} IS NOT NULL${isBlank}`, `n rows have a value for ${column.name}`),
  };
}

/**
 * One value for all rows: PostgreSQL notes it once as the default of a column that is new, and touches none of them. It takes
 * neither a value of the row nor a query there, and functions of the document are made later.
 */
const isAlike = ({ fill, generated }: Column): boolean =>
  fill !== undefined && generated === undefined && !/\bgiven\b|\bSELECT\b/i.test(fill);

function addColumn(place: Place, column: Column): Step {
  // A generated column is filled at once; any other is filled later and only then required, and no row holds what marks a new one.
  const { omitted, ...unmarked } = column;
  const isFilled = isAlike(column);
  const shown = column.generated === undefined && !isFilled ? { ...unmarked, required: false } : unmarked;
  return {
    kind: "add",
    what: nameFor(place, column),
    address: column.address,
    sql: [
      alter(place, `ADD COLUMN ${printColumn(isFilled ? { ...shown, omitted: column.fill ?? "" } : shown)}`),
      ...(isFilled || omitted !== undefined ? [setOmitted(place, column)] : []),
      `COMMENT ON ${columnName(place, column)} IS ${quoteText(column.address)}`,
    ],
    ...(isFilled ? { risk: getsValue(place, column) } : {}),
  };
}

const getsValue = (place: Place, { name }: Column): Risk =>
  risk("rewrites", place, "true", `n rows get a value for ${name}`);

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
      what: `${nameFor(place, column)}: value for existing rows`,
      address: column.address,
      // No user has written the rows: no right, rule or effect is evaluated, and nothing records a change.
      sql: [
        alter(place, "DISABLE TRIGGER USER"),
        `UPDATE ${printPlace(place)} AS given SET ${name} = ${column.fill} WHERE ${name} IS NULL`,
        alter(place, "ENABLE TRIGGER USER"),
      ],
      risk: getsValue(place, column),
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

/**
 * A value that is computed in another way than before, or was not kept, is computed for every row. No user wrote them.
 */
function keepAnew(
  place: Place,
  before: Column | undefined,
  { name, kept, address, ...column }: Column,
): readonly Step[] {
  if (kept === undefined || before?.kept?.reads === kept.reads) return [];
  const [table, field] = [printPlace(place), quoteIdentifier(name)];
  const found = `SELECT _kept."id", ${kept.value} AS value FROM ${table} AS _kept`;
  return [
    {
      kind: "data",
      what: `${nameFor(place, { name, address, ...column })}: calculated for existing rows`,
      address,
      sql: [
        alter(place, "DISABLE TRIGGER USER"),
        `UPDATE ${table} AS kept SET ${field} = found.value FROM (${found}) AS found WHERE kept."id" = found."id" AND kept.${field} IS DISTINCT FROM found.value`,
        alter(place, "ENABLE TRIGGER USER"),
      ],
      risk: risk("rewrites", place, "true", `n rows get a calculated ${name}`),
    },
  ];
}

/** Of a column that is not there yet, every row has no value. */
function breaks(place: Place, column: Column): Risk {
  const isEmpty = `(to_jsonb(given.*) -> ${quoteText(column.name)}) IS NULL OR (to_jsonb(given.*) -> ${quoteText(column.name)}) = 'null'`;
  return risk("breaks", place, isEmpty, `n rows have no value for ${column.name}, and there is no default`);
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

function changeType(place: Place, before: Column, column: Column, conversion: string): Step {
  const name = quoteIdentifier(column.name);
  const sorted = column.collation === undefined ? "" : ` COLLATE ${column.collation}`;
  const sql = [
    ...(before.omitted === undefined ? [] : [alter(place, `ALTER COLUMN ${name} DROP DEFAULT`)]),
    alter(place, `ALTER COLUMN ${name} TYPE ${column.type}${sorted} USING ${conversion}`),
    ...(column.omitted === undefined ? [] : [setOmitted(place, column)]),
  ];
  return {
    kind: "change",
    what: `${nameFor(place, column)}: ${column.type}`,
    address: column.address,
    sql,
    risk: risk("rewrites", place, "true", "n rows are rewritten"),
  };
}

export function risk(kind: Risk["kind"], place: Place, where: string, words: string): Risk {
  return {
    kind,
    question: `SELECT count(*) AS count, (array_agg(given.id::text ORDER BY given.id))[1:3] AS examples FROM ${printPlace(place)} AS given WHERE ${where}`,
    words,
  };
}
