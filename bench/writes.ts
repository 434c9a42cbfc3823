// Measures what row security costs a write: the help desk, with its rules and effects, at a million tickets.
import type { Client } from "pg";
import { startPostgres } from "../packages/language/src/testing/postgres.ts";
import { database, idOf, layTickets } from "./rights.ts";

const tickets = Number(process.argv[2] ?? 1_000_000);
const blocks = 4;
const rounds = 15;
/** Until PostgreSQL has settled on how it does what the functions ask. */
const first = 8;

const customers = { small: idOf(1, 7), large: idOf(1, 1) };
const agents = { small: idOf(1, 49_999), large: idOf(1, 50_000) };

type Write = {
  readonly what: string;
  readonly who: string;
  readonly person: string;
  readonly sql: string;
  readonly values: readonly unknown[];
  /** At most so many times what it takes without row security. */
  readonly most: number;
};

/** What both sides of a comparison find: tickets that wait, agents with few tickets and with many. */
async function layStates(client: Client): Promise<void> {
  await client.query(
    `UPDATE ticket SET body = 'The printer blinks red and prints nothing.', respond_by = now() + interval '1 day'`,
  );
  await client.query(
    `UPDATE ticket SET state = 'open', assignee = $1 WHERE ('x' || right(id::text, 8))::bit(32)::int % 10 = 6`,
    [agents.large],
  );
  await client.query(`UPDATE ticket SET state = 'open', assignee = $1 WHERE id = $2`, [agents.small, idOf(3, 4)]);
  await client.query(`UPDATE ticket SET state = 'waiting', assignee = $1, requester = $2 WHERE id = $3`, [
    agents.small,
    customers.small,
    idOf(3, 1),
  ]);
  await client.query(`UPDATE ticket SET state = 'waiting', assignee = $1 WHERE id = $2`, [agents.large, idOf(3, 20)]);
  await client.query(`INSERT INTO writ.assigned_role (person, role) VALUES ($1, 'agent')`, [agents.small]);
  await client.query("VACUUM ANALYZE ticket");
}

function writes(): readonly Write[] {
  const of = (
    size: "small" | "large",
    keys: { readonly fresh: string; readonly waiting: string; readonly open: string },
  ): readonly Write[] => {
    const customer = { who: `customer of ${size === "small" ? "few" : "a tenth"}`, person: customers[size] };
    const agent = { who: `agent of ${size === "small" ? "few" : "a tenth"}`, person: agents[size] };
    const body = "It blinks red and prints nothing, also after a restart.";
    return [
      {
        ...customer,
        what: "a ticket by key",
        sql: `SELECT * FROM ticket WHERE id = $1`,
        values: [keys.fresh],
        most: 1.5,
      },
      { ...agent, what: "a ticket by key", sql: `SELECT * FROM ticket WHERE id = $1`, values: [keys.open], most: 1.5 },
      {
        ...customer,
        what: "a ticket is written",
        sql: `INSERT INTO ticket (subject, body, category) VALUES ('Printer', $1, $2) RETURNING id`,
        values: [body, idOf(2, 3)],
        most: 2.5,
      },
      {
        ...customer,
        what: "a ticket is changed",
        sql: `UPDATE ticket SET subject = 'Copier' WHERE id = $1 RETURNING id`,
        values: [keys.fresh],
        most: 2.5,
      },
      {
        ...customer,
        what: "a comment, and Answer follows",
        sql: `INSERT INTO comment (ticket, text) VALUES ($1, 'The third floor.') RETURNING id`,
        values: [keys.waiting],
        most: 2.5,
      },
      { ...agent, what: "Take", sql: `SELECT ticket_take($1)`, values: [idOf(3, 3)], most: 2.5 },
      { ...agent, what: "Solve", sql: `SELECT ticket_solve($1, 'Paper was out.')`, values: [keys.open], most: 2.5 },
    ];
  };
  return [
    ...of("small", { fresh: idOf(3, 5), waiting: idOf(3, 1), open: idOf(3, 4) }),
    ...of("large", { fresh: idOf(3, 10), waiting: idOf(3, 20), open: idOf(3, 16) }),
  ];
}

/** Milliseconds of the statement with what follows from it, and of the whole request, which says first who asks. */
type Taken = { readonly statement: number; readonly request: number };

/**
 * A write and everything that follows when the transaction ends, which is then taken back: every round finds the same
 * rows, and no limit is reached. What the disk takes for a commit would be the same on both sides.
 */
async function time(client: Client, { person, sql, values }: Write): Promise<Taken> {
  const asked = performance.now();
  await client.query("BEGIN");
  await client.query("SET LOCAL ROLE authenticated");
  await client.query("SELECT set_config('request.jwt.claims', $1, true)", [
    JSON.stringify({ sub: person, role: "authenticated" }),
  ]);
  const began = performance.now();
  const { rowCount } = await client.query(sql, [...values]);
  if (!sql.startsWith("SELECT *")) await client.query("SET CONSTRAINTS ALL IMMEDIATE");
  const statement = performance.now() - began;
  await client.query("ROLLBACK");
  const request = performance.now() - asked;
  if (rowCount !== 1) throw new Error(`${sql}: ${rowCount} rows`);
  return { statement, request };
}

/** The same person, role, functions and triggers; only the policies are asked or not. */
async function rowSecurity(client: Client, state: "ENABLE" | "DISABLE", tables: readonly string[]): Promise<void> {
  for (const table of tables) await client.query(`ALTER TABLE ${table} ${state} ROW LEVEL SECURITY`);
}

if (import.meta.main) {
  const postgres = await startPostgres();
  try {
    const client = await database(postgres, "desk", "help-desk");
    await layTickets(client, tickets);
    await layStates(client);
    await client.query("SET session_replication_role = origin");
    const { rows } = await client.query<{ name: string }>(
      "SELECT oid::regclass::text AS name FROM pg_class WHERE relrowsecurity AND relkind = 'r'",
    );
    const tables = rows.map(({ name }) => name);
    const asked = writes();
    const taken = asked.map(() => ({ ENABLE: [] as Taken[], DISABLE: [] as Taken[] }));
    for (let block = 0; block < blocks; block++)
      for (const state of ["ENABLE", "DISABLE"] as const) {
        await rowSecurity(client, state, tables);
        for (const [index, write] of asked.entries())
          for (let round = 0; round < first + rounds; round++) {
            const one = await time(client, write);
            if (round >= first) taken[index]?.[state].push(one);
          }
      }
    const median = (some: readonly Taken[] = [], what: keyof Taken) =>
      some.map((one) => one[what]).sort((a, b) => a - b)[Math.floor(some.length / 2)] ?? 0;
    console.log(`${tickets} tickets\n\n| who | does | with rights | without | ratio | of requests | at most |`);
    console.log("| --- | --- | --- | --- | --- | --- | --- |");
    for (const [index, { who, what, most }] of asked.entries()) {
      const of = (measure: keyof Taken) =>
        [median(taken[index]?.ENABLE, measure), median(taken[index]?.DISABLE, measure)] as const;
      const [[a, b], [c, d]] = [of("statement"), of("request")];
      const ratios = `${(a / b).toFixed(2)} | ${(c / d).toFixed(2)} | ${most}`;
      console.log(`| ${who} | ${what} | ${a.toFixed(2)} ms | ${b.toFixed(2)} ms | ${ratios} |`);
    }
    await client.end();
  } finally {
    await postgres.stop();
  }
}
