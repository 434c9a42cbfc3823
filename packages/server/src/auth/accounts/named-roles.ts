// Roles that an operator names for an address: given as soon as a user has shown that the address is theirs.
import { DatabaseError, type ClientBase } from "pg";
import { readAddress } from "../request.ts";
import { completeStored } from "../../stored/stored.ts";

export type Naming = "given" | "when the address is confirmed" | "no such role";

/** For `writ role add`. A user who signs up with another person's address does not get its owner's role. */
export async function nameRole(client: ClientBase, address: string, role: string): Promise<Naming> {
  await completeStored(client);
  const email = readAddress(address) ?? address.trim().toLowerCase();
  try {
    await client.query("SELECT writ.name_role($1, $2)", [email, role]);
    return "given";
  } catch (failure) {
    // A document without such roles has no such function.
    if (!(failure instanceof DatabaseError)) throw failure;
    if (failure.code === "42883") return "no such role";
    const code = failure.code === "PGRST" ? String(JSON.parse(failure.message).code) : "";
    if (code === "INVALID") return "no such role";
    if (code !== "NOT_FOUND") throw failure;
    await client.query("INSERT INTO auth.named_roles (email, role) VALUES ($1, $2) ON CONFLICT DO NOTHING", [
      email,
      role,
    ]);
    return "when the address is confirmed";
  }
}

/** Given once: who loses it again does not get it back by confirming once more. */
export async function giveNamedRoles(client: ClientBase, email: string): Promise<void> {
  const { rows } = await client.query<{ role: string }>(
    "DELETE FROM auth.named_roles WHERE email = lower($1) RETURNING role",
    [email],
  );
  for (const { role } of rows) {
    await client.query("SAVEPOINT named");
    // The document may no longer have the role; its user can still confirm the address.
    await client.query("SELECT writ.name_role($1, $2)", [email, role]).catch(async (failure: unknown) => {
      if (!(failure instanceof DatabaseError)) throw failure;
      await client.query("ROLLBACK TO SAVEPOINT named");
    });
  }
}

export async function isNamed(client: ClientBase, email: string): Promise<boolean> {
  const { rows } = await client.query("SELECT FROM auth.named_roles WHERE email = lower($1)", [email]);
  return rows.length > 0;
}
