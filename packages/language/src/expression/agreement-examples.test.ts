// Rules of agreement by example: edges that random values seldom meet, and rules that no random value can miss.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Client } from "pg";
import { plainTarget } from "../testing/plain-target.ts";
import { startPostgres, type Postgres } from "../testing/postgres.ts";
import { sampleSchema, ticketScope } from "../testing/sample-schema.ts";
import { readSql, showJavaScript, showSql } from "../testing/agreement/shown-value.ts";
import { checkExpression } from "./check.ts";
import type { Context } from "./data.ts";
import { evaluator } from "./javascript.ts";
import { readExpression } from "./parsing/read.ts";
import { dateOf, runtime } from "./javascript/runtime.ts";
import { arithmetic } from "../plan/foundation/foundation.ts";
import { printSql, sqlPrinters, type SqlPrinters } from "./sql.ts";
import { firstDay, lastDay } from "./time-limits.ts";
import type { Typed } from "./typed.ts";
import { workClock } from "../testing/work-clock.ts";

let postgres: Postgres;
let client: Client;
before(async () => {
  postgres = await startPostgres();
  client = await postgres.connect();
  await client.query(["CREATE SCHEMA writ", ...arithmetic].join(";\n"));
});
after(() => postgres.stop());

function check(text: string): Typed {
  const problems: { readonly message: string }[] = [];
  const expression = readExpression({ text, start: 0, end: text.length }, "5/Ticket/Rule", []);
  const checked = checkExpression(expression, sampleSchema, ticketScope, { kind: "any" });
  problems.push(...checked.problems);
  assert.ok(checked.typed, problems[0]?.message ?? text);
  return checked.typed;
}

const nobody: Context = {
  scope: {},
  me: null,
  now: 0,
  today: 0,
  timeZone: "Europe/Paris",
  rows: () => [],
  hasRole: () => false,
};

/** What JavaScript says, and PostgreSQL too: nothing is folded before it is asked. */
async function both(text: string): Promise<string | null> {
  const typed = check(text);
  const shown = showJavaScript(evaluator(typed, sampleSchema)(nobody), typed.type);
  const printers: SqlPrinters = { ...sqlPrinters, fold: (unfolded) => unfolded };
  const sql = printSql(typed, plainTarget(sampleSchema), "strict", printers);
  const { rows } = await client.query<{ value: string | null }>(`SELECT ${showSql(sql, typed.type)} AS value`);
  assert.equal(readSql(rows[0]?.value ?? null, typed.type, sampleSchema.moneyScale), shown, sql);
  return shown;
}

describe("both sides say", () => {
  const day = (text: string) => String(Date.parse(text) / 86_400_000);
  const values: readonly (readonly [string, string | null])[] = [
    // Half away from zero; a number is shown in units of its last place.
    ["round(2.5, 0)", "3"],
    ["round(-2.5, 0)", "-3"],
    ["round(-0.125, 2)", "-13"],
    ["round(7, 2)", "700"],
    ["div(5, 10, 0)", "1"],
    ["div(-5, 10, 0)", "-1"],
    ["div(1, 3, 4)", "3333"],
    ["div(2, -3, 4)", "-6667"],
    ["div(99999999999999999999, 7, 6)", "14285714285714285714142857"],
    ["div(1, 0, 2)", null],
    ["div(10.00, -0.8, 3)", "-12500"],
    ["money([2.005].sum())", "201"],
    ["money(0.10) * 0.25", "3"],
    ["div(money(10), 3)", "333"],
    ["[1, 2].average()", "1500000"],
    ["[1, 2, 2].average()", "1666667"],
    ["[4, 1, 9, 2].median()", "30"],
    ["[4, 1, 9].median()", "40"],
    ["[days(1), days(2)].median()", "129600000"],
    ["[3, 1].first(x, -x)", "3"],
    ["['b', 'a', 'B'].first(x, x)", "B"],
    ["[1].only()", "1"],
    ["[1, 1].only()", null],
    ["[2.5, 1].sum()", "35"],
    // Adding time stops where both sides can count no further.
    ["date('9999-12-31') + days(3)", day("+010000-01-03")],
    ["date('2026-01-31') + days([99999 * 99999].sum())", String(lastDay)],
    ["date('2026-01-31') - days([99999 * 99999].sum())", String(firstDay)],
    ["datetime('2026-01-31T00:00:00Z') + hours([999999999999].sum())", String(lastDay * 86_400_000)],
    ["datetime('2026-03-29T00:30:00+01:00') + duration('24h')", String(Date.parse("2026-03-29T23:30:00Z"))],
    ["date(datetime('2026-03-28T23:30:00Z'))", day("2026-03-29")],
    ["time('08:30')", String(8.5 * 3_600_000)],
    ["time(datetime('2026-07-01T22:15:30.250Z'))", String(15 * 60_000 + 30_250)],
    ["time('00:00') - time('23:59:59.999')", String(-86_399_999)],
    ["[time('17:00'), time('08:30')].min()", String(8.5 * 3_600_000)],
    ["date('2026-07-01') + time('08:30')", String(Date.parse("2026-07-01T06:30:00Z"))],
    // Clocks in Paris skip this hour, and show that one twice.
    ["date('2026-03-29') + time('02:30')", String(Date.parse("2026-03-29T01:30:00Z"))],
    ["date('2026-10-25') + time('02:30')", String(Date.parse("2026-10-25T01:30:00Z"))],
    ["weekday(date('2026-02-01'))", "7"],
    ["weekday(date('0001-01-01'))", "1"],
    ["days_between(date('2026-02-01'), date('2026-01-30'))", "-2"],
    ["date('2026-03-30') - date('2026-03-28')", String(2 * 86_400_000)],
    // Texts.
    ["slug('Straße  nach  Łódź!')", "strasse-nach-lodz"],
    ["slug('--Ærø_2 ﬀ İ--')", "aero-2-i"],
    ["slug('中文')", ""],
    ["'ÀB'.lowerAscii() + 'C'", "ÀbC"],
    ["string(size('n' + '\\u0301'))", "2"],
    ["[\"it's\", 'a\\\\b'].first(x, x)", "a\\b"],
  ];
  for (const [text, value] of values) {
    test(`${text} is ${value ?? "empty"}`, async () => assert.equal(await both(text), value));
  }
});

test("a text that is typed in parts is the one that is stored whole", () => {
  const typed = check("ticket.subject == 'e\u0301'");
  assert.ok(typed.node === "equal" && typed.right.node === "text");
  assert.equal(typed.right.value, "\u00e9");
});

test("what no database can store is no text", () => {
  for (const text of ["'a\\u0000b'", "'\\ud800'", "'\u0000'"]) {
    const problems: { readonly code: string }[] = [];
    assert.equal(readExpression({ text, start: 0, end: text.length }, "", problems as never[]).tree, undefined);
    assert.equal(problems[0]?.code, "X005");
  }
});

test("has(x) is refused with what to write instead", () => {
  const text = "has(ticket.due_on)";
  const expression = readExpression({ text, start: 0, end: text.length }, "", []);
  const { problems } = checkExpression(expression, sampleSchema, ticketScope, { kind: "any" });
  assert.match(problems[0]?.hint ?? problems[0]?.message ?? "", /ticket\.due_on != null/);
});

describe("SQL may work out what stands behind a guard first", () => {
  const guarded =
    "(ticket.late ? ticket.effort != 0 and ticket.comments.exists(c, c.internal) : false) and 10 / ticket.effort > 2";
  const query = (printers?: SqlPrinters) =>
    `SELECT count(*) FROM ticket WHERE ${printSql(check(guarded), plainTarget(sampleSchema), "filter", printers)}`;
  before(() =>
    client.query(`CREATE TABLE ticket (id uuid, late boolean, effort bigint); CREATE TABLE comment (ticket uuid, internal boolean);
      INSERT INTO ticket SELECT gen_random_uuid(), true, n % 3 FROM generate_series(1, 30) n`),
  );
  test("so a divisor is looked at where it is", async () =>
    assert.equal((await client.query(query())).rows[0]?.count, "0"));
  test("and without that, the guard is no help", async () => {
    const plain: SqlPrinters["values"]["divide"] = ({ left, right }, { strict }) =>
      `(${strict(left)} / ${strict(right)})`;
    await assert.rejects(
      client.query(query({ ...sqlPrinters, values: { ...sqlPrinters.values, divide: plain } })),
      /division by zero/,
    );
  });
});

describe("expressions grow no faster than their texts", () => {
  const nest = (depth: number, first: string, wrap: (inner: string) => string) => {
    let text = first;
    for (let level = 0; level < depth; level++) text = wrap(text);
    return text;
  };
  const texts: Readonly<Record<string, string>> = {
    "exact divisions": nest(30, "ticket.weight", (inner) => `div(${inner}, 3, 2)`),
    "slugs and ends": nest(12, "ticket.subject", (inner) => `slug(${inner}.endsWith('a') ? 'b' : ticket.subject)`),
    days: nest(12, "ticket.opened_on", (inner) => `(${inner} + days(ticket.effort))`),
    "lists of lists": nest(12, "ticket.comments", (inner) => `(ticket.late ? ${inner} : ticket.comments)`),
    maps: nest(10, "ticket.comments.map(c, size(c.text))", (inner) => `${inner}.map(x, x + x * 2)`) + ".sum()",
    sums: Array.from({ length: 199 }, () => "ticket.effort").join(" + "),
    conditions: Array.from({ length: 190 }, () => "ticket.late").join(" and "),
  };
  for (const [name, text] of Object.entries(texts)) {
    test(name, () => {
      const typed = check(text);
      const started = workClock();
      const printed = printSql(typed, plainTarget(sampleSchema), "strict");
      assert.ok(printed.length < 60 * text.length, `${text.length} characters became ${printed.length}`);
      assert.ok(workClock() - started < 500);
    });
  }
});

test("a day and a time make the same moment on both sides, wherever and whenever clocks are changed", async () => {
  const zones = ["UTC", "Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Chatham"];
  const days = ["1975-01-01", "2026-03-08", "2026-03-29", "2026-04-05", "2026-10-04", "2026-10-25", "2026-11-01"];
  const clocks = Array.from({ length: 96 }, (_, quarter) => quarter * 900_000);
  for (const zone of zones) {
    const { rows } = await client.query<{ at: string; day: number; time: number; back: string }>(
      `SELECT (extract(epoch FROM at) * 1000)::bigint::text AS at, day - date '1970-01-01' AS day, time,
         (extract(epoch FROM (at AT TIME ZONE $1)::time(3)) * 1000)::bigint::text AS back
       FROM unnest($2::date[]) AS day, unnest($3::int[]) AS time,
         LATERAL (SELECT (day + make_interval(secs => time / 1000)) AT TIME ZONE $1 AS at) AS moment`,
      [zone, days, clocks],
    );
    assert.equal(rows.length, days.length * clocks.length);
    for (const { at, day, time, back } of rows) {
      assert.equal(runtime.momentOf(day, time, zone), Number(at), `${day} ${time} in ${zone}`);
      assert.equal(runtime.timeOf(Number(at), zone), Number(back), `${at} in ${zone}`);
    }
  }
});

test("the date of a moment is found in years far away too", () => {
  assert.equal(dateOf(firstDay * 86_400_000, "UTC"), firstDay);
  assert.equal(dateOf(lastDay * 86_400_000, "UTC"), lastDay);
});

test("a pattern that would take long in a browser is not decided there", () => {
  const slow = "^a*a*a*b$";
  assert.equal(runtime.matches("a".repeat(200), slow), false);
  assert.throws(() => runtime.matches("a".repeat(2000), slow), /too long/);
  assert.equal(runtime.matches("a".repeat(100_000), "^[ab]{3}"), true);
});
