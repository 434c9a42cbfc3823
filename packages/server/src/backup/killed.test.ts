// Killed again and again while it is written to and backed up: at any moment that is brought back, what was acknowledged before
// it is there, what was begun after it is not, no file is missing, and no deleted account comes back.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, test } from "node:test";
import { eventually, pause } from "../../../language/src/testing/eventually.ts";
import { emptyFolder, kill } from "../postgres/testing/surroundings.ts";
import { startScript, type Killable } from "../storage/testing/killable.ts";
import { listBackups } from "./list.ts";
import { openRepository } from "./repository.ts";
import { findBackup } from "./find-backup.ts";
import { restoreBackup } from "./restore.ts";
import { within } from "./testing/backed-up.ts";

const rounds = process.env["WRIT_LONG"] === "1" ? 100 : 3;
const seed = Number(process.env["WRIT_SEED"] ?? 20_261_130);
let state = seed + 1;
const chance = (most: number) => (state = (state * 48_271) % 2_147_483_647) % most;

/** What was done to one thing, one after the other. `became`: undefined where it was removed. */
type Act = { readonly became: string | undefined; readonly begun: number; acked: number | undefined };
type Thing = { readonly kind: "note" | "file" | "account"; readonly id: string; readonly acts: Act[] };
const things: Thing[] = [];

const folder = emptyFolder({ after });
const target = emptyFolder({ after });
const script = fileURLToPath(new URL("testing/backed-up-server.ts", import.meta.url));
const start = async () => startScript(script, [folder, target]);

async function send(
  server: Killable,
  { kind, id }: Thing,
  became: string | undefined,
  isNew: boolean,
): Promise<boolean> {
  const headers = { authorization: `Bearer ${server.key}`, apikey: server.key, "content-type": "application/json" };
  const ask = async (method: string, path: string, body?: unknown) =>
    (
      await fetch(`${server.url}${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    ).ok;
  if (kind === "file")
    return (
      await server.object(
        became === undefined ? "DELETE" : "POST",
        id,
        became === undefined ? undefined : Buffer.from(became),
        { "x-upsert": "true" },
      )
    ).ok;
  if (kind === "account")
    return became === undefined
      ? ask("DELETE", `/auth/v1/admin/users/${id}`)
      : ask("POST", "/auth/v1/admin/users", { id, email: `${id}@example.test`, email_confirm: true });
  if (became === undefined) return ask("DELETE", `/rest/v1/note?id=eq.${id}`);
  if (isNew) return ask("POST", "/rest/v1/note", { id, words: became });
  return ask("PATCH", `/rest/v1/note?id=eq.${id}`, { words: became });
}

/** One thing is in the hands of one worker, so what is done to it has an order. */
async function work(server: Killable, own: Thing[], isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const known = own.length > 0 && chance(3) > 0 ? own[chance(own.length)] : undefined;
    const kinds = ["note", "note", "file", "account"] as const;
    const thing = known ?? { kind: kinds[chance(4)] ?? "note", id: randomUUID(), acts: [] };
    if (known === undefined) things.push(thing);
    const isNew = thing.acts.length === 0;
    const became =
      isNew || (thing.kind !== "account" && chance(3) > 0) ? `${thing.id} ${thing.acts.length}` : undefined;
    const act: Act = { became, begun: Date.now(), acked: undefined };
    thing.acts.push(act);
    const done = await send(server, thing, became, isNew).catch(() => undefined);
    // By the clock: what a moment brings back is compared with when each act was acknowledged.
    if (done === true) act.acked = Date.now();
    // What nobody knows the end of is not touched again, and neither is what was removed.
    const goesOn = done === true && became !== undefined;
    if (goesOn && known === undefined) own.push(thing);
    if (!goesOn && known !== undefined) own.splice(own.indexOf(known), 1);
    if (done === undefined) await pause(20, "the server is away");
  }
}

/** A moment is cut to milliseconds, and so are ours. */
const near = 3;

/** What a thing may be at a moment: what was acknowledged last, and what was under way. */
function possible({ acts }: Thing, moment: number): readonly (string | undefined)[] {
  const sure = acts.findLast(({ acked }) => acked !== undefined && acked < moment - near);
  const from = sure === undefined ? 0 : acts.indexOf(sure) + 1;
  return [
    sure?.became,
    ...acts
      .slice(from)
      .filter(({ begun }) => begun <= moment + near)
      .map(({ became }) => became),
  ];
}

async function look(place: string, moment: number, known: number): Promise<void> {
  const found = new Map<string, string>();
  await within(place, async (database) => {
    const client = await database.connect();
    const rows = async (sql: string) => (await client.query<{ id: string; what: string }>(sql)).rows;
    for (const { id, what } of await rows("SELECT id, words AS what FROM public.note")) found.set(id, what);
    for (const { id } of await rows("SELECT id, '' AS what FROM auth.users")) found.set(id, `${id} 0`);
    for (const { id, what } of await rows("SELECT name AS id, version AS what FROM storage.objects"))
      found.set(id, readFileSync(join(place, "files", what.slice(0, 2), what), "utf8"));
  });
  for (const thing of things) {
    const is = found.get(thing.id);
    const wasDeleted = thing.acts.some(
      ({ became, acked }) => became === undefined && acked !== undefined && acked < known - near,
    );
    const may =
      thing.kind === "account" && wasDeleted
        ? [undefined]
        : [...possible(thing, moment), ...(thing.kind === "account" ? [undefined] : [])];
    assert.ok(
      may.includes(is),
      `${thing.kind} ${String(is)} is none of ${String(may)} at ${moment}: ${JSON.stringify(thing.acts)}, seed ${seed}`,
    );
  }
}

test(`${rounds} rounds of writes, uploads, deletions and kills, each brought back at some moment`, async (context) => {
  let server = await start();
  context.after(async () => server.end());
  await eventually(() => existsSync(join(target, "writ-backup.json")), "a folder of backups");
  const repository = openRepository(target, undefined);
  await eventually(async () => (await repository.list()).length > 0, "the first backup");
  for (let round = 0; round < rounds; round++) {
    let isOver = false;
    const workers = [[], [], []].map(async (own: Thing[]) => work(server, own, () => isOver));
    await pause(200 + chance(900), "something is written");
    if (chance(2) === 0) {
      kill(server.process.pid ?? 0);
      await server.ended;
      isOver = true;
      await Promise.all(workers);
      server = await start();
    } else {
      isOver = true;
      await Promise.all(workers);
    }
    const backups = await listBackups(repository);
    const [first, last] = [backups[0]?.moment, backups.at(-1)?.until ?? backups.at(-1)?.moment];
    const [from, to] = [Number(new Date(first ?? 0)), Number(new Date(last ?? 0))];
    const moment = from + chance(Math.max(1, to - from + 1));
    const place = emptyFolder({ after: () => undefined });
    const manifest = await findBackup(repository, { to: new Date(moment) });
    await restoreBackup(repository, place, { manifest, target: new Date(moment) });
    await look(place, moment, to);
    rmSync(place, { recursive: true, force: true, maxRetries: 5 });
  }
  const acts = things.flatMap((thing) => thing.acts);
  context.diagnostic(`${acts.length} acts on ${things.length} things`);
  assert.ok(acts.filter(({ acked }) => acked !== undefined).length > rounds);
});
