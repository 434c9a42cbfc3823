// `writ run` with samples: the users to sign in as, printed again when an edit brings a new one.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { startingDocument } from "./document/starting-document.ts";
import { waitFor } from "./testing/fake-console.ts";
import { eventually } from "../../language/src/testing/eventually.ts";

const source = readFileSync(`${import.meta.dirname}/../../../examples/help-desk/SPEC.md`, "utf8");
const root = mkdtempSync(join(tmpdir(), "writ-people-"));
after(() => rmSync(root, { recursive: true, force: true }));

test("a role that is added while the product runs gets a sample person at once, who is listed with the others", async () => {
  const files = { "SPEC.md": source };
  let [said, applied, edited] = ["", "", () => {}];
  const withRole = (text: string, role: string) => {
    const cells = [role, "---"];
    const wider = text
      .replace("| Lead | named at", `| ${role} | named at installation | |\n| Lead | named at`)
      .replace(/^\| For \| May \|(?:.*\n)*?(?=\n)/m, (table) =>
        table.replaceAll(/ \|\n/g, () => ` | ${cells.shift() ?? "no"} |\n`),
      );
    assert.notEqual(wider, text);
    return wider;
  };
  const lists = () => said.split("Sign in as one of these people").length - 1;
  const listed = async (count: number) => {
    await eventually(
      () => lists() >= count,
      () => said,
    );
    return lists();
  };
  const edit = (text: string) => {
    files["SPEC.md"] = text;
    edited();
  };
  const untilStopped = async () => {
    assert.equal(await listed(1), 1);
    const wider = withRole(source, "Auditor");
    edit(wider);
    assert.equal(await listed(2), 2, said);
    const last = said.slice(said.lastIndexOf("Sign in as one"));
    assert.match(last, /auditor@example\.test \(Customer, Auditor\)\n {4}http/);
    assert.match(last, /lead@example\.test/);
    // What changes no one tells of no one.
    const longer = wider.replace("text up to 120", "text up to 130");
    applied = "";
    edit(longer);
    await eventually(
      () => /applied: /.test(applied),
      () => applied,
    );
    edit(withRole(longer, "Warden"));
    await eventually(
      () => said.includes("warden@example.test"),
      () => said,
    );
    assert.equal(lists(), 3);
  };
  const { exit, error } = await waitFor(
    files,
    ["run", "SPEC.md", "--sample", "--port", "0", "--data", join(root, "added")],
    {
      out: (text) => {
        said += text;
        applied += text;
      },
      error: (text) => void (applied += text),
      untilStopped,
      watch: (_path, changed) => {
        edited = changed;
        return () => undefined;
      },
    },
  );
  assert.equal(exit, 0, error);
});

test("the document of `writ new` shows tasks of these days to each of its sample people, and needs no others", async () => {
  let line = "";
  const untilStopped = async () => {
    const { url, anonKey, people } = JSON.parse(line);
    assert.deepEqual(
      people
        .map(({ email, roles }: { email: string; roles: readonly string[] }) => `${email} ${roles.join()}`)
        .toSorted(),
      ["ann@example.test Member", "ben@example.test Member", "lea@example.test Lead"],
    );
    for (const { link } of people) {
      const to = (await fetch(link, { redirect: "manual" })).headers.get("location") ?? "";
      const token = new URLSearchParams(new URL(to).hash.slice(1)).get("access_token");
      const headers = { apikey: anonKey, authorization: `Bearer ${token}` };
      const answer = await fetch(`${url}/rest/v1/task?select=state`, { headers });
      const tasks = (await answer.json()) as readonly { readonly state: string }[];
      const count = (state: string) => tasks.filter((task) => task.state === state).length;
      assert.deepEqual([count("open"), count("done")], [6, 2]);
    }
  };
  const ran = await waitFor(
    { "SPEC.md": startingDocument("Tasks") },
    ["run", "--sample", "--json", "--port", "0", "--data", join(root, "starter")],
    { out: (text) => void (line += text), untilStopped },
  );
  assert.equal(ran.exit, 0, ran.error);
});

test(
  "start names the rows and accounts of a preview, and `writ sample remove` removes them",
  { timeout: 100_000 },
  async () => {
    const files = { "SPEC.md": startingDocument("Tasks") };
    const data = join(root, "preview");
    const remove = async (...more: readonly string[]) => waitFor(files, ["sample", "remove", "--data", data, ...more]);
    assert.match((await remove()).error, /there is no database in/);
    const ran = await waitFor(files, ["run", "--sample", "--port", "0", "--data", data]);
    assert.equal(ran.exit, 0, ran.error);
    const start = async () =>
      (
        await waitFor(files, ["start", "--port", "0", "--processes", "1", "--data", data], {
          environment: { WRIT_LOG: "silent" },
        })
      ).error;
    const told = /^writ start: 8 sample rows and 3 sample accounts of `writ run --sample` are .*: writ sample remove$/m;
    assert.match(await start(), told);
    const unasked = await remove();
    assert.deepEqual([unasked.exit, /Use --yes/.test(unasked.error)], [1, true]);
    const refused = await waitFor(files, ["sample", "remove", "--data", data], { ask: async () => false });
    assert.deepEqual([refused.exit, refused.out], [1, ""]);
    assert.match(await start(), told);
    assert.equal((await remove("--yes")).out, "Removed 8 sample rows and 3 sample accounts\n");
    assert.equal(await start(), "");
    assert.match((await remove()).out, /^There are no sample rows/);
    assert.equal((await waitFor(files, ["sample", "add", "SPEC.md"])).exit, 2);
  },
);
