// What a write does: to which table, which columns, of which rows, and what is read of them afterwards.
import { noColumn, noTable, putHasRange, wrongPutFilters } from "../failure.ts";
import { keyOf, type Catalogue, type Column, type Table } from "../catalogue/catalogue.ts";
import { readPayload, type Payload } from "../request/payload.ts";
import type { DataRequest } from "../request/request.ts";
import { makeReadPlan, type PlanOptions } from "./make-read-plan.ts";
import { closest } from "./nearest.ts";
import type { PlannedLogic, ReadPlan } from "./read-plan.ts";
import { written } from "./sources.ts";

export type WritePlan = {
  readonly kind: "insert" | "update" | "delete" | "put";
  readonly table: Table;
  readonly payload: Payload | undefined;
  readonly columns: readonly Column[];
  /** Of an update or delete, and of a put the key that it names. */
  readonly where: readonly PlannedLogic[];
  /** Columns that are missing in a row take their default; else they are empty. */
  readonly defaults: boolean;
  /** The key on which rows are taken for the same, and what happens to the one that is there. */
  readonly conflict: { readonly columns: readonly string[]; readonly does: "update" | "nothing" } | undefined;
  /** Whether the rows are answered; else only their keys, or nothing. */
  readonly shows: boolean;
  readonly keys: boolean;
  /** What is answered, of the rows that were written. */
  readonly read: ReadPlan;
  /** The same, of the rows as they are when everything has followed: read by a statement of its own. */
  readonly reread: ReadPlan | undefined;
};

export function makeWritePlan(request: DataRequest, catalogue: Catalogue, options: PlanOptions): WritePlan {
  const table = findTable(request, catalogue);
  const kind = ({ POST: "insert", PATCH: "update", PUT: "put", DELETE: "delete" } as const)[
    request.method as "POST" | "PATCH" | "PUT" | "DELETE"
  ];
  const payload = kind === "delete" ? undefined : readPayload(request);
  // What is said of the rows themselves chooses what is written; only what is embedded is chosen in the answer.
  const nested = <One extends { readonly path: readonly string[] }>(some: readonly One[]) =>
    some.filter(({ path }) => path.length > 0);
  const isInsert = kind === "insert";
  const answer = {
    ...request,
    filters: nested(request.filters),
    logic: nested(request.logic),
    range: { offset: 0, limit: undefined },
  };
  const read = makeReadPlan(answer, { kind: "source", name: written }, table, table, catalogue, options);
  const chosen = makeReadPlan(
    {
      ...request,
      select: [],
      order: [],
      ranges: [],
      filters: request.filters.filter(({ path }) => path.length === 0),
      logic: request.logic.filter(({ path }) => path.length === 0),
    },
    { kind: "table", name: table },
    table,
    table,
    catalogue,
    options,
  );
  if (kind === "put") checkPut(request, table);
  const shows = request.preferences.return === "representation";
  const rereads = shows && kind !== "delete" && payload?.isEmpty !== true && needsReread(request, table, read);
  return {
    kind,
    table,
    payload,
    columns: (payload?.columns ?? []).map((name) => columnOf(table, name)),
    where: isInsert ? [] : chosen.where,
    defaults: request.preferences.missing === "default",
    conflict: conflictOf(request, kind, table),
    shows,
    keys: isInsert && request.preferences.return === "headers-only",
    read,
    reread: rereads
      ? {
          ...makeReadPlan(answer, { kind: "table", name: table }, table, table, catalogue, options),
          isOfWritten: true,
        }
      : undefined,
  };
}

/**
 * Whether RETURNING cannot show what the next read would: it sees other rows as they were before, and its own before
 * anything has followed from it. Tables without a document have nothing else, as with PostgREST.
 */
function needsReread({ rereads }: DataRequest, table: Table, { embeds, fields }: ReadPlan) {
  if (!table.isEntity) return false;
  const isWorkedOut = fields.some(
    ({ value }) => value !== undefined && !table.columns.some(({ name }) => name === value.field.name),
  );
  return rereads === true || table.settles || embeds.length > 0 || isWorkedOut;
}

export function findTable(request: DataRequest, catalogue: Catalogue): Table {
  const { target } = request;
  if (target.kind !== "table") throw new Error("only tables are written");
  const table = catalogue.tables.get(keyOf(target));
  if (table !== undefined) return table;
  const names = [...catalogue.tables.values()].filter(({ schema }) => schema === target.schema).map(({ name }) => name);
  const near = closest(target.name, names, 0.75);
  throw noTable(
    target.schema,
    target.name,
    near === undefined ? undefined : `Perhaps you meant the table '${target.schema}.${near}'`,
  );
}

function columnOf(table: Table, name: string): Column {
  const found = table.columns.find((column) => column.name === name);
  if (found === undefined) throw noColumn(table.name, name);
  return found;
}

function conflictOf(
  { preferences, onConflict }: DataRequest,
  kind: WritePlan["kind"],
  table: Table,
): WritePlan["conflict"] {
  if (kind === "put") return { columns: table.primaryKey, does: "update" };
  if (kind !== "insert" || preferences.resolution === undefined) return undefined;
  const columns = onConflict ?? table.primaryKey;
  if (columns.length === 0) return undefined;
  return { columns, does: preferences.resolution === "merge-duplicates" ? "update" : "nothing" };
}

/** A put names one row by its whole key, and nothing else. */
function checkPut(request: DataRequest, table: Table): void {
  if (request.range.offset > 0 || request.range.limit !== undefined) throw putHasRange();
  const own = request.filters.filter(({ path }) => path.length === 0).map(({ value }) => value);
  const named = own.every(
    ({ negated, test, field }) =>
      !negated && field.path.length === 0 && test.kind === "compare" && test.operator === "eq",
  );
  const names = new Set(own.map(({ field }) => field.name));
  const isKey = names.size === table.primaryKey.length && table.primaryKey.every((name) => names.has(name));
  if (!named || !isKey || own.length === 0 || request.logic.length > 0) throw wrongPutFilters();
}
