// What a caller's standing adds to a request for many rows: columns that every row which they may read must match.
import type { ClientBase } from "pg";
import { quoteIdentifier } from "@writ/language/sql-quote";
import { keyOf, type Catalogue } from "./catalogue/catalogue.ts";
import type { Row, Statement } from "../postgres/connections/packet.ts";
import type { Logic } from "./request/filter.ts";
import type { DataRequest } from "./request/request.ts";
import type { Caller } from "./service.ts";

/**
 * Policies decide who reads what. But a policy that lets some read everything and others their own rows is an OR with
 * something that PostgreSQL cannot know when it plans, and so it scans the rows of all users to find the few of one.
 * The database says by a function of each such table which columns bind the caller (`writ.narrow_…`). What it said is
 * remembered and sent along as filters, together with the question again: where the answer is another one by then, the
 * request is asked anew. So a right that was just given is never overlooked; one that was taken away never mattered here.
 */
export type ReadHints = {
  /** By the name of the exposed table: the function that says it. */
  readonly functions: ReadonlyMap<string, string>;
  readonly cached: Map<string, CachedHint>;
};

export type CachedHint = {
  /** As the database said it. */
  readonly text: string | null;
  readonly columns: Readonly<Record<string, readonly string[]>> | undefined;
  readonly at: number;
};

export const noReadHints: ReadHints = { functions: new Map(), cached: new Map() };

/** So many values are looked up one by one more slowly than rows are walked through. */
const mostValues = 200;
/** A caller whom no right restricted is checked again after this long. */
const staleAfter = 60_000;
const mostCached = 10_000;

export type HintedRead = {
  readonly request: DataRequest;
  readonly question: Statement;
  /** Whether what is remembered still holds, by the answer to the question; what it says is remembered from then on. */
  readonly holds: (text: string | null) => boolean;
  /** Undefined: nothing is known yet, and has to be asked first. */
  readonly cached: CachedHint | undefined;
};

/** `whole`: the request with its values, where it is a shape. Undefined where nothing can be gained: one row by its key, a caller whom no policy binds, a table with one kind of readers. */
export function withReadHints(
  request: DataRequest,
  whole: (() => DataRequest) | undefined,
  caller: Caller,
  { functions, cached }: ReadHints,
  catalogue: Catalogue,
): HintedRead | undefined {
  const { method, target } = request;
  if (caller.role === "service_role" || target.kind !== "table" || (method !== "GET" && method !== "HEAD"))
    return undefined;
  const place = functions.get(keyOf(target));
  const table = catalogue.tables.get(keyOf(target));
  if (place === undefined || table === undefined || isByKey(request, table.primaryKey)) return undefined;
  const key = `${String(caller.claims["sub"] ?? "")} ${place}`;
  const found = cached.get(key);
  const isFresh = found !== undefined && (found.columns !== undefined || performance.now() - found.at < staleAfter);
  const columns = isFresh ? found.columns : undefined;
  if (isFresh && columns === undefined) return undefined;
  const isVisible = Object.keys(columns ?? {}).every((name) => table.columns.some((column) => column.name === name));
  if (!isVisible) return undefined;
  const asked = whole?.() ?? request;
  return {
    request:
      columns === undefined ? asked : { ...asked, logic: [...asked.logic, { path: [], value: hintFilter(columns) }] },
    question: { text: `SELECT writ.${quoteIdentifier(place)}()::text AS narrow`, values: [] },
    cached: isFresh ? found : undefined,
    holds: (text) => {
      if (isFresh && found.text === text) return true;
      cached.delete(key);
      cached.set(key, { text, columns: columnsIn(text), at: performance.now() });
      const oldest = cached.size > mostCached ? cached.keys().next().value : undefined;
      if (oldest !== undefined) cached.delete(oldest);
      return false;
    },
  };
}

const isByKey = ({ filters }: DataRequest, primaryKey: readonly string[]): boolean =>
  filters.some(
    ({ path, value: { field, negated, test } }) =>
      path.length === 0 &&
      !negated &&
      test.kind === "compare" &&
      test.operator === "eq" &&
      primaryKey.includes(field.name),
  );

function columnsIn(text: string | null): CachedHint["columns"] {
  if (text === null) return undefined;
  const columns = JSON.parse(text) as Readonly<Record<string, readonly string[]>>;
  const count = Object.values(columns).reduce((sum, values) => sum + values.length, 0);
  return count > mostValues ? undefined : columns;
}

const hintFilter = (columns: NonNullable<CachedHint["columns"]>): Logic => ({
  kind: "or",
  negated: false,
  parts: Object.entries(columns).map(([name, values]) => ({
    kind: "filter",
    filter: {
      field: { name, path: [] },
      negated: false,
      test: values.length === 1 ? { kind: "compare", operator: "eq", value: values[0] ?? "" } : { kind: "in", values },
    },
  })),
});

/** How the caller stands, as the database says it. */
export const readHintIn = ([row]: readonly Row[]): string | null => (row?.["narrow"] ?? null) as string | null;

/** The tables of a database that have such a function. */
export async function readHintFunctions(client: ClientBase): Promise<ReadHints["functions"]> {
  const { rows } = await client.query<{ readonly name: string }>(
    "SELECT p.proname AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = 'writ' AND starts_with(p.proname, 'narrow_')",
  );
  return new Map(rows.map(({ name }) => [`public.${name.slice("narrow_".length)}`, name]));
}
