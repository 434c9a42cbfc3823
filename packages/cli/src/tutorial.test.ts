// What the tutorial says of the product that it ends in: it runs, its call makes a file, and its plan is tried.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { play } from "../../../tools/docs/play.ts";
import { waitFor } from "./testing/fake-console.ts";

const page = readFileSync(`${import.meta.dirname}/../../../docs/tutorial.md`, "utf8");
const { document } = play(page);
const root = mkdtempSync(join(tmpdir(), "writ-tutorial-"));
after(() => rmSync(root, { recursive: true, force: true }));

const file = join(root, "SPEC.md");
const codeFile = join(root, "calls/export_tickets.ts");

/** `…` in a line is whatever stands there, and as a line any number of lines. */
function transcriptOf(command: string): RegExp {
  const [, shown = assert.fail(`the page shows no ${command}`)] =
    new RegExp(`^\`\`\`text\n\\$ writ ${command}\n([\\s\\S]*?)^\`\`\`$`, "m").exec(page) ?? [];
  const lines = shown
    .trimEnd()
    .split("\n")
    .map((line) => (line === "…" ? "(?:.*\n)*?" : `${RegExp.escape(line).replaceAll("…", ".+")}\n`));
  return new RegExp(`^${lines.join("")}$`);
}

test("the tutorial's product runs as shown, and a lead exports the tickets", async () => {
  let said = "";
  const add = (text: string) => void (said += text);
  const fileOf = async () => {
    const [, url = ""] = /runs at (\S+)/.exec(said) ?? [];
    const [, link = ""] = /lead@example\.test .*\n\s+(\S+)/.exec(said) ?? [];
    const { headers } = await fetch(link, { redirect: "manual" });
    const token = new URLSearchParams(new URL(headers.get("location") ?? "").hash.slice(1)).get("access_token");
    const exported = await fetch(`${url}/functions/v1/export_tickets`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ from: "2020-01-01", to: "2120-01-01" }),
    });
    return [exported.status, await exported.json()] as const;
  };
  let answers: readonly (readonly [number, unknown])[] = [];
  const untilStopped = async () => {
    const before = await fileOf();
    const [, code = ""] = /^```ts\n([\s\S]*?)^```$/m.exec(page) ?? [];
    mkdirSync(dirname(codeFile));
    writeFileSync(codeFile, code);
    answers = [before, await fileOf()];
  };
  const { exit } = await waitFor({ [file]: document }, ["run", file, "--sample", "--port", "0"], {
    out: add,
    error: add,
    untilStopped,
  });
  assert.equal(exit, 0, said);
  const [shown = ""] = /^[\s\S]*?cannot be done.*\n/.exec(said) ?? [];
  assert.match(shown.replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:8000"), transcriptOf("run SPEC\\.md --sample"));
  const [[none] = [], [status, given] = []] = answers;
  assert.deepEqual([none, status], [500, 200]);
  const { file: made } = given as { readonly file: { readonly name: string; readonly text: string } };
  assert.equal(made.name, "tickets.csv");
  assert.match(made.text, /^CD-0001,"The printer on the third floor",new\r\nCD-0002,"My laptop does not start",open$/);
});

test("its plan is tried as shown: more than two hundred cases, and none fails", async () => {
  const untilStopped = async () => new Promise<never>(() => undefined);
  const { exit, out, error } = await waitFor({ [file]: document }, ["test", file], { untilStopped });
  assert.equal(exit, 0, out + error);
  assert.match(out, transcriptOf("test SPEC\\.md"));
  assert.ok(Number(/^(\d+) passed, 0 failed/m.exec(out)?.[1]) > 200, out);
});
