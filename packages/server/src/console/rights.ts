// Permissions: the matrix of the document for roles, and for one person and one row what the database answers.
import type { ClientBase } from "pg";
import type { Compiled } from "@writ/language";
import { explainRights, explainRoles, type ExplainedEntity } from "@writ/language/explain";
import { lookAs } from "../postgres/connections/transaction.ts";
import { rolesOf } from "./people.ts";
import type { AnswerView, MatrixView, PersonRightsView, RolesView } from "./response-types.ts";

const mostRows = 50;

export async function rolesAndPeople(client: ClientBase, compiled: Compiled): Promise<RolesView> {
  const { rows } = await client.query<{ id: string; label: string }>(
    `SELECT id, concat_ws(' · ', NULLIF(raw_user_meta_data ->> 'name', ''), email) AS label FROM auth.users ORDER BY created_at, email LIMIT 200`,
  );
  return {
    roles: explainRoles(compiled),
    entities: explainRights(compiled).map(({ id, label }) => ({ id, label })),
    people: rows,
  };
}

/** Undefined where there is no such entity. `search`: only rows in which it stands. */
export async function matrixOf(
  client: ClientBase,
  compiled: Compiled,
  entity: string,
  search: string,
): Promise<MatrixView | undefined> {
  const found = entityOf(compiled, entity);
  if (found === undefined) return undefined;
  const { rows } = await client.query<{ id: string; label: string }>(
    `SELECT id, COALESCE(label, id::text) AS label FROM (SELECT given.id, (${found.name})::text AS label, given.created_at FROM ${found.table} AS given) AS named
     WHERE $1 = '' OR strpos(lower(label), lower($1)) > 0 OR id::text = $1 ORDER BY created_at DESC LIMIT ${mostRows}`,
    [search],
  );
  return { rights: found.rights.map(({ action, address, grants }) => ({ action, address, grants })), rows };
}

const entityOf = (compiled: Compiled, id: string): ExplainedEntity | undefined =>
  explainRights(compiled).find((one) => one.id === id);

/** By the clauses of their roles; what depends on a row is said in the clause's words. Undefined where nobody has the id. */
export async function rightsOfPerson(
  client: ClientBase,
  compiled: Compiled,
  person: string,
): Promise<PersonRightsView | undefined> {
  if (!isId(person)) return undefined;
  const { rowCount } = await client.query("SELECT FROM auth.users WHERE id::text = $1", [person]);
  if (rowCount === 0) return undefined;
  const roles = await rolesOf(client, person, compiled);
  const grantedOf = ({ action, grants }: ExplainedEntity["rights"][number]) => {
    const own = grants.filter(({ role, grant }) => grant !== "no" && roles.some(({ id }) => id === role));
    const whole = own.filter(({ grant }) => grant === "yes");
    return { action, grants: whole.length > 0 ? whole : own };
  };
  return {
    roles,
    entities: explainRights(compiled).map(({ id, label, rights }) => {
      const all = rights.map(grantedOf);
      return {
        id,
        label,
        may: all.filter(({ grants }) => grants.length > 0),
        mayNot: all.flatMap(({ action, grants }) => (grants.length > 0 ? [] : [action])),
      };
    }),
  };
}

/** The very functions that guard the row, asked as that person. Undefined where the row is not there. */
export async function answersFor(
  client: ClientBase,
  compiled: Compiled,
  { entity, row, person }: { readonly entity: string; readonly row: string; readonly person: string },
): Promise<AnswerView | undefined> {
  const found = entityOf(compiled, entity);
  if (found === undefined || !isId(person)) return undefined;
  const held = await rolesOf(client, person, compiled);
  const asked = found.rights.map(({ may, why, step }, index) => [
    `${may === undefined ? "NULL" : `${may}(given.*)`} AS may_${index}`,
    `${why === undefined ? "NULL" : `${why}(given.*)`} AS why_${index}`,
    `${step === undefined ? "NULL" : `given."${step.column.replaceAll('"', '""')}"::text`} AS state_${index}`,
  ]);
  const answer = await lookAs(client, person, async () => {
    const { rows } = await client.query<Readonly<Record<string, unknown>>>(
      `SELECT ${asked.flat().join(", ") || "1"} FROM ${found.table} AS given WHERE given.id::text = $1`,
      [row],
    );
    return rows[0];
  });
  if (answer === undefined) return undefined;
  return {
    roles: held.map(({ label }) => label),
    answers: found.rights.map(({ action, grants, may, step }, index) => {
      const says = answer[`may_${index}`];
      const state = answer[`state_${index}`];
      const code = answer[`why_${index}`];
      const own = grants.filter(({ role }) => held.some(({ id }) => id === role));
      const isOut = step !== undefined && step.from.length > 0 && !step.from.some((one) => same(one, state));
      return {
        action,
        may: may === undefined ? byGrants(own.map(({ grant }) => grant)) : says === true ? "yes" : "no",
        ...(says !== true && typeof code === "string" ? { why: code } : {}),
        ...(says === true && isOut && typeof state === "string" ? { notFrom: state } : {}),
        clauses: own.map(({ address, label, grant, means }) => ({ address, role: label, grant, means })),
      };
    }),
  };
}

const isId = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** What only a row that is not there yet could tell, as far as the document alone tells it. */
function byGrants(grants: readonly string[]): "yes" | "no" | "by row" {
  if (grants.includes("yes")) return "yes";
  return grants.every((grant) => grant === "no") ? "no" : "by row";
}

/** States are kept by their code, and written by their name. */
const same = (label: string, state: unknown): boolean =>
  String(state).toLowerCase().replaceAll(/\W+/g, "_") === label.toLowerCase().replaceAll(/\W+/g, "_");
