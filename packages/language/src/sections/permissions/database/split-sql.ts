// The parts of a condition as SQL for policies: columns stay bare for their indexes, everything else is asked beforehand.
import { childrenOf } from "../../../expression/children.ts";
import { withParts } from "../../../expression/fold-constants.ts";
import { quoteIdentifier } from "../../../expression/sql/sql-quote.ts";
import { printSql, sqlPrinters, type SqlForm, type SqlPrinters } from "../../../expression/sql.ts";
import type { Type } from "../../../expression/type.ts";
import type { Typed } from "../../../expression/typed.ts";
import { computedType } from "../../../plan/column-type.ts";
import type { Design } from "../../../plan/design.ts";
import { nameOf, partOf, printPlace, tableOf } from "../../../plan/layout.ts";
import type { DatabaseObject } from "../../../plan/objects.ts";
import { systemTarget } from "../../../plan/target.ts";
import { dependsOnRow, hasItem, type Split } from "../splits.ts";
import { ask, isInSet, type PolicyFunctions } from "./policy-functions.ts";

export type Splitting = {
  readonly entity: string;
  /** The alias under which the policy knows the row. */
  readonly row: string;
  readonly asked: PolicyFunctions;
  readonly design: Design;
};

/** Undefined where a part can only be decided row by row. */
export function splitSql(split: Split, form: SqlForm, of: Splitting): string | undefined {
  switch (split.kind) {
    case "and":
    case "or": {
      const parts = split.parts.map((part) => splitSql(part, form, of));
      if (parts.includes(undefined)) return undefined;
      return `(${parts.join(split.kind === "and" ? " AND " : " OR ")})`;
    }
    case "not": {
      // What is not true has to be false, or its opposite would not be true.
      const inner = splitSql(split.of, "strict", of);
      return inner === undefined ? undefined : `(NOT ${inner})`;
    }
    case "fact":
      return isPlain(split.typed)
        ? printColumns(split.typed, form, of)
        : ask(of.asked, "fact", of.entity, "boolean", `SELECT ${of.design.print(split.typed, "strict")}`);
    case "columns":
      return printColumns(split.typed, form, of);
    case "through": {
      const sql = throughSet(split, `${of.row}.${quoteIdentifier(split.field)}`, of);
      return form === "filter" ? sql : `COALESCE(${sql}, false)`;
    }
    case "listed":
      return listedSet(split.typed, `${of.row}."id"`, of);
    case "row by row":
      return undefined;
  }
}

/** The rows that the reference may lead to, with the condition about them. */
function throughSet(
  { field, entity, typed }: Extract<Split, { kind: "through" }>,
  column: string,
  of: Splitting,
): string {
  const name = `_${entity}`;
  const led = (one: Typed): Typed => {
    if (one.node === "field" && one.field === field && one.of.node === "scope" && isRow(one.of, of.entity)) {
      return { ...one.of, name, type: { kind: "row", entity, empty: false } };
    }
    return withParts(one, led);
  };
  const about = led(typed);
  addIndexes(about, of);
  return isInSet(of.asked, `${of.entity}_${field}`, column, selectWhere(entity, name, about, of));
}

function listedSet(typed: Typed, id: string, of: Splitting): string {
  const about = asExists(typed);
  addIndexes(about, of);
  return isInSet(of.asked, of.entity, id, selectWhere(of.entity, of.entity, about, of));
}

function selectWhere(entity: string, name: string, typed: Typed, { design }: Splitting): string {
  const row = "_found";
  const where = design.print(typed, "filter", { rows: { [name]: row } });
  return `SELECT ${row}."id" FROM ${printPlace(tableOf(design.layout, entity))} AS ${row} WHERE ${where}`;
}

const isRow = (scope: Extract<Typed, { node: "scope" }>, entity: string): boolean =>
  scope.source === "row" && scope.name === entity;

/** As EXISTS, PostgreSQL can begin with whichever of the two tables leaves less to do. */
function asExists(typed: Typed): Typed {
  if (typed.node === "and" || typed.node === "or") {
    return { ...typed, left: asExists(typed.left), right: asExists(typed.right) };
  }
  if (typed.node !== "in list" || typed.list.type.kind !== "list" || dependsOnRow(typed.of)) return typed;
  const item = `_in_${typed.start}`;
  const place = { start: typed.start, end: typed.end, type: typed.type };
  const body: Typed = {
    ...place,
    node: "equal",
    left: { ...place, type: typed.list.type.of, node: "item", name: item },
    right: typed.of,
  };
  return { ...place, node: "quantifier", quantifier: "exists", list: typed.list, item, body };
}

/** Literals, who asks, and when: what a policy may name itself. */
function isPlain(typed: Typed): boolean {
  if (typed.node === "scope") return typed.source === "me" || typed.source === "now" || typed.source === "today";
  if (typed.node === "has role" && typed.of.node === "scope" && typed.of.source === "me") {
    return typed.within === undefined || isPlain(typed.within);
  }
  return !selecting.has(typed.node) && childrenOf(typed).every(isPlain);
}

const selecting: ReadonlySet<Typed["node"]> = new Set<Typed["node"]>([
  "field",
  "all rows",
  "the row",
  "has role",
  "filter",
  "map",
  "quantifier",
  "aggregate",
  "count",
  "first",
  "only",
]);

/** What does not depend on the row is asked beforehand, as one value or one array. */
function printColumns(typed: Typed, form: SqlForm, { entity, row, asked, design }: Splitting): string {
  const values: Record<string, string> = {};
  const standing = (one: Typed): Typed => {
    if (dependsOnRow(one) || hasItem(one)) return withParts(one, standing);
    if (isPlain(one)) return one;
    const type = sqlTypeOf(one.type);
    const name = `_fact_${Object.keys(values).length}`;
    const value = ask(asked, "fact", entity, type, `SELECT (${design.print(one, "strict")})::${type}`);
    values[name] = type.endsWith("[]") ? `${value}::${type}` : value;
    const { start, end } = one;
    return { start, end, type: one.type, node: "scope", name, source: "input" };
  };
  const { compiled, layout } = design;
  const target = systemTarget(compiled, layout, { rows: { [entity]: row }, values });
  return printSql(standing(typed), target, form, policyPrinters);
}

/** An array that is at hand is compared by ANY, which an index knows. */
const policyPrinters: SqlPrinters = {
  ...sqlPrinters,
  filters: {
    ...sqlPrinters.filters,
    "in list": (typed, print) => {
      const { of, list } = typed;
      const isFact = list.node === "scope" && list.type.kind === "list" && !(of.type.empty && list.type.of.empty);
      return isFact
        ? `(${print.strict(of)} = ANY (${print.strict(list)}))`
        : sqlPrinters.filters["in list"](typed, print);
    },
  },
};

/** As a parameter or an item has it, without the number of digits. */
export const sqlTypeOf = (type: Type): string =>
  type.kind === "list" ? `${sqlTypeOf(type.of)}[]` : computedType(type).replace(/\(.*\)/, "");

/** A column that a set compares with something that stands: without an index, the whole table would be read each time. */
function addIndexes(typed: Typed, of: Splitting): void {
  if (typed.node === "equal") {
    for (const [side, other] of [
      [typed.left, typed.right],
      [typed.right, typed.left],
    ] as const) {
      if (side.node !== "field" || (side.of.node !== "item" && side.of.node !== "scope")) continue;
      if (!dependsOnRow(other) && !hasItem(other)) addIndex(side.entity, side.field, of);
    }
  }
  for (const child of childrenOf(typed)) addIndexes(child, of);
}

/** Texts only: references have an index already, and a yes/no or a choice leaves too much to read. */
function addIndex(entity: string, field: string, { asked, design }: Splitting): void {
  const { schema, lookup } = design.compiled;
  const known = schema.entities.get(entity)?.fields.get(field);
  const stated = lookup.fields.get(entity)?.get(field)?.type;
  if (known?.store.kind !== "column" || stated === undefined) return;
  if (known.type.kind !== "text") return;
  if (stated.unique === "exact" || stated.kind === "random code") return;
  const name = nameOf(partOf(entity, field), "asked");
  const object: DatabaseObject = {
    kind: "index",
    table: tableOf(design.layout, entity),
    name,
    unique: false,
    definition: `(${quoteIdentifier(field)})`,
    address: asked.address,
  };
  asked.objects.set(`index ${name}`, object);
}
