// The documents that were applied: which there were, the one before the last, and one that an operator has deployed.
import { createHash } from "node:crypto";
import type { ClientBase } from "pg";
import { wasApplied } from "./applied.ts";

/** What a document took away for good: the clause, and how many rows had something there. */
export type Lost = { readonly address: string; readonly rows: number };

export type AppliedDocument = {
  readonly id: string;
  readonly title: string;
  readonly at: Date;
  /** Who deployed it in the console; null where it was applied from a file. */
  readonly operator: string | null;
  /** How many clauses it changed. */
  readonly changes: number;
  readonly lost: readonly Lost[];
};

export type Earlier = Pick<AppliedDocument, "id" | "title" | "at"> & {
  readonly source: string;
  /** What gives renamed things their names of then again. */
  readonly renames: readonly string[];
  /** What the last document took away. */
  readonly lost: readonly Lost[];
  /** The document that is applied now. */
  readonly now: string;
};

const lostIn = `(SELECT COALESCE(jsonb_agg(jsonb_build_object('address', step ->> 'address', 'rows', step -> 'rows' -> 'count')), '[]')
  FROM jsonb_array_elements(one.steps) AS step
  WHERE step ->> 'risk' = 'loses' AND (step -> 'rows' ->> 'count')::bigint > 0)`;

/** An earlier version of Writ may have made the table, without its newest columns. */
const newest = (column: "operator" | "renames_back" | "is_back"): string => `to_jsonb(one) -> '${column}'`;

/** The last ones first. */
export async function listApplied(client: ClientBase): Promise<readonly AppliedDocument[]> {
  if (!(await wasApplied(client))) return [];
  const { rows } = await client.query<AppliedDocument>(`SELECT id::text, title, applied_at AS at,
      ${newest("operator")} #>> '{}' AS operator, ${lostIn} AS lost,
      (SELECT count(DISTINCT step ->> 'address') FROM jsonb_array_elements(one.steps) AS step WHERE step ->> 'kind' <> 'tell')::int AS changes
    FROM writ.applied AS one ORDER BY one.id DESC LIMIT 30`);
  return rows;
}

export async function readAppliedSource(client: ClientBase, id: string): Promise<string | undefined> {
  const { rows } = await client.query("SELECT source FROM writ.applied WHERE id::text = $1", [id]);
  return rows[0]?.source;
}

type Row = {
  readonly id: string;
  readonly text: string;
  readonly operator: string | null;
  readonly isBack: boolean | null;
};

/** Of all rows, the first ones first; `text` tells documents apart. */
const rowsOf = async (client: ClientBase): Promise<readonly Row[]> =>
  (
    await client.query<Row>(
      `SELECT id::text, md5(source) AS text, ${newest("operator")} #>> '{}' AS operator,
        (${newest("is_back")})::boolean AS "isBack" FROM writ.applied AS one ORDER BY one.id`,
    )
  ).rows;

/** The document before the one that is applied now, also after others were taken back; undefined where there is none. */
export async function readEarlier(client: ClientBase): Promise<Earlier | undefined> {
  if (!(await wasApplied(client))) return undefined;
  const path: Row[] = [];
  for (const row of await rowsOf(client)) {
    if (row.isBack === true && path.at(-2)?.text === row.text) path.pop();
    else if (path.at(-1)?.text !== row.text) path.push(row);
  }
  const [before, last] = path.slice(-2);
  if (before === undefined || last === undefined) return undefined;
  const { rows } = await client.query<Earlier & { readonly back: readonly string[] | null }>(
    `SELECT id::text, title, source, applied_at AS at, ${lostIn} AS lost, ${newest("renames_back")} AS back
      FROM writ.applied AS one WHERE id IN ($1, $2) ORDER BY one.id`,
    [before.id, last.id],
  );
  const [earlier, now] = rows;
  if (earlier === undefined || now === undefined) return undefined;
  const { id, title, source, at } = earlier;
  return { id, title, source, at, renames: now.back ?? [], lost: now.lost, now: now.source };
}

export type Deployed = { readonly source: string; readonly operator: string; readonly at: Date };

/**
 * What operators have deployed in the console since the database was what this file says: it is served until the file
 * changes. Undefined where the file is the last document, or where another file was applied since.
 */
export async function readDeployed(client: ClientBase, file: string): Promise<Deployed | undefined> {
  if (!(await wasApplied(client))) return undefined;
  const rows = await rowsOf(client);
  const ofFile = rows.findLastIndex(({ text }) => text === createHash("md5").update(file).digest("hex"));
  const since = rows.slice(ofFile + 1);
  const last = since.at(-1);
  if (ofFile < 0 || last === undefined || since.some(({ operator }) => operator === null)) return undefined;
  const { rows: found } = await client.query(
    "SELECT source, operator, applied_at AS at FROM writ.applied WHERE id = $1",
    [last.id],
  );
  return found[0];
}

/** Whether an operator has deployed the last document, and no file that says the same was seen since. */
export async function isDeployed(client: ClientBase): Promise<boolean> {
  return typeof (await rowsOf(client)).at(-1)?.operator === "string";
}
