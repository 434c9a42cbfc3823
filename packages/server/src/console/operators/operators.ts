// Operators: accounts that the command line names. One that is named before it exists becomes one once its address is
// confirmed, because only then is it known whose it is.
import type { ClientBase } from "pg";
import { readAddress } from "../../auth/request.ts";
import { allOrNothing } from "../../postgres/connections/transaction.ts";
import { completeStored } from "../../stored/stored.ts";
import { noteAct, theCommandLine } from "./acts.ts";

export type OperatorNaming = "is an operator" | "when the address is confirmed" | "no address" | "not applied";

export type Operator = {
  /** As it is now, or as it was named where there is no account yet. */
  readonly email: string;
  readonly isConfirmed: boolean;
  readonly namedAt: Date;
};

/** For `writ operator add`. */
export async function nameOperator(client: ClientBase, address: string): Promise<OperatorNaming> {
  const email = readAddress(address);
  if (email === undefined) return "no address";
  if (!(await completeStored(client))) return "not applied";
  return allOrNothing(client, async () => {
    const { rows } = await client.query<{ person: string | null }>(
      `INSERT INTO writ.operator AS o (email, person)
       SELECT $1, (SELECT id FROM auth.users WHERE lower(email) = $1 AND email_confirmed_at IS NOT NULL)
       ON CONFLICT DO NOTHING RETURNING person`,
      [email],
    );
    if (rows.length > 0) await noteAct(client, theCommandLine, "Named an operator", email);
    const { rows: now } = await client.query<{ person: string | null }>(
      `SELECT o.person FROM writ.operator o LEFT JOIN auth.users u ON u.id = o.person
       WHERE o.email = $1 OR lower(u.email) = $1 ORDER BY o.person NULLS LAST LIMIT 1`,
      [email],
    );
    return (now[0]?.person ?? null) === null ? "when the address is confirmed" : "is an operator";
  });
}

/** For `writ operator remove`: by the address that was named, or by the one that the account has now. */
export async function removeOperator(client: ClientBase, address: string): Promise<boolean> {
  const email = readAddress(address) ?? "";
  if (!(await completeStored(client))) return false;
  return allOrNothing(client, async () => {
    const { rowCount } = await client.query(
      `DELETE FROM writ.operator o
       WHERE o.email = $1 OR o.person = (SELECT id FROM auth.users WHERE lower(email) = $1)`,
      [email],
    );
    if (rowCount === 0) return false;
    await noteAct(client, theCommandLine, "Removed an operator", email);
    return true;
  });
}

export async function listOperators(client: ClientBase): Promise<readonly Operator[]> {
  if (!(await completeStored(client))) return [];
  const { rows } = await client.query<Operator>(
    `SELECT COALESCE(u.email, o.email) AS email, COALESCE(u.email_confirmed_at IS NOT NULL, false) AS "isConfirmed",
       o.named_at AS "namedAt"
     FROM writ.operator o LEFT JOIN auth.users u ON u.id = o.person OR (o.person IS NULL AND lower(u.email) = o.email)
     ORDER BY o.id`,
  );
  return rows;
}
