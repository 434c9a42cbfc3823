// `writ run` with samples: the users to sign in as, printed again when an edit brings a new one.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
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
