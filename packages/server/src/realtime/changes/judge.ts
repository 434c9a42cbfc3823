// Who may read the rows of some changes, and which fields of them: one question for all changes and all people.
import { quoteIdentifier } from "@writ/language/sql-quote";
import { printPlace } from "@writ/language/plan";
import { sendPacket } from "../../postgres/connections/packet.ts";
import type { RequestPool } from "../../postgres/connections/request-pool.ts";
import type { Rows, RowText } from "./decode.ts";
import type { LiveRight, LiveTable } from "./tables.ts";

export type Verdict = {
  readonly new: Sight;
  readonly old: Sight;
};
/** Undefined: the row is not there for them. Otherwise the fields that they do not see. */
export type Sight = ReadonlySet<string> | undefined;

export type Judged = {
  /** Of the new row: each value as JSON. */
  readonly json: Readonly<Record<string, string>>;
  readonly verdictOf: (person: Person) => Verdict;
};

/** An account, or null for a visitor: rights depend on nothing else. */
export type Person = string | null;

const everything: Sight = new Set();
export const allSeen: Verdict = { new: everything, old: everything };

export async function judge(
  table: LiveTable,
  changes: readonly Rows[],
  people: readonly Person[],
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
  const fields = [...table.see.keys()];
  return changes.map((_change, index) => {
    const said = rights[index] ?? {};
    const [ofNew, ofOld] = [sightsOf(said, "new", fields), sightsOf(said, "old", fields)];
    return {
      json: (json[index] ?? {}) as Judged["json"],
      verdictOf: (person) => ({ new: ofNew.get(person), old: ofOld.get(person) }),
    };
  });
}

/** Who reads the row, each with what is hidden from them. */
function sightsOf(
  said: Readonly<Record<string, unknown>>,
  row: "new" | "old",
  fields: readonly string[],
): ReadonlyMap<Person, Sight> {
  const seers = fields.map((field, index) => [field, new Set(peopleIn(said[`${row}${index}`]))] as const);
  return new Map(
    peopleIn(said[row]).map((person) => {
      const hidden = seers.flatMap(([field, who]) => (who.has(person) ? [] : [field]));
      return [person, hidden.length === 0 ? everything : new Set(hidden)];
    }),
  );
}

/** As PostgreSQL writes a list of ids. */
const peopleIn = (list: unknown): readonly Person[] =>
  typeof list !== "string" || list.length <= 2
    ? []
    : list
        .slice(1, -1)
        .split(",")
        .map((one) => (one === "NULL" ? null : one));

const jsonQuestion = (table: LiveTable): string => {
  const shown = table.shown.map(
    ({ name }) => `COALESCE(to_json((c.row).${quoteIdentifier(name)})::text, 'null') AS ${quoteIdentifier(name)}`,
  );
  return `SELECT ${shown.join(", ")} FROM (SELECT given.row::${printPlace(table.place)} AS row, given.change
 FROM unnest($1::text[]) WITH ORDINALITY AS given(row, change) OFFSET 0) AS c ORDER BY c.change`;
};

/** Those of `people` whom a right lets: in one question where it can be asked so, otherwise as one after the other. */
const whoMay = ({ one, many }: LiveRight, row: string, people: string): string =>
  many === undefined ? eachMay(one, row, people) : `${many}(${row}, ${people})`;

/**
 * The claims are set in the same breath: CASE works its condition out first, for each person and each change anew, and the
 * function behind it is asked with no one else's.
 */
const eachMay = (one: string, row: string, people: string): string =>
  `ARRAY(SELECT p.id FROM unnest(${people}) AS p(id) WHERE CASE WHEN set_config('request.jwt.claims',
   json_build_object('role', CASE WHEN p.id IS NULL THEN 'anon' ELSE 'authenticated' END, 'sub', p.id)::text, true) IS NOT NULL THEN ${one}(${row}) END)`;

/**
 * A person who may read the new row gets nothing else, so the old row is only checked for the others.
 */
function rightsQuestion({ place, key, read, hear, see, seeGone }: LiveTable): string {
  // Of a row that is gone what it led to may be gone as well, also where the change itself was another one.
  const asked = (there: LiveRight, gone: LiveRight, row: string, people: string) =>
    `CASE WHEN c.is_there THEN ${whoMay(there, row, people)} ELSE ${whoMay(gone, row, people)} END`;
  const reads = (row: "new" | "old", people: string) =>
    `CASE WHEN c.has_${row} THEN ${asked(read, hear, `c.${row}`, people)} ELSE '{}' END`;
  const sees = (["new", "old"] as const).flatMap((row) =>
    [...see].map(([field, there], index) => {
      const who = asked(there, seeGone.get(field) ?? there, `c.${row}`, `${row}s.who`);
      return `, CASE WHEN ${row}s.who <> '{}' THEN ${who} END AS ${row}${index}`;
    }),
  );
  const others = "ARRAY(SELECT unnest(c.people) EXCEPT SELECT unnest(news.who))";
  const type = printPlace(place);
  const same = key.map(quoteIdentifier).map((name) => `t.${name} = (n.row::${type}).${name}`);
  return `SELECT news.who AS new, olds.who AS old${sees.join("")}
 FROM (SELECT n.row::${type} AS new, o.row::${type} AS old, n.row IS NOT NULL AS has_new, o.row IS NOT NULL AS has_old, n.change, $3::uuid[] AS people,
     n.row IS NOT NULL AND EXISTS (SELECT FROM ${type} AS t WHERE ${same.join(" AND ")}) AS is_there
   FROM unnest($1::text[]) WITH ORDINALITY AS n(row, change) JOIN unnest($2::text[]) WITH ORDINALITY AS o(row, change) USING (change) OFFSET 0) AS c
 CROSS JOIN LATERAL (SELECT ${reads("new", "c.people")} AS who OFFSET 0) AS news
 CROSS JOIN LATERAL (SELECT ${reads("old", others)} AS who OFFSET 0) AS olds
 ORDER BY c.change`;
}

const quoted = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;

/** As PostgreSQL writes a row: in the order of its columns. */
const compositeOf = ({ columns }: LiveTable, row: RowText): string =>
  `(${columns.map(({ name }) => (row[name] === null || row[name] === undefined ? "" : quoted(row[name]))).join(",")})`;

const arrayOf = (values: readonly (string | null)[]): string =>
  `{${values.map((value) => (value === null ? "NULL" : quoted(value))).join(",")}}`;
