// Live changes of a database that was there already, with all that they need and without it.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { compile } from "@writ/language";
import { applyDocument } from "../applying/index.ts";
import { openDatabase } from "../postgres/index.ts";
import { readPasswords } from "../postgres/embedded/passwords.ts";
import { openMade } from "../postgres/testing/copied.ts";
import { emptyFolder } from "../postgres/testing/surroundings.ts";
import { serveProduct } from "../serve.ts";
import { visitorsOnly } from "../testing/visitors-only.ts";
import { joined } from "./testing/rooms.ts";
import { eventually } from "../../../language/src/testing/eventually.ts";

const folder = emptyFolder({ after: (step: () => Promise<void> | void) => after(step) });
const cluster = await openMade(folder);
after(cluster.stop);
const passwords = readPasswords(join(folder, "postgres/passwords.json"), true);
// Somebody else's cluster, as its superuser sees it: none of our roles.
const superuser = await cluster.connect({ user: "postgres", password: passwords.postgres, database: "postgres" });
await superuser.query("REASSIGN OWNED BY writ_owner TO postgres");
await superuser.query("REVOKE ALL ON DATABASE writ FROM authenticator");
await superuser.query("DROP DATABASE writ");
await superuser.query(
  "DROP ROLE authenticator, anon, authenticated, service_role, writ_client, writ_keeper, writ_owner",
);
await superuser.query("CREATE DATABASE theirs");

/** A product on it; all of it ends with `end`. */
async function serveFor(may: string) {
  await superuser.query(`CREATE ROLE somebody LOGIN PASSWORD 'secret' CREATEROLE ${may}`);
  await superuser.query("ALTER DATABASE theirs OWNER TO somebody");
  const database = await openDatabase({
    url: cluster.url.replace(/writ_owner:.*@\/writ/, "somebody:secret@/theirs"),
  });
  const client = await database.connect();
  const source = visitorsOnly("Note");
  await applyDocument(client, source, compile(source), (before) => compile(before));
  const running = await serveProduct(database, { port: 0, log: "silent" });
  const of = createClient(running.url, running.anonKey, { auth: { persistSession: false } });
  return {
    of,
    end: async () => {
      await of.realtime.disconnect();
      await running.stop();
      await client.end();
      await database.stop();
      // PostgreSQL lets a slot go once it sees that nobody listens any more.
      const slots = async () => superuser.query("SELECT FROM pg_replication_slots");
      await eventually(async () => (await slots()).rowCount === 0, "that no slot is left");
      await superuser.query("DROP DATABASE theirs");
      await superuser.query("CREATE DATABASE theirs");
      await superuser.query("DROP OWNED BY somebody");
      await superuser.query("DROP ROLE anon, authenticated, service_role, writ_client, writ_keeper, authenticator");
      await superuser.query("DROP ROLE somebody");
    },
  };
}

async function listen(of: SupabaseClient) {
  const [heard, said]: [unknown[], { status: string; message: string }[]] = [[], []];
  of.channel("notes")
    .on("postgres_changes", { event: "*", schema: "public", table: "note" }, (change) => void heard.push(change.new))
    .on("system" as never, {}, ((message: (typeof said)[number]) => void said.push(message)) as never)
    .subscribe();
  const answer = await eventually(() => said[0], "whether it is told of");
  return { heard, answer };
}

test("without REPLICATION changes are refused with what is missing, and everything else is heard", async () => {
  const { of, end } = await serveFor("BYPASSRLS");
  const { answer } = await listen(of);
  assert.equal(answer.status, "error");
  assert.match(answer.message, /REPLICATION/);
  const refused: string[] = [];
  of.channel("ready", { config: { broadcast: { replication_ready: true } } })
    .on("system" as never, {}, (({ message }: { message: string }) => void refused.push(message)) as never)
    .subscribe();
  await eventually(() => refused.some((message) => message.includes("REPLICATION")), "that it never will be");
  const heard: unknown[] = [];
  await joined(of.channel("room").on("broadcast", { event: "*" }, (message) => void heard.push(message)));
  await of.channel("room").httpSend("word", { n: 1 });
  await eventually(() => heard.length === 1, "the word");
  await end();
});

test("with it changes are heard, and nothing is left behind", async () => {
  const { of, end } = await serveFor("BYPASSRLS REPLICATION");
  const { heard, answer } = await listen(of);
  assert.deepEqual([answer.status, answer.message], ["ok", "Subscribed to PostgreSQL"]);
  assert.equal((await of.from("note").insert({ words: "here" })).error, null);
  await eventually(() => heard.length === 1, "the note");
  await end();
  assert.deepEqual((await superuser.query("SELECT FROM pg_replication_slots")).rowCount, 0);
});
