// Fixes on documents that are wrong in every way: they end, add no error, and a second run changes nothing.
import assert from "node:assert/strict";
import { globSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { compile } from "../compile.ts";
import type { Problem } from "../problem.ts";
import { mutate, wordsOf } from "../testing/mutations.ts";
import { completeDocument } from "../testing/run-cases.ts";
import { firstSeed } from "../testing/seed.ts";
import { applyEdits } from "../text/edits.ts";
import { applyFixes } from "./apply-fixes.ts";

const language = `${import.meta.dirname}/..`;
const folder = `${language}/testing/documents`;
const products = readdirSync(folder).map((file) => readFileSync(`${folder}/${file}`, "utf8"));
const words = products.flatMap(wordsOf);
const long = process.env["WRIT_LONG"] === "1";

const errorsIn = (problems: readonly Problem[]) => problems.filter(({ severity }) => severity === "error");
const countOf = (problems: readonly Problem[], { code, message }: Problem) =>
  problems.filter((one) => one.code === code && one.message === message).length;

function expectFixed(source: string): void {
  const before = compile(source);
  const { source: fixed, compiled, applied } = applyFixes(source);
  assert.equal(fixed === source, applied.length === 0);
  for (const error of errorsIn(compiled.problems))
    assert.ok(countOf(compiled.problems, error) <= countOf(before.problems, error), `${error.code} ${error.message}`);
  assert.ok(errorsIn(compiled.problems).length <= errorsIn(before.problems).length);
  assert.deepEqual(compile(fixed).problems, compiled.problems);
  assert.equal(applyFixes(fixed).source, fixed);
}

/** What people do most: two letters that have changed places, one that is missing, one twice. */
function misspelt(source: string, gen: fc.GeneratorValue): string {
  const found = [...source.matchAll(/[A-Za-z][a-z_]{3,}/g)];
  const word = found[gen(fc.nat, { max: found.length - 1 })];
  if (word === undefined) return source;
  const at = word.index + 1 + gen(fc.nat, { max: word[0].length - 3 });
  const [one, two] = [source.charAt(at), source.charAt(at + 1)];
  const instead = [two + one, one, one + one + two][gen(fc.nat, { max: 2 })] ?? "";
  return source.slice(0, at) + instead + source.slice(at + 2);
}

test("fixes of spoiled documents end, add no error, and leave nothing to a second run", () => {
  const spoiled = fc.gen().map((gen) => {
    const source = products[gen(fc.nat, { max: products.length - 1 })] ?? "";
    const slips = Array.from({ length: 1 + gen(fc.nat, { max: 4 }) });
    const spelt = slips.reduce<string>((text) => misspelt(text, gen), source);
    return gen(fc.nat, { max: 2 }) === 0 ? mutate(spelt, words, gen) : spelt;
  });
  fc.assert(fc.property(spoiled, expectFixed), { seed: firstSeed(3), numRuns: long ? 1000 : 15 });
});

const cases = globSync("**/cases/*.md", { cwd: language }).sort();

test("each fix of every case takes its problem away, whatever else that shows", () => {
  assert.ok(cases.length > 100);
  const left = cases.flatMap((file) => {
    const { source } = completeDocument(readFileSync(`${language}/${file}`, "utf8"));
    const { problems } = compile(source);
    return problems.flatMap((problem) => {
      if (problem.fix === undefined) return [];
      assert.ok(problem.fix.title !== "" && problem.fix.edits.length > 0, problem.code);
      const edits = problem.fix.edits.map(({ span, text }) => ({ ...span, text }));
      const after = compile(applyEdits(source, edits)).problems;
      return countOf(after, problem) < countOf(problems, problem) ? [] : [`${file} ${problem.code} ${problem.message}`];
    });
  });
  assert.deepEqual(left, []);
});

test("every proposal has become a fix or is gone", () => {
  for (const file of cases) {
    const { problems } = compile(completeDocument(readFileSync(`${language}/${file}`, "utf8")).source);
    assert.ok(problems.every((problem) => !("proposal" in problem)));
  }
});

test("a fix that brings an error is left out, and the others are applied", () => {
  const { source } = completeDocument(`## 3. Entities and their fields

### Ticket

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Subject | string up to 40 | yes | |
| Note | text | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Agent | signed in |

| For | May | Agent |
| --- | --- | --- |
| Ticket | create, read, update, delete | yes |
| Tickt | read | yes |
`);
  const { source: fixed, applied, compiled } = applyFixes(source);
  assert.deepEqual(
    applied.map(({ problem }) => problem.code),
    ["N302"],
  );
  assert.match(fixed, /\| Subject \| text up to 40 \|/);
  assert.match(fixed, /\| Tickt \| read \|/, "a second row about reading tickets is an error");
  assert.deepEqual(
    errorsIn(compiled.problems).map(({ code }) => code),
    ["N301"],
  );
});

const lines = `## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Lines | \`/lines\` | list of Line | signed in | yes |

### Lines
- Show: Order, Amount
- Where: \`line.order > 1\`

## 3. Entities and their fields

### Line
- Shown as: \`string(line.order) + ": " + line.title\`
- Ordered by: Order

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Order | integer | yes | |
| Title | text | yes | |
| Amount | integer | yes | |
| Twice | computed integer \`line.order * 2\` | | |

## 4. States and transitions

| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Line | create | \`line.order > 5\` | set | \`order = line.order + 1\` |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| First | Line | \`line.order > 0 and line.amount > line.order\` | LOW |

## 7. The calls it makes

| Mail | For | Subject | Text |
| --- | --- | --- | --- |
| told | Line | Order {line.order} | In order: {line.title}, {line.order}. |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| LOW | Too low | 409 | Too low. |
`;

test("a reserved identifier is replaced wherever code refers to it, in one fix", () => {
  const { source } = completeDocument(lines);
  const [problem, ...others] = compile(source).problems.filter(({ code }) => code === "N318");
  assert.equal(others.length, 0);
  assert.equal(problem?.fix?.edits.length, 11);
  const { source: fixed, compiled, applied } = applyFixes(source);
  assert.equal(applied.length, 1);
  assert.deepEqual(errorsIn(compiled.problems), []);
  const reserved = source
    .replace("| Order | integer", "| Order (`line_order`) | integer")
    .replaceAll("line.order", "line.line_order")
    .replace("`order = ", "`line_order = ");
  assert.equal(fixed, reserved);
});

test("there is no such fix where code that cannot be read may mention the name, or the identifier is taken", () => {
  const fixOf = (fragment: string) =>
    compile(completeDocument(fragment).source).problems.find(({ code }) => code === "N318")?.fix;
  assert.notEqual(fixOf(lines), undefined);
  assert.equal(fixOf(lines.replace("`line.order > 5`", "`line.order >`")), undefined);
  assert.equal(fixOf(lines.replace("| Amount |", "| Line order | integer | no | |\n| Amount |")), undefined);
});

test("a proposal that could stand in two places is none", () => {
  const fixOf = (expression: string) =>
    compile(
      completeDocument(`## 3. Entities and their fields

### Ticket

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Due on | date | yes | |
| Same | computed yes/no \`${expression}\` | | |
`).source,
    ).problems.find(({ code }) => code.startsWith("X"))?.fix?.edits;
  assert.equal(fixOf("ticket.created_at > ticket.due_on")?.length, 1);
  assert.equal(fixOf("now() > ticket.created_at")?.length, 1);
  assert.equal(fixOf("now() > ticket.created_at and now() > ticket.updated_at"), undefined);
  assert.equal(fixOf("ticket.due_no != null")?.length, 1);
});

test("a name that is written in one way wherever it is used is not taken for a slip", () => {
  const codesOf = (mistakes: number) =>
    applyFixes(
      completeDocument(`## 3. Entities and their fields

### Ticket

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Subjcet | text | yes | |
${Array.from({ length: mistakes }, (_, index) => `| Same ${"abc".charAt(index)} | computed text \`ticket.subject\` | | |\n`).join("")}`)
        .source,
    ).applied.map(({ problem }) => problem.code);
  assert.deepEqual(codesOf(1), ["X001"]);
  assert.deepEqual(codesOf(3), []);
  const types = completeDocument(
    "## 3. Entities and their fields\n\n### A\n\n| Field | Type | Required | Default |\n| --- | --- | --- | --- |\n| B | string | no | |\n| C | string | no | |\n",
  );
  assert.equal(applyFixes(types.source).applied.length, 2, "a word of the notation is certain");
});

test("mistakes of one expression are fixed together, or not at all", () => {
  const fixed = (expression: string) =>
    applyFixes(
      completeDocument(`## 3. Entities and their fields

### Ticket

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Subject | text | yes | |
| Same | computed yes/no \`${expression}\` | | |
`).source,
    ).source;
  assert.match(fixed("ticket.subject == “new”"), /ticket\.subject == 'new'/);
  assert.match(fixed("ticket.subject == „new“ or ticket.subject == ‘old’"), /== 'new' or ticket\.subject == 'old'/);
  assert.match(fixed("ticket.subject == “it's”"), /“it's”/);
  assert.match(fixed("ticket.subject = 'a' or ticket.subject = 'b'"), /== 'a' or ticket\.subject == 'b'/);
  assert.match(fixed("ticket.subjct = 'a'"), /ticket\.subject == 'a'/);
  assert.match(fixed("ticket.subject = 'a' or ticket.subject =~ 'b'"), /= 'a' or ticket\.subject =~ 'b'/);
});

test("what may be the opposite, another thing, or another number is asked about and never written", () => {
  const { source } = completeDocument(`## 3. Entities and their fields

### Order

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Paid | yes/no | no | no |
| Status | one of: active, closed | yes | active |
| Late fee | money | no | 1,500 |
| Wait | hour | no | |
| Cost | price | no | |
| Open | computed yes/no \`order.unpaid\` | | |
| Idle | computed yes/no \`order.status == 'inactive'\` | | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Clerk | signed in |

| Condition | For | Holds when |
| --- | --- | --- |
| Assigned | Order | \`order.paid\` |

| For | May | Clerk |
| --- | --- | --- |
| Order | create, read, delete | yes |
| Order | update | unassigned |
`);
  const { applied, compiled } = applyFixes(source);
  assert.deepEqual(applied, []);
  const codes = compiled.problems.filter(({ severity }) => severity === "error").map(({ code }) => code);
  assert.deepEqual(codes.toSorted(), ["N302", "N302", "N327", "N604", "X001", "X004"]);
});
