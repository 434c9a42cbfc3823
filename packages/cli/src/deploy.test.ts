// A document that is applied while `writ start` serves its product: what is served is the new one, and nobody is sent away.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { compile } from "@writ/language";
import { applyDocument } from "@writ/server/applying";
import { openDatabase } from "@writ/server/postgres";
import { eventually } from "../../language/src/testing/eventually.ts";
import { startingDocument } from "./document/starting-document.ts";
import { waitFor } from "./testing/fake-console.ts";
import { ownTemporary } from "./testing/own-temporary.ts";

const data = join(ownTemporary(), "data");
const first = startingDocument("Tasks");
const second = first
  .replace("| Title |", "| Remark | text up to 40 | no | | |\n| Title |")
  .replace("\n# Tasks\n", "\n# Errands\n");
assert.match(second, /^# Errands$[\s\S]*Remark/m);

const renamed = first.replace("\n# Tasks\n", "\n# Chores\n");

type Description = { readonly definitions: { readonly task: { readonly properties: object } } };

const apply = async (source: string, ...options: readonly string[]) =>
  waitFor({ "SPEC.md": source }, ["apply", "--data", data, "--yes", ...options]);

test("the product goes on with the new document, and back where nothing is lost", async () => {
  let said = "";
  const seen: string[] = [];
  const untilStopped = async () => {
    const { url, anonKey } = JSON.parse(said);
    const title = async () =>
      /<title>([^<]*)/.exec(await (await fetch(url, { headers: { accept: "text/html" } })).text())?.[1];
    const columns = async () => {
      const answer = await fetch(`${url}/rest/v1/`, { headers: { apikey: anonKey } });
      const { definitions } = (await answer.json()) as Description;
      return Object.keys(definitions.task.properties);
    };
    const isServed = async (name: string, has: boolean) =>
      eventually(
        async () => (await title()) === name && (await columns()).includes("remark") === has,
        `${name} is served`,
      );
    await isServed("Tasks", false);
    seen.push((await waitFor({ "SPEC.md": second }, ["plan", "--data", data])).out);
    const applied = await apply(second);
    assert.equal(applied.exit, 0, applied.out + applied.error);
    await isServed("Errands", true);
    assert.equal((await apply(first)).exit, 0, "no row has a remark");
    await isServed("Tasks", false);
    // A document that changes nothing in the database is served, too, and stays when the keys change.
    assert.equal((await apply(renamed)).exit, 0);
    await isServed("Chores", false);
    assert.equal((await waitFor({ "SPEC.md": renamed }, ["keys", "rotate", "--data", data])).exit, 0);
    await isServed("Chores", false);
  };
  const { exit, error } = await waitFor(
    { "SPEC.md": first },
    ["start", "--data", data, "--apply", "--port", "0", "--json"],
    { out: (text) => void (said += text), untilStopped, environment: { WRIT_LOG: "silent" } },
  );
  assert.equal(exit, 0, error);
  assert.match(seen.join(""), /\+ 3\/Task\/Remark +column remark of task/);
});

test(
  "what an operator has deployed is served by the next start, until the file changes",
  { timeout: 100_000 },
  async () => {
    const folder = join(ownTemporary(), "deployed");
    const database = await openDatabase({ folder });
    const client = await database.connect();
    const applied = async (source: string, operator?: string) =>
      applyDocument(client, source, compile(source), (before) => compile(before), {
        operator: operator === undefined ? undefined : { name: operator, note: async () => undefined },
      });
    await applied(first);
    await applied(second, "Ann");
    // However many they deploy, what the file said is not forgotten.
    await client.query(
      `INSERT INTO writ.applied (title, source, foundation, objects, steps, found, operator)
        SELECT title, source || n, foundation, objects, '[]', found, 'Ann' FROM writ.applied, generate_series(1, 120) AS n
        WHERE operator IS NOT NULL`,
    );
    await applied(`${second}\n`, "Ann");
    await client.end();
    await database.stop();
    const started = async (document: string, ...options: readonly string[]) => {
      let said = "";
      let title: string | undefined;
      const { exit, error } = await waitFor(
        { "SPEC.md": document },
        ["start", "--data", folder, "--port", "0", "--json", "--processes", "1", ...options],
        {
          out: (text) => void (said += text),
          environment: { WRIT_LOG: "silent" },
          untilStopped: async () => {
            const page = await fetch(JSON.parse(said).url, { headers: { accept: "text/html" } });
            title = /<title>([^<]*)/.exec(await page.text())?.[1];
          },
        },
      );
      return { exit, error, title };
    };
    for (const options of [[], ["--apply"]]) {
      const { exit, error, title } = await started(first, ...options);
      assert.deepEqual([exit, title], [0, "Errands"], error);
      assert.match(error, /SPEC\.md is older than the document that Ann deployed in the console at 20/);
    }
    // Put in place of the file, it is what the file says; what is deployed after that counts again.
    assert.deepEqual(await started(`${second}\n`).then(({ exit, title }) => [exit, title]), [0, "Errands"]);
    const again = await openDatabase({ folder });
    const other = await again.connect();
    const third = second.replace("\n# Errands\n", "\n# Duties\n");
    await applyDocument(other, third, compile(third), (before) => compile(before), {
      operator: { name: "Bo", note: async () => undefined },
    });
    await other.end();
    await again.stop();
    for (const options of [[], ["--apply"]]) assert.equal((await started(`${second}\n`, ...options)).title, "Duties");
    // The file has changed since, if only back to what it was at first.
    assert.match((await started(first)).error, /the database differs from the document/);
    const changed = await started(renamed);
    assert.equal(changed.exit, 1);
    assert.match(changed.error, /the database differs from the document/);
    assert.deepEqual(await started(renamed, "--apply").then(({ exit, title }) => [exit, title]), [0, "Chores"]);
    // From then on the file counts again, also where it is the earlier one.
    const earlier = await started(first);
    assert.deepEqual([earlier.exit, /the database differs/.test(earlier.error)], [1, true], earlier.error);
  },
);
