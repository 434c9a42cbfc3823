// When a schedule comes round, by the interpreter and by the database: the same moment, for all kinds of schedules, at any time.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { databases } from "../../../language/src/testing/database.ts";
import { TimeZone } from "../interpreter/values/time-zone.ts";
import { nextRun } from "../interpreter/schedules.ts";
import { drawFrom } from "../random/draw.ts";
import { firstSeed } from "../../../language/src/testing/seed.ts";

const long = process.env["WRIT_LONG"] === "1";
const seed = firstSeed();
const count = Number(process.env["WRIT_COUNT"] ?? (long ? 5000 : 300));

const { open } = databases();

const written = [
  "every minute",
  "every 7 minutes",
  "every 15 minutes",
  "every 1440 minutes",
  "every hour",
  "every 5 hours",
  "every 168 hours",
  "every day at 00:00",
  "every day at 02:30",
  "every day at 23:59",
  "every weekday at 07:30",
  "every sunday at 01:00",
  "every monday, friday at 12:00",
  "every month on the 1st at 03:00",
  "every month on the 31st at 09:00",
  "`* * * * *`",
  "`30 7 * * 1`",
  "`*/20 9-10 * * *`",
  "`0 0 13 * 5`",
  "`5,50 2 */2 3,10 *`",
  "`10/25 1-20/6 * * 0,7`",
  "`0 2 28-31 3,10 0-7/3`",
  "`0 12 29 2 *`",
  "`0 0 30 2 *`",
];

const document = (zone: string) =>
  completeDocument(`
## 7. The calls it makes

| Call | Kind | On | Code |
| --- | --- | --- | --- |
${written.map((on, index) => `| Number ${index} | schedule | ${on} | \`calls/one.ts\` |`).join("\n")}

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Time zone | ${zone} |
`).source;

const hour = 3_600_000;
/** The clock goes on, or back, in some zone. */
const turns = ["2026-03-29T01:00Z", "2026-10-25T01:00Z", "2026-03-08T07:00Z", "2026-10-03T15:30Z", "2027-04-03T15:00Z"];

for (const zone of ["UTC", "Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata"])
  test(`schedules come round at the same moments in ${zone}, seed ${seed}`, async () => {
    const source = document(zone);
    const { owner } = await open(source);
    const { calls } = compile(source).model.calls;
    assert.equal(calls.length, written.length);
    const draw = drawFrom(seed);
    for (let at = 0; at < count; at++) {
      const call = draw.pick(calls);
      const near = Date.parse(draw.pick(turns)) + draw.number(-30 * hour, 30 * hour);
      const after = draw.once(2) ? near : Date.UTC(2026, 0, 1) + draw.number(0, 800 * 24 * hour);
      const moment = draw.once(3) ? Math.floor(after / 60_000) * 60_000 : after;
      assert.ok(call.on?.kind === "schedule");
      const ours = nextRun(call.on.schedule, new TimeZone(zone), moment);
      const [row] = await owner(
        "SELECT extract(epoch FROM writ.next_run(rule, zone, to_timestamp($2::float8 / 1000))) * 1000 AS at FROM writ.schedule WHERE name = $1",
        [call.name.id, moment],
      );
      const theirs = row?.["at"] === null ? undefined : Number(row?.["at"]);
      const words = (one: number | undefined) => (one === undefined ? "never" : new Date(one).toISOString());
      assert.equal(words(ours), words(theirs), `${written[calls.indexOf(call)]} after ${words(moment)}`);
    }
  });
