// Databases of PostgreSQL 15, 16 and 17 become one of today's: `npm run test:upgrade`, which downloads those.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import type { Client } from "pg";
import { compile } from "@writ/language";
import { applyDocument } from "../../applying/index.ts";
import { notes } from "../../backup/testing/notes.ts";
import { makeKeys } from "../../keys/key-ring.ts";
import { databaseAccount } from "../../postgres/embedded/account.ts";
import { findBinaries } from "../../postgres/embedded/binaries.ts";
import { firmSettings } from "../../postgres/embedded/settings.ts";
import { openDatabase, startPostmaster, startWatchdog } from "../../postgres/index.ts";
import { trackClients } from "../../postgres/clients.ts";
import { closePublic, makeRoles } from "../../postgres/roles.ts";
import { emptyFolder } from "../../postgres/testing/surroundings.ts";
import { programsOf } from "../earlier-postgres.ts";
import { removeEarlier, upgradeDatabase } from "../upgrade.ts";

const passwords = { postgres: "of the superuser", writ_owner: "of the owner", authenticator: "of requests" };

/** Without what roles cannot be set to before PostgreSQL 17, nor be granted with before 16. */
const earlierSql = (sql: string, major: number): string => {
  const settings = sql.replace(/alter role \w+ set transaction_timeout[^;]*;/g, "");
  return major > 15
    ? settings
    : settings.replace(/ with set \w+, inherit \w+(, admin true)?/g, (_, admin) => (admin ? " with admin option" : ""));
};
const asEarlier = (client: Client, major: number): Client =>
  new Proxy(client, {
    get: (of, name) =>
      name === "query"
        ? async (sql: string, values?: unknown[]) => of.query(earlierSql(sql, major), values)
        : Reflect.get(of, name),
  });

/** A product as it would lie there if Writ had come with that PostgreSQL. */
async function makeProduct(folder: string, native: string, major: number): Promise<void> {
  const path = join(folder, "postgres");
  const data = join(path, "data");
  mkdirSync(path, { mode: 0o711 });
  mkdirSync(data, { mode: 0o700 });
  const run = join(path, "socket");
  mkdirSync(run, { mode: 0o700 });
  const account = databaseAccount(join(folder, "none"));
  for (const one of [data, run])
    if (account.uid !== undefined && account.gid !== undefined) chownSync(one, account.uid, account.gid);
  const binaries = findBinaries(account, native);
  assert.ok(binaries);
  writeFileSync(join(path, "passwords.json"), JSON.stringify(passwords), { mode: 0o600 });
  const options = ["-D", data, "--username=postgres", "--auth=trust", "--encoding=UTF8", "--no-locale"];
  const made = spawnSync(join(binaries, "initdb"), options, { ...account, cwd: data, encoding: "utf8" });
  assert.equal(made.status, 0, made.stderr);
  const watchdog = startWatchdog([]);
  const server = await startPostmaster({ data, account, binaries, settings: firmSettings(run, 5432), watchdog });
  const clients = trackClients();
  const connect = async (user: string, database: string) => clients.connect({ host: run, port: 5432, user, database });
  await makeRoles(asEarlier(await connect("postgres", "postgres"), major), passwords);
  await closePublic(await connect("postgres", "writ"));
  const owner = await connect("writ_owner", "writ");
  await applyDocument(owner, notes, compile(notes), (before) => compile(before));
  await makeKeys(owner);
  await owner.query("INSERT INTO public.note (words) SELECT 'note ' || n FROM generate_series(1, 1000) AS n");
  await owner.query("INSERT INTO auth.users (email) VALUES ('ann@example.test')");
  await clients.end();
  await server.stop();
  watchdog.dismiss();
}

for (const major of [15, 16, 17])
  test(`a product of PostgreSQL ${major}`, async () => {
    const folder = emptyFolder({ after });
    // The account of the database has a way to it: not every earlier `initdb` works where there is none.
    chmodSync(folder, 0o711);
    const native = await programsOf(major, (words) => console.log(words));
    await makeProduct(folder, native, major);
    await assert.rejects(openDatabase({ folder }), (error: Error & { code: string; hint: string }) => {
      assert.equal(error.code, "D004");
      assert.match(error.hint, /`writ upgrade`/);
      return true;
    });
    const upgraded = await upgradeDatabase(folder, { version: "test", programs: async () => native });
    assert.deepEqual([upgraded.from, upgraded.to, upgraded.rows > 1000], [major, 18, true]);
    const database = await openDatabase({ folder });
    const client = await database.connect();
    const { rows } = await client.query(
      "SELECT (SELECT count(*)::int FROM public.note) AS notes, (SELECT array_agg(email) FROM auth.users) AS people, current_setting('server_version_num')::int / 10000 AS major",
    );
    assert.deepEqual(rows, [{ notes: 1000, people: ["ann@example.test"], major: 18 }]);
    await database.stop();
    assert.ok(existsSync(join(upgraded.kept, "PG_VERSION")));
    assert.deepEqual(removeEarlier(folder), [upgraded.kept]);
    assert.ok(!existsSync(upgraded.kept));
    await assert.rejects(upgradeDatabase(folder, { version: "test", programs: async () => native }), { code: "B041" });
  });
