// What operators changed in the console, and who they are: written in the transaction of the change itself.
import type { ClientBase } from "pg";
import type { ActsView, ActView } from "../operator-response-types.ts";

/** Who uses the console. A key has no account. */
export type ConsoleUser = { readonly name: string; readonly person: string | undefined };

export const theCommandLine: ConsoleUser = { name: "the command line", person: undefined };
export const theKey: ConsoleUser = { name: "the console key", person: undefined };
export const theDeveloper: ConsoleUser = { name: "the developer", person: undefined };

/** A statement that an operator runs stands there as a whole. */
const longestAbout = 10_000;

/** Whether they still are one. Who has the key, has it. */
export async function isOperator(client: ClientBase, { person }: ConsoleUser): Promise<boolean> {
  if (person === undefined) return true;
  const { rows } = await client.query("SELECT FROM writ.operator WHERE person = $1", [person]);
  return rows.length > 0;
}

export async function noteAct(client: ClientBase, user: ConsoleUser, act: string, about: string): Promise<void> {
  await client.query("INSERT INTO writ.operator_act (person, name, act, about) VALUES ($1, $2, $3, $4)", [
    user.person ?? null,
    user.name,
    act,
    about.slice(0, longestAbout),
  ]);
}

const page = 100;

/** The last ones first; `before`: those that came before this one. */
export async function listActs(client: ClientBase, search: string, before: string): Promise<ActsView> {
  const { rows } = await client.query<ActView>(
    `SELECT id::text, happened_at AS at, name, act, about FROM writ.operator_act
     WHERE ($1 = '' OR strpos(lower(concat_ws(' ', name, act, about)), lower($1)) > 0)
       AND ($2::bigint IS NULL OR operator_act.id < $2)
     ORDER BY operator_act.id DESC LIMIT ${page + 1}`,
    [search.trim(), /^\d{1,18}$/.test(before) ? before : null],
  );
  return { acts: rows.slice(0, page), hasMore: rows.length > page };
}
