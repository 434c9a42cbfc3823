// `writ types`: what it prints compiles, and catches what the document does not say.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { completeDocument } from "../../language/src/testing/run-cases.ts";
import { waitFor } from "./testing/fake-console.ts";

const root = `${import.meta.dirname}/../../..`;
// Beside the packages, so that the compiler finds them.
const folder = mkdtempSync(join(root, "node_modules", ".types-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const good = `import { createClient } from "@supabase/supabase-js";
import type { Database } from "./help-desk.ts";
const supabase = createClient<Database>("http://127.0.0.1", "key");
const { data } = await supabase.from("ticket").select("subject, state, requester(name), category(name), comment(text)");
const state: "new" | "open" | "waiting" | "solved" | "closed" | null | undefined = data?.[0]?.state;
const names: (string | null)[] = (data ?? []).map((one) => one.requester?.name ?? null);
const category: string | undefined = data?.[0]?.category.name;
await supabase.from("ticket").insert({ subject: "a", body: "b", category: "c", priority: "low" });
const taken = await supabase.rpc("ticket_take", { id: "x" });
const number: string | null | undefined = taken.data?.number;
await supabase.rpc("assign_role", { user_id: "x", role: "agent" });
const exported = await supabase.rpc("export_tickets", { from: "2030-01-01", to: "2030-12-31" });
const file: string | undefined = exported.data?.file.name;
export { state, names, category, number, file };
`;
const bad = [
  `await supabase.from("tickets").select();`,
  `await supabase.from("ticket").insert({ subject: "a", body: "b", category: "c", priority: "lowest" });`,
  `await supabase.from("ticket").insert({ subject: "a", body: "b" });`,
  `await supabase.from("ticket").update({ state: "closed" });`,
  `await supabase.rpc("ticket_take", {});`,
  `await supabase.rpc("export_tickets", { from: "2030-01-01" });`,
];

test("types of every example compile, and mistakes do not", async () => {
  for (const name of readdirSync(join(root, "examples"))) {
    const source = readFileSync(join(root, "examples", name, "SPEC.md"), "utf8");
    const { exit, out, error } = await waitFor({ "SPEC.md": source }, ["types", "SPEC.md"]);
    assert.equal(exit, 0, error);
    writeFileSync(join(folder, `${name}.ts`), out);
  }
  writeFileSync(join(folder, "good.ts"), good);
  const head = good.slice(0, good.indexOf("const { data }"));
  bad.forEach((line, index) => writeFileSync(join(folder, `bad-${index}.ts`), `${head}${line}\nexport {};\n`));
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ extends: "../../tsconfig.json", include: ["*.ts"], exclude: [] }),
  );
  const { stdout } = spawnSync(
    process.execPath,
    [join(root, "node_modules/typescript/bin/tsc"), "--noEmit", "-p", folder],
    { encoding: "utf8" },
  );
  const wrong = new Set([...stdout.matchAll(/([\w-]+)\.ts\(/g)].map(([, file]) => file));
  assert.deepEqual(
    [...wrong].sort(),
    bad.map((_, index) => `bad-${index}`),
    stdout,
  );
});

/** Of calls; each code of `right` stands in a file of its own beside the types. */
const calls = `# Club

## 3. Entities and their fields

### Seat

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Label | text up to 10 | yes | |
| Kind | one of: old, new | yes | old |
| Taken by | reference to User | no | |
| Since | datetime | no | |
| State | state | | |

## 4. States and transitions

### Seat

| State | Kind |
| --- | --- |
| Free | start |
| Taken | end |

| Transition | From | To | On | Asks for |
| --- | --- | --- | --- | --- |
| Take | Free | Taken | button | Since (optional) |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Seat | create | yes |
| Seat | read | yes |
| Seat | update | yes |
| Seat | delete | yes |
| Seat | Take | yes |
| Join | call | yes |

## 7. The calls it makes

| Call | Kind | On | Code | Errors |
| --- | --- | --- | --- | --- |
| Join | function | button | \`calls/join.ts\` | TAKEN |
| Nightly | schedule | every day at 07:30 | \`calls/nightly.ts\` | |
| Paid | webhook in | \`POST /paid\` | \`calls/paid.ts\` | |
| Ask | API | | | |

### Join
- In: Seat, Note (text up to 20, optional), On (date)
- Out: Told (text), At (datetime)
- Secrets: \`A_KEY\`

### Paid
- Signature: none

### Ask
- In: Words (text, optional)
- Sends: POST to \`https://register.example.com/\`
- Out: Number (integer, optional)

| Mail | For | Subject | Text |
| --- | --- | --- | --- |
| Well come | Seat | Welcome | {seat.label} |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| TAKEN | Taken | 409 | Taken. |

## 9. Business constants and limits

| Constant | Value |
| --- | --- |
| Most seats | 4 |
| Loud | yes |
| Held for | low: 3 days, high: 4 hours |
`;
const right: Readonly<Record<string, string>> = {
  join: `if (input.seat.taken_by !== null) throw problem("TAKEN");
const [other] = await db.seat.find({ kind: "old", taken_by: me }, { order: "-created_at", limit: 3 });
const found = await api.ask({ words: input.note });
const number: number | null = found.number;
await system.seat.set(input.seat, { taken_by: me, since: now }, { label: "x" });
await db.seat.take(other ?? input.seat.id, { since: now });
const made = await db.seat.create({ label: secrets.A_KEY + input.on + String(number) });
await mail("well_come", { to: [me, "a@example.test", null], row: made.id });
await mail("Well come", { to: input.seat.taken_by, row: input.seat });
return { told: input.note ?? "", at: now };`,
  nightly: `const held: number = constants.most_seats + constants.held_for.low;
if (constants.loud) console.log(held);
for (const seat of await system.seat.find()) await system.seat.delete(seat);
if (me !== null) console.log(me.email);`,
  paid: "await system.seat.create({ label: input.data.object.label });",
};
const wrong: readonly (readonly [string, string])[] = [
  ["join", 'throw problem("OTHER");'],
  ["join", "return {};"],
  ["join", 'return { told: 1, at: "2030-01-01" };'],
  ["join", 'await db.seats.find(); return { told: "", at: now };'],
  ["join", 'await db.seat.set(input.seat, { kind: "odd" }); return { told: "", at: now };'],
  ["join", 'await db.seat.set(input.seat, { state: "taken" }); return { told: "", at: now };'],
  ["join", 'await db.seat.leave(input.seat); return { told: "", at: now };'],
  ["join", 'await mail("other", { to: me, row: input.seat }); return { told: "", at: now };'],
  ["join", 'await api.other({}); return { told: "", at: now };'],
  ["join", "return { told: secrets.OTHER, at: now };"],
  ["join", "return { told: me.id, at: now };"],
  ["nightly", "input.anything.at.all();"],
  ["nightly", "constants.least_seats;"],
  ["nightly", "constants.held_for.other;"],
  ["nightly", "constants.most_seats = 5;"],
];

test("code in files beside the document is checked against it", async () => {
  const { exit, out, error } = await waitFor({ "SPEC.md": completeDocument(calls).source }, [
    "types",
    "--calls",
    "SPEC.md",
  ]);
  assert.equal(exit, 0, out + error);
  const place = mkdtempSync(join(folder, "calls-"));
  writeFileSync(join(place, "types.ts"), out);
  const write = (file: string, name: string, code: string) =>
    writeFileSync(
      join(place, `${file}.ts`),
      `import type { Code } from "./types.ts";
export const call: Code<"${name}"> = async (given) => {
  const { input, me, now, secrets, constants, db, system, api, problem, mail } = given;
  void [input, me, now, secrets, constants, db, system, api, problem, mail];
${code}
};
`,
    );
  for (const [name, code] of Object.entries(right)) write(`right-${name}`, name, code);
  wrong.forEach(([name, code], index) => write(`wrong-${index}`, name, code));
  writeFileSync(
    join(place, "tsconfig.json"),
    JSON.stringify({ extends: "../../../tsconfig.json", include: ["*.ts"], exclude: [] }),
  );
  const { stdout } = spawnSync(
    process.execPath,
    [join(root, "node_modules/typescript/bin/tsc"), "--noEmit", "-p", place],
    { encoding: "utf8" },
  );
  const result = new Set([...stdout.matchAll(/([\w-]+)\.ts\(/g)].map(([, file]) => file));
  assert.deepEqual([...result].sort(), wrong.map((_, index) => `wrong-${index}`).sort(), stdout);
});

test("a document with errors has no types", async () => {
  const { exit, out } = await waitFor({ "SPEC.md": "# A\n" }, ["types", "SPEC.md"]);
  assert.equal(exit, 1);
  assert.match(out, /N001/);
});
