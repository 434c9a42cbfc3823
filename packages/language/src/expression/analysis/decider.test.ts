// What can be said of an expression from the values of one row alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { rowScope } from "../../model/scopes.ts";
import type { Problem } from "../../problem.ts";
import { checkExpression } from "../check.ts";
import { decider, type Known } from "./decider.ts";
import { readExpression } from "../parsing/read.ts";
import type { FieldSchema, Schema } from "../schema.ts";
import type { Kind } from "../type.ts";

const kinds: Readonly<Record<string, Kind>> = {
  title: { kind: "text" },
  note: { kind: "text" },
  size: { kind: "number", scale: 0 },
  weight: { kind: "number", scale: 6 },
  price: { kind: "money" },
  due: { kind: "date" },
  late: { kind: "yes/no" },
  kind: { kind: "choice", of: "kind of Job", codes: ["small", "big"] },
  tags: { kind: "list", of: { kind: "text", empty: false } },
  boss: { kind: "row", entity: "user" },
  owner: { kind: "row", entity: "user" },
  maker: { kind: "row", entity: "user" },
  lost: { kind: "text" },
  long: { kind: "text" },
};

const fields = new Map(
  Object.entries(kinds).map(([id, kind]): [string, FieldSchema] => {
    const type = { ...kind, empty: id === "note" || id === "boss" };
    return [id, { id, label: id, type, store: { kind: "column" } }];
  }),
);
const user = { id: "user", label: "User", oneRow: false, fields: new Map(fields) };
const job = { id: "job", label: "Job", oneRow: false, fields };
const schema: Schema = {
  entities: new Map([
    ["user", user],
    ["job", job],
  ]),
  constants: new Map([
    [
      "most",
      {
        id: "most",
        label: "Most",
        type: { kind: "number", scale: 0, empty: false },
        value: { kind: "number", digits: 10n, scale: 0 },
      },
    ],
  ]),
  roles: new Map(),
  moneyScale: 2,
};

const row: Readonly<Record<string, Known | undefined>> = {
  title: "Paint 😀",
  note: null,
  size: { digits: 9n, scale: 0 },
  weight: { digits: 150n, scale: 2 },
  price: { digits: 500n, scale: 2 },
  due: "2026-01-31",
  late: false,
  kind: "big",
  tags: ["a", "b"],
  boss: undefined,
  owner: "ann",
  maker: "ben",
  // Required, and not there all the same.
  lost: null,
  long: "a".repeat(3000),
};

const cases: Readonly<Record<string, boolean | undefined>> = {
  "job.size < most": true,
  "job.size + 1 <= 10": true,
  "job.size * 2 == 19": false,
  "job.size - 10 < 0": true,
  "job.weight == 1.5": true,
  "job.note == null": true,
  "job.note != null and job.note != 'x'": false,
  "job.note == 'x'": false,
  "size(job.title) == 7": true,
  "job.title.startsWith('Pai') and job.title.contains('t ') and not job.title.endsWith('x')": true,
  "job.title.matches('^[A-Z]')": true,
  "job.due >= date('2026-01-31')": true,
  "job.due > date('2026-01-31')": false,
  "job.kind in ['small', 'big']": true,
  "job.kind == 'small' ? job.late : not job.late": true,
  "'b' in job.tags": true,
  "size(job.tags) == 2": true,
  "job.price * 0.333 == money(1.67)": true,
  "job.title < 'Paint 😁' and job.title > 'PAINT'": true,
  "min(job.size, most) == 9": true,
  // Not known here, and still decided by what is.
  "job.boss == null or job.late == false": true,
  "job.boss == null and job.late": false,
  "job.boss == null": undefined,
  "job.boss == null and not job.late": undefined,
  "job.boss != null and job.boss.size > 1": undefined,
  "job.due <= today": undefined,
  "Job.exists(j, j.late)": undefined,
  "job.boss == me": undefined,
  "job.owner == job.maker": false,
  "job.owner == job.owner": true,
  "job.owner != null": true,
  "job.owner.late": undefined,
  "old != null and old.late": undefined,
  "old == null or job.late": undefined,
  "job.note != null and size(job.note) > 3": false,
  "job.note == null or size(job.note) > 3": true,
  "(job.boss == null ? job.note != null : job.note != null) and size(job.note) > 3": undefined,
  "job.lost.startsWith('a')": undefined,
  "job.long.contains('a')": true,
  "job.long.matches('a+b+c+$')": undefined,
};

for (const [written, expected] of Object.entries(cases)) {
  test(written, () => {
    const problems: Problem[] = [];
    const expression = readExpression({ text: written, start: 0, end: written.length }, "5/Case", problems);
    const checked = checkExpression(expression, schema, rowScope("job", { me: "maybe", old: "maybe" }), {
      kind: "any",
    });
    assert.deepEqual(
      [...problems, ...checked.problems].map(({ message }) => message),
      [],
    );
    assert.ok(checked.typed);
    assert.equal(
      decider(checked.typed, job, schema)((field) => row[field]),
      expected,
    );
  });
}
