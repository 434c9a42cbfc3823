// Rows that come with the product: Seeds, which are written once, and Samples, which only previews and tests have.
import { refersToRows } from "../../../field-types/index.ts";
import { ownOf } from "../../../text/own-of.ts";
import { codeOf } from "../../../text/text.ts";
import { quoteIdentifier, quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Problem } from "../../../problem.ts";
import type { Design } from "../../../plan/design.ts";
import { printPlace, tableOf } from "../../../plan/layout.ts";
import type { DatabaseObject, ObjectOf } from "../../../plan/objects.ts";
import { findField } from "../find.ts";
import type { Entity, FieldType, RowSet } from "../model.ts";
import { gatherKeys, readRowSets, type ReadRow, type ReadSet } from "../rows/row-values.ts";
import { knownSql, localMoment } from "./literal.ts";

type Seed = ObjectOf<"seed">;

/** The one row of settings exists without a write; its values are its defaults. */
export function seedsOf(design: Design): readonly DatabaseObject[] {
  const seeds = rowsOf("Seed", design);
  const seeded = new Set(seeds.map(({ entity }) => entity));
  const settings = design.entities.flatMap(({ name, oneRow, address }): readonly Seed[] =>
    oneRow && !seeded.has(name.id)
      ? [{ kind: "seed", table: tableOf(design.layout, name.id), entity: name.id, key: "", values: {}, address }]
      : [],
  );
  return [...settings, ...seeds];
}

/** In an order in which no row comes before one that it names, as far as there is one. */
export function rowsOf(kind: RowSet["kind"], design: Design): readonly Seed[] {
  const { model } = design.compiled;
  const problems: Problem[] = [];
  const sets = readRowSets(model, design.context, gatherKeys(model.entities.rowSets), problems);
  const read = sets.flatMap((set) => set.rows.map((row) => ({ row, set, found: seedOf(set, row, design) })));
  const lost = read.flatMap(({ row, set, found }) => (found ? [] : [keyText(set.entity.id, row.row.key.text)]));
  const kept = withoutLost(
    read.flatMap(({ found }) => found ?? []),
    new Set(lost),
  );
  const own = new Set(read.flatMap(({ set, found }) => (set.set.kind === kind ? (found ?? []) : [])));
  return inOrderOfNeed(kept.filter((row) => own.has(row)));
}

type Row = {
  readonly seed: Seed;
  readonly needs: readonly string[];
  /** Those of them without which it cannot be. */
  readonly musts: readonly string[];
};

/** Undefined where a value that every row needs is not shown. */
function seedOf(set: ReadSet, { row, values, cleared, reckoned, roles }: ReadRow, design: Design): Row | undefined {
  const entity = set.entity.id;
  const sql: Record<string, string> = {};
  const named: string[] = [];
  const needed: string[] = [];
  const musts: string[] = [];
  let isLost = false;
  set.columns.forEach((column, index) => {
    if (column === undefined) return;
    const cell = row.values[index];
    const known = values.get(column.id);
    if (cell === undefined || (known === null && !cleared.has(column.id))) return;
    const found = findField(design.context, entity, { label: column.label, id: column.id, span: row.span });
    const type = found?.field?.type;
    // The value of a field without a type is unknown; it has no column either.
    if (found?.field !== undefined && (type === undefined || column.schema === undefined)) return;
    if (known === null) {
      sql[column.id] = knownSql(null, type ?? plain(column.id));
      return;
    }
    const target = linkedTo(column.id, type);
    const expression = reckoned.get(column.id);
    // Of an expression without a type it is not shown what it reads.
    const isUnread = known === undefined && expression === undefined && codeOf(cell) !== undefined;
    const isOpen = isUnread || row.notShown.includes(set.set.columns[index]?.label ?? "");
    if (isOpen || (target !== undefined && known === undefined)) {
      isLost ||= column.schema?.type.empty === false && found?.field?.default === undefined;
      return;
    }
    const keys = Array.isArray(known) ? known.map(String) : [String(known)];
    if (target !== undefined) {
      named.push(...keys.map((key) => keyText(target, key)));
      const ids = keys.map((key) => seedId(target, key, design));
      if (type?.kind === "several") sql[column.id] = `array_remove(ARRAY[${ids.join(", ")}]::uuid[], NULL)`;
      else {
        sql[column.id] = ids[0] ?? "NULL";
        if (column.schema?.type.empty === false) {
          needed.push(column.id);
          musts.push(...keys.map((key) => keyText(target, key)));
        }
      }
    } else if (expression !== undefined) sql[column.id] = `(${design.print(expression, "strict")})`;
    else if (known === undefined) sql[column.id] = localMoment(cell, design);
    else sql[column.id] = knownSql(known, type ?? plain(column.id));
  });
  const seed: Seed = {
    kind: "seed",
    table: tableOf(design.layout, entity),
    entity,
    key: row.key.text,
    values: sql,
    ...(needed.length === 0 ? {} : { needs: needed }),
    ...(roles.length === 0 ? {} : { roles }),
    address: row.address,
  };
  return isLost || lacksDefault(entity, sql, design) ? undefined : { seed, needs: named, musts };
}

/** Whether the system would fill in what it does not know: a default, or the state in which rows begin. */
function lacksDefault(entity: string, given: Readonly<Record<string, string>>, { compiled }: Design): boolean {
  const { lookup, schema } = compiled;
  const known = schema.entities.get(entity);
  const fields = [...(lookup.fields.get(entity)?.values() ?? [])];
  return fields.some(({ name, type, notShown, default: value }) => {
    if (ownOf(given, name.id) !== undefined || known?.fields.get(name.id)?.type.empty !== false) return false;
    if (type?.kind !== "state") return value === undefined && notShown.includes("Default");
    const named = (lookup.machines.get(entity) ?? []).filter(
      ({ field }) => field === undefined || field.id === name.id,
    );
    const first = named
      .flatMap(({ states }) => states)
      .find((state) => state.notShown.includes("Kind") || (state.kind === "start" && state.startIf === undefined));
    return first?.notShown.includes("Kind") === true;
  });
}

/** A row that needs one which cannot be written is not written either. */
function withoutLost(rows: readonly Row[], lost: Set<string>): readonly Row[] {
  const left = rows.filter(({ musts }) => !musts.some((key) => lost.has(key)));
  if (left.length === rows.length) return rows;
  for (const { seed } of rows.filter((row) => !left.includes(row))) lost.add(keyText(seed.entity, seed.key));
  return withoutLost(left, lost);
}

const plain = (column: string): FieldType => ({
  kind: column === "created_at" ? "datetime" : "email",
  unique: "no",
  setOnce: false,
  span: { start: 0, end: 0 },
});

function linkedTo(column: string, type: FieldType | undefined): string | undefined {
  if (type === undefined) return column === "created_by" ? "user" : undefined;
  const isLink = refersToRows(type);
  return isLink ? type.entity.id : undefined;
}

const keyText = (entity: string, key: string): string => `${entity} ${key}`;

/** The row of a key, which may be one that is written later in the same transaction. */
function seedId(entity: string, key: string, design: Design): string {
  const table = quoteText(printPlace(tableOf(design.layout, entity)));
  return `writ.seed_id(${quoteText(entity)}, ${quoteText(key)}, ${table}::regclass)`;
}

function inOrderOfNeed(rows: readonly Row[]): readonly Seed[] {
  const byKey = new Map(rows.map((row) => [keyText(row.seed.entity, row.seed.key), row]));
  const ordered = new Set<Seed>();
  const begun = new Set<Row>();
  const waiting = rows.toReversed();
  while (waiting.length > 0) {
    const row = waiting.at(-1);
    if (row === undefined) break;
    const needs = begun.has(row)
      ? []
      : row.needs.flatMap((key) => byKey.get(key) ?? []).filter((one) => !begun.has(one));
    begun.add(row);
    if (needs.length > 0) waiting.push(...needs);
    else {
      ordered.add(row.seed);
      waiting.pop();
    }
  }
  return [...ordered];
}

/** People among the samples can sign in, so they come as accounts, whose row follows by itself. */
export function accountOf(seed: Seed, entity: Entity | undefined): readonly string[] {
  const { name = "''", email = "NULL", ...fields } = seed.values;
  const [e, k] = [quoteText(seed.entity), quoteText(seed.key)];
  const own =
    entity?.fields.filter(({ name: { id } }) => ownOf(fields, id) !== undefined).map(({ name: { id } }) => id) ?? [];
  const meta = ["name", ...own].map(
    (id) => `${quoteText(id)}, ${id === "name" ? name : (ownOf(fields, id) ?? "NULL")}`,
  );
  const set = own.map((id) => `${quoteIdentifier(id)} = ${ownOf(fields, id) ?? "NULL"}`);
  // Until the last statement the row counts as one that is still to be written; afterwards none of them does anything.
  const row = `writ.seeded WHERE entity = ${e} AND key = ${k} AND NOT written`;
  const given = seed.roles ?? [];
  return [
    `INSERT INTO writ.seeded (entity, key) VALUES (${e}, ${k}) ON CONFLICT DO NOTHING`,
    // The first of them is the first account.
    `INSERT INTO auth.users (id, email, email_confirmed_at, created_at, raw_user_meta_data) SELECT row_id, ${email}, now(), clock_timestamp(), jsonb_build_object(${meta.join(", ")}) FROM ${row}`,
    ...(set.length === 0
      ? []
      : [`UPDATE ${printPlace(seed.table)} SET ${set.join(", ")} WHERE id = (SELECT row_id FROM ${row})`]),
    ...given.map(
      (role) =>
        `INSERT INTO writ.assigned_role (person, role) SELECT row_id, ${quoteText(role)} FROM ${row} ON CONFLICT DO NOTHING`,
    ),
    `UPDATE writ.seeded SET written = true WHERE entity = ${e} AND key = ${k}`,
  ];
}
