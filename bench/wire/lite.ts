// @supabase/lite, on SQLite as it comes, or on a PostgreSQL: the same tables and the same right.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "@writ/server/postgres";
import { Client } from "pg";
import { bodyOf, notes, owners, person, topics, type Target } from "./target.ts";
import type { WritTarget } from "./writ.ts";

const schema = `create table topic (id uuid primary key default gen_random_uuid(), name text not null);
create table note (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  body text not null,
  state text not null default 'open',
  topic uuid not null references topic(id),
  owner uuid not null,
  created_at timestamptz not null default now()
);
create index note_owner on note (owner, created_at desc, id);
create index note_state on note (state);
alter table note enable row level security;
create policy note_own on note for all to authenticated using (owner = auth.uid()) with check (owner = auth.uid());
alter table topic enable row level security;
create policy topic_read on topic for select to authenticated using (true);
`;

/** On PostgreSQL it gets a database of its own in the server that Writ runs. */
export async function startLite(
  peers: string,
  driver: "sqlite-postgres" | "postgres",
  folder: string,
  writ: WritTarget | undefined,
): Promise<Target> {
  mkdirSync(join(folder, "supabase/migrations"), { recursive: true });
  writeFileSync(join(folder, "supabase/migrations/20260101000000_notes.sql"), schema);
  writeFileSync(join(folder, "supabase/seed.sql"), "");
  const port = await freePort();
  const address = writ === undefined ? "file:./supabase/.temp/data.db" : await databaseOf(writ);
  writeFileSync(
    join(folder, "supabase/config.toml"),
    `[api]\nport = ${port}\nmax_rows = 1000\n[db]\ndriver = "${driver}"\nurl = "${address}"\n[auth]\nenabled = true\njwt_secret = "a secret that is used for the bench alone"\nenable_signup = true\npublishable_key = "sb_publishable_bench_bench_bench_bench"\nsecret_key = "sb_secret_bench_bench_bench_bench_bench"\n[auth.email]\nenable_confirmations = false\n`,
  );
  const program = join(peers, "node_modules/@supabase/lite/dist/cli/index.js");
  const run = (...args: readonly string[]) =>
    spawn(process.execPath, [program, "--no-telemetry", ...args], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
    });
  await once(run("db", "reset", ...(writ === undefined ? ["--hard"] : [])), "exit");
  const child = run("start");
  const url = `http://127.0.0.1:${port}`;
  await answers(url);
  const key = { apikey: "sb_publishable_bench_bench_bench_bench", "content-type": "application/json" };
  const post = async (path: string, headers: Readonly<Record<string, string>>, body: unknown) => {
    const response = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${driver} ${path}: ${await response.text()}`);
    return (await response.json()) as never;
  };
  const ann = (await post("/auth/v1/signup", key, person)) as {
    readonly access_token: string;
    readonly user: { readonly id: string };
  };
  const ben = (await post("/auth/v1/signup", key, { ...person, email: "ben@example.test" })) as typeof ann;
  // Rows are laid as they would be: its data API takes a hundred values at a time.
  const laid = writ === undefined ? layInFile(join(folder, "supabase/.temp/data.db")) : await layInServer(address);
  const { ids, topic } = await laid(ann.user.id, ben.user.id);
  const headers = { ...key, authorization: `Bearer ${ann.access_token}` };
  const rest = "/rest/v1";
  return {
    name: writ === undefined ? "@supabase/lite on SQLite" : "@supabase/lite on PostgreSQL",
    url,
    processes: [child.pid ?? 0, ...(writ === undefined ? [] : [writ.postmaster])],
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
        paths: [`${rest}/note?select=id,title,topic(name)&order=created_at.desc,id&limit=20`],
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
        bodies: [JSON.stringify({ title: "New", body: bodyOf(1), topic, owner: ann.user.id })],
      },
      update: {
        method: "PATCH",
        headers: { ...headers, prefer: "return=minimal" },
        paths: ids.map((id) => `${rest}/note?id=eq.${id}`),
        bodies: [JSON.stringify({ title: "Changed" })],
      },
      "sign-in": {
        method: "POST",
        headers: key,
        paths: ["/auth/v1/token?grant_type=password"],
        bodies: [JSON.stringify(person)],
      },
    },
    stop: async () => {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

type Laid = (ann: string, ben: string) => Promise<{ readonly ids: readonly string[]; readonly topic: string }>;

const rowOf = (n: number, ann: string, ben: string, topic: string) => [
  crypto.randomUUID(),
  `Note ${n}`,
  bodyOf(0),
  n % 50 === 0 ? "done" : "open",
  topic,
  n % (notes / owners) === 0 ? ann : ben,
  new Date(Date.now() - n * 60_000).toISOString(),
];
const insertNote = "INSERT INTO note (id, title, body, state, topic, owner, created_at) VALUES";

function layInFile(file: string): Laid {
  return async (ann, ben) => {
    const database = new DatabaseSync(file);
    const ids: string[] = [];
    const made = Array.from({ length: topics }, () => crypto.randomUUID());
    database.exec("BEGIN");
    const topic = database.prepare("INSERT INTO topic (id, name) VALUES (?, ?)");
    made.forEach((id, n) => topic.run(id, `Topic ${n}`));
    const note = database.prepare(`${insertNote} (?, ?, ?, ?, ?, ?, ?)`);
    for (let n = 1; n <= notes; n++) {
      const row = rowOf(n, ann, ben, made[n % topics] ?? "");
      note.run(...row);
      if (row[5] === ann && ids.length < 5000) ids.push(row[0] ?? "");
    }
    database.exec("COMMIT; ANALYZE");
    database.close();
    return { ids, topic: made[0] ?? "" };
  };
}

async function layInServer(address: string): Promise<Laid> {
  const client = new Client({ connectionString: address });
  await client.connect();
  return async (ann, ben) => {
    const { rows: made } = await client.query<{ id: string }>(
      `INSERT INTO topic (name) SELECT 'Topic ' || n FROM generate_series(1, ${topics}) AS n RETURNING id`,
    );
    await client.query(
      `${insertNote.replace(" VALUES", "")} SELECT gen_random_uuid(), 'Note ' || n, $3, CASE WHEN n % 50 = 0 THEN 'done' ELSE 'open' END,
        ($4::uuid[])[1 + n % ${topics}], CASE WHEN n % ${notes / owners} = 0 THEN $1::uuid ELSE $2::uuid END, now() - n * interval '1 minute'
        FROM generate_series(1, ${notes}) AS n`,
      [ann, ben, bodyOf(0), made.map(({ id }) => id)],
    );
    await client.query("ANALYZE");
    const { rows } = await client.query<{ id: string }>("SELECT id FROM note WHERE owner = $1 LIMIT 5000", [ann]);
    await client.end();
    return { ids: rows.map(({ id }) => id), topic: made[0]?.id ?? "" };
  };
}

async function databaseOf(writ: WritTarget): Promise<string> {
  const client = new Client({ connectionString: writ.databaseUrl });
  await client.connect();
  await client.query("CREATE DATABASE lite");
  await client.end();
  const { username, password, searchParams } = new URL(writ.databaseUrl.replace("@/", "@x/"));
  const relay = spawn(
    process.execPath,
    [`${import.meta.dirname}/relay.ts`, `${searchParams.get("host") ?? ""}/.s.PGSQL.5432`],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  process.once("exit", () => relay.kill());
  const [port] = await once(relay.stdout, "data");
  return `postgresql://${username}:${password}@127.0.0.1:${String(port).trim()}/lite`;
}

async function answers(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return;
    await delay(100);
  }
  throw new Error(`${url} does not answer`);
}
