// Which moment a clock shows, also where it is put forward or back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { TimeZone } from "./time-zone.ts";

const cases: readonly (readonly [zone: string, clock: string, moment: string])[] = [
  ["Europe/Paris", "2026-07-01 08:30", "2026-07-01T06:30:00Z"],
  ["Europe/Paris", "2026-01-31 08:30Z", "2026-01-31T08:30:00Z"],
  // Skipped: as if the clock had not been put forward yet.
  ["Europe/Paris", "2026-03-29 02:30", "2026-03-29T01:30:00Z"],
  ["America/New_York", "2026-03-08 02:30", "2026-03-08T07:30:00Z"],
  // Twice: the second time.
  ["Europe/Paris", "2026-10-25 02:30", "2026-10-25T01:30:00Z"],
  ["America/New_York", "2026-11-01 01:30", "2026-11-01T06:30:00Z"],
  ["Australia/Lord_Howe", "2026-04-05 01:45", "2026-04-04T15:15:00Z"],
];

for (const [zone, clock, moment] of cases) {
  test(`${clock} in ${zone}`, () => {
    assert.equal(new Date(new TimeZone(zone).momentFrom(clock)).toISOString(), new Date(moment).toISOString());
  });
}
