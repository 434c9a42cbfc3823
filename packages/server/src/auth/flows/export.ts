// GET /user/export: everything that is someone's own, as they may read it themselves.
import type { AuthRequest, Fields } from "../request.ts";
import { inTransaction, type Answer, type AuthService } from "../service.ts";
import { userJson } from "../accounts/account.ts";
import { needSecondFactor, readClaims, readPerson } from "../accounts/person.ts";
import { countGuess } from "../attempts.ts";

type Reference = { readonly table: string; readonly column: string };

/** As the role of their own requests, so that it holds nothing that they may not read anyway. */
export async function exportOwn(request: AuthRequest, service: AuthService): Promise<Answer> {
  const claims = await readClaims(request, service);
  await countGuess(request, service, `export of ${claims.sub ?? ""}`);
  return inTransaction(request, service, async (client) => {
    const person = await readPerson(client, claims);
    const { account } = person;
    // It holds rows, and those are for anyone who has shown both.
    needSecondFactor(person, "AAL2 session is required to export an account when MFA is enabled.");
    const { id } = account.user;
    const { rows: sessions } = await client.query(
      "SELECT created_at, refreshed_at, ip, user_agent FROM auth.sessions WHERE user_id = $1 ORDER BY created_at",
      [id],
    );
    const { rows: inbox } = await client.query(
      "SELECT made_at, read_at, said FROM writ.notice WHERE person = $1 ORDER BY made_at",
      [id],
    );
    const { rows: references } = await client.query<Reference>(question);
    await client.query("SELECT set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)", [
      JSON.stringify(claims),
    ]);
    const data: Record<string, readonly Fields[]> = {};
    for (const [table, columns] of Map.groupBy(references, ({ table: name }) => name)) {
      const isTheirs = columns.map(({ column }) => `t.${column} = $1`).join(" OR ");
      const { rows } = await client.query<{ row: Fields }>(
        `SELECT pg_catalog.to_jsonb(t.*) AS row FROM public.${table} t WHERE ${isTheirs}`,
        [id],
      );
      data[table.replaceAll('"', "")] = rows.map(({ row }) => row);
    }
    return {
      body: { account: userJson(account, service), devices: sessions, inbox, data },
      headers: { "Content-Disposition": 'attachment; filename="my-data.json"' },
    };
  });
}

/** Columns that lead to the person's row, under the names that clients know; quoted by the database itself. */
const question = `
  SELECT DISTINCT quote_ident(shown.relname) AS "table", quote_ident(a.attname) AS "column"
  FROM pg_constraint c
  JOIN pg_class target ON target.oid = c.confrelid AND target.relname = 'user'
  JOIN pg_namespace home ON home.oid = target.relnamespace AND home.nspname IN ('public', 'writ_data')
  JOIN pg_class referring ON referring.oid = c.conrelid
  JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
  JOIN pg_class shown ON shown.relname = referring.relname AND shown.relnamespace = 'public'::regnamespace AND shown.relkind IN ('r', 'v')
  JOIN pg_attribute seen ON seen.attrelid = shown.oid AND seen.attname = a.attname
  WHERE c.contype = 'f'
  UNION SELECT quote_ident(c.relname), 'id' FROM pg_class c WHERE c.relname = 'user' AND c.relnamespace = 'public'::regnamespace
  ORDER BY 1, 2`;
