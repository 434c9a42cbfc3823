// The examples' own code, as it stands beside their documents: over the wire, as the people whom it is for.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { compile } from "@writ/language";
import { codeTypes } from "@writ/language/types";
import { products, type TestProduct } from "../testing/product.ts";
import { eventually } from "../../../language/src/testing/eventually.ts";

const start = products();
const fileOf = (example: string) => join(import.meta.dirname, "../../../../examples", example, "SPEC.md");

const metricsOf = async ({ url }: TestProduct) => (await fetch(`${url}/metrics`)).text();

async function serve(example: string, environment = {}): Promise<TestProduct> {
  const file = fileOf(example);
  const source = readFileSync(file, "utf8");
  return start(source, { document: { file, source, compiled: compile(source) }, environment });
}

test("the types of the examples' calls are those of their documents", () => {
  for (const example of ["help-desk", "project-tracker", "equipment-lending"]) {
    const written = readFileSync(join(fileOf(example), "../calls/types.ts"), "utf8");
    assert.equal(written, codeTypes(compile(readFileSync(fileOf(example), "utf8"))), example);
  }
});

test("a lead exports the tickets of some days, an agent cannot; formulas in the export are escaped", async () => {
  const desk = await serve("help-desk");
  const [lead, agent] = [await desk.person("lea", "lead"), await desk.person("abe", "agent")];
  const insert = `INSERT INTO ticket (subject, body, category, requester, created_at)
    SELECT $1, 'It does not work any more at all.', (SELECT id FROM category WHERE name = 'Hardware'), (SELECT id FROM auth.users LIMIT 1), $2`;
  for (const [subject, at] of [
    // Half past midnight in Paris.
    ["=1+1", "2026-02-28T23:30:00Z"],
    ['A "quoted", one', "2026-03-02T12:00:00Z"],
    ["Too late", "2026-03-03T12:00:00Z"],
    ["Too early", "2026-02-28T22:30:00Z"],
  ])
    await desk.owner(insert, [subject, at]);
  const ask = async (token: string) => {
    const answer = await fetch(`${desk.url}/functions/v1/export_tickets`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({ from: "2026-03-01", to: "2026-03-02" }),
    });
    return { status: answer.status, body: (await answer.json()) as { readonly file?: { readonly text: string } } };
  };
  assert.equal((await ask(agent)).status, 403);
  const { status, body } = await ask(lead);
  assert.equal(status, 200, JSON.stringify(body));
  const lines = body.file?.text.trim().split("\r\n").slice(1) ?? [];
  assert.deepEqual(
    lines.map((line) => line.slice(line.indexOf(",") + 1)),
    [
      `"2026-03-01","'=1+1","Hardware","normal","new","false",""`,
      `"2026-03-02","A ""quoted"", one","Hardware","normal","new","false",""`,
    ],
  );
});

test("only signed requests set the plan of an organisation", async () => {
  const tracker = await serve("project-tracker", { BILLING_SECRET: "of-the-biller" });
  const founded = await fetch(`${tracker.url}/rest/v1/organisation`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${await tracker.person("fay")}` },
    body: JSON.stringify({ name: "Acme", slug: "acme" }),
  });
  assert.equal(founded.status, 201, await founded.text());
  const send = async (said: unknown, key = "of-the-biller") => {
    const body = JSON.stringify(said);
    const signature = createHmac("sha256", key).update(body).digest("hex");
    const headers = { "content-type": "application/json", "X-Signature": signature };
    return (await fetch(`${tracker.url}/hooks/billing`, { method: "POST", body, headers })).status;
  };
  const plan = async () => (await tracker.owner("SELECT plan FROM organisation"))[0]?.["plan"];
  assert.equal(await send({ organisation: "acme", plan: "paid" }, "of-somebody"), 401);
  assert.equal(await plan(), "free");
  assert.equal(await send({ organisation: "acme", plan: "paid", number: 1 }), 204);
  assert.equal(await plan(), "paid");
  for (const odd of [{ organisation: "other", plan: "free" }, { organisation: "acme", plan: "gold" }, { plan: "free" }])
    assert.equal(await send(odd), 500);
  const told = await metricsOf(tracker);
  assert.match(told, /^writ_work_seconds_count\{kind="webhook in",name="paid",end="done"\} 1$/m);
  assert.match(told, /^writ_work_seconds_count\{kind="webhook in",name="paid",end="failed"\} 3$/m);
  assert.equal(await plan(), "paid");
});

test("users with items due tomorrow are reminded once in the morning", async () => {
  const lending = await serve("equipment-lending");
  await lending.person("mia", "member");
  const day = (days: number) => `(now() AT TIME ZONE 'Europe/Paris')::date + ${days}`;
  await lending.owner("INSERT INTO item (name, kind) VALUES ('Drill', 'power_tool'), ('Saw', 'hand_tool')");
  const reserve = async (item: string, from: number, to: number, state: string) =>
    lending.owner(
      `INSERT INTO reservation (item, member, starts_on, ends_on, state)
       SELECT i.id, u.id, ${day(from)}, ${day(to)}, $2 FROM item i, auth.users u WHERE i.name = $1`,
      [item, state],
    );
  await reserve("Drill", 0, 1, "collected");
  await reserve("Saw", 0, 1, "reserved");
  await reserve("Saw", 3, 4, "collected");
  await lending.owner("UPDATE writ.schedule SET next_at = now() - interval '1 second' WHERE name = 'remind_due'");
  const ran = async () =>
    lending.owner(
      "SELECT failure FROM writ.outbox WHERE kind = 'call' AND (done_at IS NOT NULL OR failure IS NOT NULL)",
    );
  await eventually(async () => (await ran()).length > 0, "that it ran");
  assert.deepEqual(await ran(), [{ failure: null }]);
  const mails = await lending.owner(
    "SELECT payload -> 'values' #>> '{\"\",subject,0}' AS item FROM writ.outbox WHERE name = 'due_tomorrow'",
  );
  assert.deepEqual(mails, [{ item: "Drill" }]);
  assert.match(
    await metricsOf(lending),
    /^writ_work_seconds_count\{kind="schedule",name="remind_due",end="done"\} 1$/m,
  );
});
