// What can be said of an expression from the values of one row alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { rowScope } from "../model/scopes.ts";
import type { Problem } from "../problem.ts";
import { checkExpression } from "./check.ts";
import { evaluate, type Known } from "./evaluate.ts";
import { readExpression } from "./read.ts";
import type { FieldSchema, Schema } from "./schema.ts";
import type { Kind } from "./type.ts";

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
};

const fields = new Map(
  Object.entries(kinds).map(([id, kind]): [string, FieldSchema] => {
    const type = { ...kind, empty: id === "note" || id === "boss" };
    return [id, { id, label: id, type, store: { kind: "column" } }];
  }),
);
const user = { id: "user", label: "User", oneRow: false, fields: new Map(fields) };
const schema: Schema = {
  entities: new Map([
    ["user", user],
    ["job", { id: "job", label: "Job", oneRow: false, fields }],
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
};

const cases: Readonly<Record<string, Known | undefined>> = {
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
  // Not known here, and still decided by what is.
  "job.boss == null or job.late == false": true,
  "job.boss == null and job.late": false,
  "job.boss == null": undefined,
  "job.boss == null and not job.late": undefined,
  "job.boss != null and job.boss.size > 1": undefined,
  "job.due <= today": undefined,
  "Job.exists(j, j.late)": undefined,
};

for (const [written, expected] of Object.entries(cases)) {
  test(written, () => {
    const problems: Problem[] = [];
    const expression = readExpression({ text: written, start: 0, end: written.length }, "5/Case", problems);
    const checked = checkExpression(expression, schema, rowScope("job"), { kind: "any" });
    assert.deepEqual(
      [...problems, ...checked.problems].map(({ message }) => message),
      [],
    );
    assert.ok(checked.typed);
    assert.deepEqual(
      evaluate(checked.typed, (field) => row[field]),
      expected,
    );
  });
}
