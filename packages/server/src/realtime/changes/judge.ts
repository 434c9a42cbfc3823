// Who may read the rows of some changes, and which fields of them: one question for all changes and all people.
import { quoteIdentifier } from "@writ/language/sql-quote";
import { printPlace } from "@writ/language/plan";
import { sendPacket } from "../../postgres/packet.ts";
import type { RequestPool } from "../../postgres/request-pool.ts";
import type { Rows, RowText } from "./decode.ts";
import type { LiveTable } from "./tables.ts";

export type Verdict = {
  readonly new: Sight;
  readonly old: Sight;
};
/** Undefined: the row is not there for them. Otherwise the fields that they do not see. */
export type Sight = ReadonlySet<string> | undefined;

export type Judged = {
  /** Of the new row: each value as JSON. */
  readonly json: Readonly<Record<string, string>>;
  /** By the place of the person. */
  readonly verdicts: readonly Verdict[];
};

const nothing: Sight = undefined;
const everything: Sight = new Set();
export const allSeen: Verdict = { new: everything, old: everything };

/** `people`: the claims of each, as JSON. */
export async function judge(
  table: LiveTable,
  changes: readonly Rows[],
  people: readonly string[],
  owner: RequestPool,
): Promise<readonly Judged[]> {
  const texts = (rows: readonly (RowText | undefined)[]) =>
    arrayOf(rows.map((row) => (row === undefined ? null : compositeOf(table, row))));
  const values = [texts(changes.map((one) => one.new)), texts(changes.map((one) => one.old))];
  const work = [
    { text: jsonQuestion(table), values: [values[0] ?? ""] },
    ...(people.length === 0 ? [] : [{ text: rightsQuestion(table), values: [...values, arrayOf(people)] }]),
  ];
  const [json = [], rights = []] = await owner.withConnection(async (client) => sendPacket(client, work, ""));
  const fields = [...table.maySee.keys()];
  const verdicts = changes.map(() => people.map((): Verdict => ({ new: nothing, old: nothing })));
  for (const { change, person, bits } of rights) {
    const said = String(bits ?? "");
    const row = verdicts[Number(change) - 1];
    if (row !== undefined) row[Number(person) - 1] = { new: sightAt(said, 0, fields), old: sightAt(said, 1, fields) };
  }
  return changes.map((_change, index) => ({
    json: (json[index] ?? {}) as Judged["json"],
    verdicts: verdicts[index] ?? [],
  }));
}

/** `1` and its fields for the new row, or `01` and those of the old one. */
const sightAt = (said: string, place: 0 | 1, fields: readonly string[]): Sight =>
  said.indexOf("1") === place ? new Set(fields.filter((_field, index) => said[place + 1 + index] !== "1")) : nothing;

const jsonQuestion = (table: LiveTable): string => {
  const shown = table.shown.map(
    ({ name }) => `COALESCE(to_json((c.row).${quoteIdentifier(name)})::text, 'null') AS ${quoteIdentifier(name)}`,
  );
  return `SELECT ${shown.join(", ")} FROM (SELECT given.row::${printPlace(table.place)} AS row, given.change
 FROM unnest($1::text[]) WITH ORDINALITY AS given(row, change) OFFSET 0) AS c ORDER BY c.change`;
};

/**
 * The claims are set in the same breath: CASE works its condition out first, for each person and each change anew, and the
 * functions behind it are asked with nobody else's.
 */
function rightsQuestion({ place, key, mayRead, mayHear, maySee, maySeeGone }: LiveTable): string {
  const seen = (row: string, by: ReadonlyMap<string, string>) =>
    ["'1'", ...[...by.values()].map((name) => `CASE WHEN ${name}(c.${row}) THEN '1' ELSE '0' END`)].join(", ");
  // Of a row that is gone what it led to may be gone as well, also where the change itself was another one.
  const reads = (row: string) => `CASE WHEN c.is_there THEN ${mayRead}(c.${row}) ELSE ${mayHear}(c.${row}) END`;
  const sees = (row: string) =>
    `CASE WHEN c.is_there THEN concat(${seen(row, maySee)}) ELSE concat(${seen(row, maySeeGone)}) END`;
  // Whoever reads the row as it is now is told of nothing else.
  const bits = `CASE WHEN c.has_new AND ${reads("new")} THEN ${sees("new")}
   WHEN c.has_old AND ${reads("old")} THEN '0' || ${sees("old")} ELSE '00' END`;
  const type = printPlace(place);
  const same = key.map(quoteIdentifier).map((name) => `t.${name} = (n.row::${type}).${name}`);
  return `SELECT c.change, p.person, CASE WHEN set_config('request.jwt.claims', p.claims, true) IS NOT NULL
 THEN ${bits} END AS bits
 FROM (SELECT n.row::${type} AS new, o.row::${type} AS old, n.row IS NOT NULL AS has_new, o.row IS NOT NULL AS has_old, n.change,
     n.row IS NOT NULL AND EXISTS (SELECT FROM ${type} AS t WHERE ${same.join(" AND ")}) AS is_there
   FROM unnest($1::text[]) WITH ORDINALITY AS n(row, change) JOIN unnest($2::text[]) WITH ORDINALITY AS o(row, change) USING (change) OFFSET 0) AS c
 CROSS JOIN unnest($3::text[]) WITH ORDINALITY AS p(claims, person)`;
}

const quoted = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;

/** As PostgreSQL writes a row: in the order of its columns. */
const compositeOf = ({ columns }: LiveTable, row: RowText): string =>
  `(${columns.map(({ name }) => (row[name] === null || row[name] === undefined ? "" : quoted(row[name]))).join(",")})`;

const arrayOf = (values: readonly (string | null)[]): string =>
  `{${values.map((value) => (value === null ? "NULL" : quoted(value))).join(",")}}`;
