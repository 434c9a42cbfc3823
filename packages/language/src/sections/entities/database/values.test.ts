// What each type asks of a value: as real people, with what is accepted, what is refused, and what is stored.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { databases, type Answer, type TestDatabase } from "../../../testing/database.ts";
import { completeDocument } from "../../../testing/run-cases.ts";

const { open } = databases();

const { source } = completeDocument(`
## 3. Entities and their fields

### Tool

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 5 | yes | |
| Slug | text matching \`^[a-z0-9-]+$\` | no | |
| Story | Markdown text | no | |
| Weight | number -1.5 to 99.5 | no | |
| Count | integer 0 to \`most\` | no | |
| Discount | percent 0 % to 50 % | no | |
| Price | money 0 to \`dearest\` | no | |
| Worth | money | no | |
| Bought on | date | no | |
| Seen at | datetime | no | |
| Handed out at | time | no | |
| Kind | one of: hand tool, power tool | no | |
| Colours | several of: red, green, blue | no | |
| Sizes | several of: small, large | yes | |
| Mail | email | no | |
| Page | url | no | |
| Phone | phone | no | |
| Papers | files up to 2 | no | |
| Retired | yes/no | no | |
| Serial | text, set once | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
| Tool | create, read, update, delete | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Currency | EUR |

| Constant | Value |
| --- | --- |
| Most | 7 |
| Dearest | 50.00 EUR |
`);

let shed: TestDatabase;
let ann: string;
before(async () => {
  shed = await open(source);
  ann = await shed.account("Ann");
});

/** `CODE field` for each problem, or the row. */
const said = (answer: Answer) =>
  "rows" in answer ? answer.rows[0] : answer.problems.map(({ code, field }) => `${code} ${field}`).sort();

const create = async (values: Readonly<Record<string, unknown>>) => {
  const whole = { name: "Saw", sizes: ["small"], ...values };
  const names = Object.keys(whole);
  const sql = `INSERT INTO tool (${names.join(", ")}) VALUES (${names.map((_, index) => `$${index + 1}`).join(", ")}) RETURNING *`;
  return said(await shed.as(ann, sql, Object.values(whole)));
};

const accepted: readonly (readonly [string, unknown, unknown?])[] = [
  ["name", "12345"],
  ["name", "🪚🪚🪚🪚🪚"],
  ["name", "e\u0301", "\u00e9"],
  ["slug", "a-1"],
  ["story", "a".repeat(100_000)],
  ["weight", "99.5"],
  ["weight", "-1.500000"],
  ["weight", "0.123456"],
  ["count", 7],
  ["discount", "0.5"],
  ["discount", "0.1234"],
  ["price", "50"],
  ["price", "0.01"],
  ["worth", "-12345678901234567890.12"],
  ["handed_out_at", "08:30", "08:30:00"],
  ["handed_out_at", "00:00", "00:00:00"],
  ["handed_out_at", "23:59:59.9994", "23:59:59.999"],
  ["kind", "power_tool"],
  ["colours", ["red", "blue"]],
  ["mail", "Ada@Example.org", "ada@example.org"],
  ["page", "https://example.org/a?b=c"],
  ["phone", "+33 1 23 45 67 89"],
  ["papers", []],
  ["retired", null, false],
];

for (const [field, value, stored = value] of accepted) {
  test(`${field} may be ${JSON.stringify(value).slice(0, 40)}`, async () => {
    const row = await create({ [field]: value });
    assert.ok(row && !Array.isArray(row) && field in row, JSON.stringify(row));
    const found = row[field as keyof typeof row] as unknown;
    assert.deepEqual(
      typeof found === "string" && /^-?[\d.]+$/.test(found) ? Number(found) : found,
      typeof stored === "string" && /^-?[\d.]+$/.test(stored) ? Number(stored) : stored,
    );
  });
}

const refused: readonly (readonly [string, unknown, string])[] = [
  ["name", null, "REQUIRED"],
  ["name", "", "REQUIRED"],
  ["name", "  ", "REQUIRED"],
  ["name", "\t\n\u00a0\u2003\ufeff", "REQUIRED"],
  ["name", "123456", "TOO_LONG"],
  ["slug", "A", "INVALID"],
  ["handed_out_at", "24:00", "INVALID"],
  // What is nearer to midnight than is kept is the end of the day.
  ["handed_out_at", "23:59:59.9999", "INVALID"],
  ["slug", "a\n", "INVALID"],
  ["story", "a".repeat(100_001), "TOO_LONG"],
  ["weight", "99.500001", "INVALID"],
  ["weight", "-1.6", "INVALID"],
  ["weight", "0.1234567", "INVALID"],
  ["weight", "NaN", "INVALID"],
  ["worth", "Infinity", "INVALID"],
  ["worth", `1${"0".repeat(40)}`, "INVALID"],
  ["worth", "1.001", "INVALID"],
  ["count", 8, "INVALID"],
  ["count", -1, "INVALID"],
  ["discount", "0.51", "INVALID"],
  ["discount", "0.12345", "INVALID"],
  ["price", "50.01", "INVALID"],
  ["price", "0.004", "INVALID"],
  // Space that is no letter of ASCII.
  ["mail", "ada\u00a0b@example.org", "INVALID"],
  ["mail", "ada@example.\u2003org", "INVALID"],
  ["page", "https://example.org/\ufeffa", "INVALID"],
  ["bought_on", "10000-01-01", "INVALID"],
  ["bought_on", "0001-01-01 BC", "INVALID"],
  ["bought_on", "infinity", "INVALID"],
  ["seen_at", "10000-01-01T00:00:00Z", "INVALID"],
  ["kind", "hand tool", "INVALID"],
  ["kind", "", "INVALID"],
  ["colours", ["red", "red"], "INVALID"],
  ["colours", ["red", null], "INVALID"],
  ["colours", ["pink"], "INVALID"],
  ["colours", "{{red},{green}}", "INVALID"],
  ["sizes", [], "REQUIRED"],
  ["sizes", null, "REQUIRED"],
  ["mail", "ada", "INVALID"],
  ["mail", "a b@example.org", "INVALID"],
  ["mail", `${"a".repeat(2000)}@example.org`, "TOO_LONG"],
  ["page", "javascript:alert(1)", "INVALID"],
  ["page", "https://a b", "INVALID"],
  ["phone", "12", "INVALID"],
  ["papers", ["a"], "INVALID"],
];

for (const [field, value, code] of refused) {
  test(`${field} may not be ${JSON.stringify(value).slice(0, 40)}`, async () => {
    assert.deepEqual(await create({ [field]: value }), [`${code} ${field}`]);
    const left = await shed.owner("SELECT count(*)::integer AS n FROM tool WHERE created_by = $1 AND name = '123456'", [
      ann,
    ]);
    assert.deepEqual(left, [{ n: 0 }]);
  });
}

test("all problems of a row are reported together, with their clauses", async () => {
  const answer = await shed.as(
    ann,
    "INSERT INTO tool (name, count, mail, sizes) VALUES ('toolong', 9, 'x', '{small}')",
  );
  assert.deepEqual("problems" in answer && { code: answer.code, status: answer.status, problems: answer.problems }, {
    code: "TOO_LONG",
    status: 422,
    problems: [
      { code: "TOO_LONG", field: "name", clause: "3/Tool/Name" },
      { code: "INVALID", field: "count", clause: "3/Tool/Count" },
      { code: "INVALID", field: "mail", clause: "3/Tool/Mail" },
    ],
  });
});

test("the system is bound by what every value must be, and its numbers are rounded", async () => {
  await assert.rejects(shed.owner("INSERT INTO tool (name, sizes, count) VALUES ('Saw', '{small}', 8)"), /INVALID/);
  const rows = await shed.owner(
    "INSERT INTO tool (name, sizes, price, weight, discount) VALUES ('Saw', '{small}', 0.125, -0.0000005, 0.00005) RETURNING price, weight, discount",
  );
  assert.deepEqual(rows, [{ price: "0.13", weight: "-0.000001", discount: "0.0001" }]);
});

test("changes are judged like creations", async () => {
  assert.deepEqual(said(await shed.as(ann, "UPDATE tool SET name = '', weight = 1000")), [
    "INVALID weight",
    "REQUIRED name",
  ]);
});

test("a moment is kept to the millisecond", async () => {
  const row = await create({ seen_at: "2026-01-31T08:30:00.123456Z" });
  assert.equal(row && "seen_at" in row && (row.seen_at as Date).toISOString(), "2026-01-31T08:30:00.123Z");
});

test("what no text can hold does not get in", async () => {
  const answer = await shed.as(ann, "INSERT INTO tool (name, sizes) VALUES ($1, '{small}')", ["a\0b"]);
  assert.equal("code" in answer && answer.code, "22021");
});

test("what is set once stays, and may be sent back as it is", async () => {
  const row = await create({ serial: "S1" });
  const id = row && "id" in row ? row.id : undefined;
  const change = (sql: string) => shed.as(ann, `UPDATE tool SET ${sql} WHERE id = '${id}' RETURNING serial`);
  assert.deepEqual(said(await change("serial = 'S2'")), ["FORBIDDEN serial"]);
  assert.deepEqual(said(await change("serial = NULL")), ["FORBIDDEN serial"]);
  assert.deepEqual(said(await change("serial = 'S1', name = 'Axe'")), { serial: "S1" });
  await assert.rejects(shed.owner(`UPDATE tool SET serial = 'S2' WHERE id = '${id}'`), /FORBIDDEN/);
});
