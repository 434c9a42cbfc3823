// Documents that ask which day of the week it is: tried on a day that allows it, and elsewhere the day is told as why not.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { programOf } from "../interpreter/program.ts";
import { daysAfter } from "../plan/search/weekdays.ts";
import { planOf } from "../plan/plan.ts";
import { holds } from "../plan/facts/facts.ts";
import { errors, everything, settings } from "../testing/clauses.ts";
import { shows } from "../testing/shows.ts";
import { lawful } from "./lawful.ts";
import { stillHolds, whyNever } from "./why-not.ts";

const start = products();
const saturday = Date.parse("2026-11-28T10:00:00Z");

const practice = (fields: string, rules: string, ...codes: readonly string[]) =>
  completeDocument(`
## 3. Entities and their fields

### Visit

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 20 | yes | |
${fields}

## 5. Validation rules

| Rule | For | On | Must hold | Otherwise |
| --- | --- | --- | --- | --- |
${rules}
${everything("Visit | create, read, update, delete")}
${errors("WEEKEND", ...codes)}
${settings}
`).source;

const asked = practice(
  "| Asked on | date | auto | `today` |",
  "| On a weekday | Visit | create | `weekday(visit.asked_on) <= 5` | WEEKEND |",
);

test("what a rule allows on some days alone is tried on both kinds of days", () =>
  shows(start, asked, { "5/Visit/On a weekday": ["create refused", "create allowed"] }));

test("where the clock cannot be set, the day is reported as the reason why a case is not found", () => {
  const { notTried } = planOf(compile(asked), "6/Visit/create", saturday);
  assert.deepEqual(
    notTried.map(({ scenario, why }) => [scenario.address, why.replace(/^.* comes first/, "")]),
    [["6/Visit/create/Person#may", ", because it is Saturday there, and no longer on Monday"]],
  );
});

test("a date that people give is of any day on the same day", () => {
  const given = practice(
    "| Asked on | date | yes | |",
    "| On a weekday | Visit | create | `weekday(visit.asked_on) <= 5` | WEEKEND |",
  );
  const days = (source: string) => daysAfter(programOf(compile(source)), saturday).length;
  assert.deepEqual([days(asked), days(given)], [6, 0]);
  const { cases } = planOf(compile(given), "5/", saturday);
  assert.deepEqual(
    cases.map(({ scenario }) => scenario.address),
    ["5/Visit/On a weekday#create refused", "5/Visit/On a weekday#create allowed"],
  );
});

/** Why rows of cases cannot be laid, on a Saturday. */
function unlaid(source: string): readonly string[] {
  return planOf(compile(source), "", saturday).cases.flatMap((one) => {
    if (whyNever(one, { send: false }) !== undefined) return [];
    const { situation, scenario, outcome } = one;
    const result = lawful({ ...situation, world: { ...situation.world, outbox: [] } }, (next) =>
      [stillHolds(next, outcome, 0), ...scenario.where.map((fact) => holds(fact, next))].every(Boolean),
    );
    return typeof result === "string" ? [result] : [];
  });
}

const ahead = "| Ahead | Visit | | `visit.starts_at >= now` | PAST |";

test("rows elsewhere are of another day than one that a rule excludes", () =>
  assert.deepEqual(
    unlaid(
      practice(
        "| Starts at | datetime | yes | |",
        `${ahead}\n| On a weekday | Visit | | \`weekday(date(visit.starts_at)) <= 5\` | WEEKEND |`,
        "PAST",
      ),
    ),
    [],
  ));

test("where none can be laid on that day, this is reported, with another on which they could", () => {
  const result = unlaid(
    practice(
      "| Starts at | datetime | yes | |",
      `${ahead}\n| Today | Visit | | \`visit.starts_at <= now + days(1) and weekday(date(visit.starts_at)) <= 5\` | WEEKEND |`,
      "PAST",
    ),
  );
  assert.ok(result.length > 5, String(result.length));
  assert.deepEqual(
    [...new Set(result.map((why) => why.replace(/^.*: /, "")))],
    ["WEEKEND of 5/Visit/Today, because it is Saturday there, and no longer on Sunday"],
  );
});
