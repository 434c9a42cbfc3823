// Writ itself, as `writ run` starts it, or `writ start` with several processes, with the notes of the bench in its database.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { bodyOf, notes, owners, person, topics, type Target } from "./target.ts";

export type WritTarget = Target & {
  readonly databaseUrl: string;
  readonly owner: string;
  readonly ids: readonly string[];
  readonly postmaster: number;
};

export async function startWrit(folder: string, processes?: number): Promise<WritTarget> {
  const root = `${import.meta.dirname}/../..`;
  const child: ChildProcess = spawn(
    process.execPath,
    [
      `${root}/packages/cli/bin/writ.mjs`,
      ...(processes === undefined ? ["run"] : ["start", "--apply", "--processes", String(processes)]),
      `${import.meta.dirname}/SPEC.md`,
      "--port",
      "0",
      "--json",
      "--data",
      folder,
    ],
    { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, WRIT_LOG: "error" } },
  );
  if (child.stdout === null) throw new Error("it has an output");
  // Nothing goes on after the bench, however it ends.
  process.once("exit", () => child.kill("SIGTERM"));
  const [said] = await once(child.stdout, "data");
  const { url, anonKey, databaseUrl } = JSON.parse(String(said)) as Readonly<Record<string, string>>;
  const signedUp = await fetch(`${url}/auth/v1/signup`, {
    method: "POST",
    headers: { apikey: anonKey ?? "", "content-type": "application/json" },
    body: JSON.stringify(person),
  });
  const session = (await signedUp.json()) as { readonly access_token: string; readonly user: { readonly id: string } };
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const ids = await layNotes(client, session.user.id);
  const { rows } = await client.query("SELECT id FROM topic LIMIT 1");
  await client.end();
  const headers = {
    authorization: `Bearer ${session.access_token}`,
    apikey: anonKey ?? "",
    "content-type": "application/json",
  };
  const rest = "/rest/v1";
  const postmaster = Number(readFileSync(join(folder, "postgres/data/postmaster.pid"), "utf8").split("\n")[0]);
  const body = (n: number) => JSON.stringify({ title: `New ${n}`, body: bodyOf(n), topic: rows[0].id });
  const some = Array.from({ length: 50 }, (_, n) => body(n));
  return {
    name: processes === undefined ? "Writ" : `Writ, ${processes} process${processes === 1 ? "" : "es"}`,
    url: url ?? "",
    databaseUrl: databaseUrl ?? "",
    owner: session.user.id,
    ids,
    postmaster,
    // Those that serve, where there are several.
    processes: [...new Set([child.pid ?? 0, ...childrenOf(child.pid ?? 0), postmaster])],
    works: {
      "point read": {
        method: "GET",
        headers,
        paths: ids.map((id) => `${rest}/note?id=eq.${id}&select=id,title,state`),
      },
      "list of 20": {
        method: "GET",
        headers,
        paths: [`${rest}/note?select=id,title,state&order=created_at.desc,id&limit=20`],
      },
      "two embeddings": {
        method: "GET",
        headers,
        paths: [`${rest}/note?select=id,title,topic(name),owner(name)&order=created_at.desc,id&limit=20`],
      },
      "filtered count": {
        method: "GET",
        headers: { ...headers, prefer: "count=exact" },
        paths: [`${rest}/note?select=id&state=eq.done&limit=1`],
      },
      insert: {
        method: "POST",
        headers: { ...headers, prefer: "return=minimal" },
        paths: [`${rest}/note`],
        bodies: some,
      },
      update: {
        method: "PATCH",
        headers: { ...headers, prefer: "return=minimal" },
        paths: ids.map((id) => `${rest}/note?id=eq.${id}`),
        bodies: [JSON.stringify({ title: "Changed" }), JSON.stringify({ title: "Changed again" })],
      },
      transition: {
        method: "POST",
        headers,
        paths: [`${rest}/rpc/note_finish`],
        bodies: ids.map((id) => JSON.stringify({ id })),
      },
      "sign-in": {
        method: "POST",
        headers: { apikey: anonKey ?? "", "content-type": "application/json" },
        paths: ["/auth/v1/token?grant_type=password"],
        bodies: [JSON.stringify(person)],
      },
    },
    stop: async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);

/** Half of them are the caller's. Rows are laid as they would be; triggers would do the same a hundred thousand times. */
async function layNotes(client: Client, owner: string): Promise<readonly string[]> {
  await client.query(`INSERT INTO topic (name) SELECT 'Topic ' || n FROM generate_series(1, ${topics}) AS n`);
  await client.query("INSERT INTO auth.users (email) VALUES ('ben@example.test')");
  await client.query("ALTER TABLE note DISABLE TRIGGER USER");
  await client.query(
    `INSERT INTO note (id, created_at, updated_at, created_by, updated_by, title, body, topic, owner, state, _state_since)
      SELECT gen_random_uuid(), moment, moment, whose, whose, 'Note ' || n, $2, (SELECT id FROM topic ORDER BY id OFFSET n % ${topics} LIMIT 1), whose,
        CASE WHEN n % 50 = 0 THEN 'done' ELSE 'open' END, moment
      FROM generate_series(1, ${notes}) AS n, LATERAL (SELECT now() - n * interval '1 minute' AS moment,
        CASE WHEN n % ${notes / owners} = 0 THEN $1::uuid ELSE (SELECT id FROM auth.users WHERE email = 'ben@example.test') END AS whose) AS about`,
    [owner, bodyOf(0)],
  );
  await client.query("ALTER TABLE note ENABLE TRIGGER USER");
  await client.query("VACUUM ANALYZE note");
  const { rows } = await client.query<{ id: string }>(
    "SELECT id FROM note WHERE owner = $1 AND state = 'open' ORDER BY created_at DESC LIMIT 5000",
    [owner],
  );
  return rows.map(({ id }) => id);
}
