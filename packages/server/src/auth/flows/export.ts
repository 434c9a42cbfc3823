// GET /user/export: all data of the caller's own, as far as they may read it.
import { readSql } from "@writ/language/foundation";
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
    // It holds rows, and those need both factors.
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

const question = readSql(new URL("./export.sql", import.meta.url));
