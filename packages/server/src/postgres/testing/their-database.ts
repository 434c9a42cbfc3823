// A database that is there already, in a cluster that has nothing of ours, whose owner has no privileges but to make roles.
import { join } from "node:path";
import { openDatabase } from "../index.ts";
import { readPasswords } from "../embedded/passwords.ts";
import { emptyFolder, type Ending } from "./surroundings.ts";

/** The answer is its address. */
export async function theirDatabase(ending: Ending): Promise<string> {
  const folder = emptyFolder(ending);
  const embedded = await openDatabase({ folder });
  ending.after(embedded.stop);
  const passwords = readPasswords(join(folder, "postgres/passwords.json"), true);
  const superuser = await embedded.connect({ user: "postgres", password: passwords.postgres, database: "postgres" });
  await superuser.query("REASSIGN OWNED BY writ_owner TO postgres; REVOKE ALL ON DATABASE writ FROM authenticator");
  await superuser.query("DROP DATABASE writ");
  await superuser.query(
    "DROP ROLE authenticator, anon, authenticated, service_role, writ_client, writ_keeper, writ_owner",
  );
  await superuser.query("CREATE ROLE plain LOGIN PASSWORD 'secret' CREATEROLE");
  await superuser.query("CREATE DATABASE theirs OWNER plain");
  return embedded.url.replace(/writ_owner:.*@\/writ/, "plain:secret@/theirs");
}
