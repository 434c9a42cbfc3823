// The plan on a product that others use: shown as on a copy, what it cannot do is told, and no one else's row is touched.
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products, type TestProduct } from "../../../server/src/testing/product.ts";
import { textOf } from "../agreement/texts.ts";
import { lending } from "../testing/lending.ts";
import { planOf } from "../plan/plan.ts";
import { reportOf, type Report } from "../report/report.ts";
import { RemoteUnavailable } from "./unavailable.ts";
import { findRemote } from "./product.ts";
import { runRemote } from "./run-remote.ts";

const start = products();

const { source } = completeDocument(lending);

const compiled = compile(source);
const id = (number: number) => `dddddddd-0000-4000-8000-00000000000${number}`;

/** A title that some case gives. */
function plannedTitle(): string {
  const made = planOf(compiled, "3/Loan/Days").cases.flatMap(({ situation: { attempt } }) =>
    attempt.kind === "create" ? [textOf(attempt.values.get("title") ?? null)] : [],
  );
  return made[0] ?? assert.fail("no case makes a loan");
}

/** Another user's rows; one has what a plan would take. */
async function withOthers(product: TestProduct, title = "Theirs"): Promise<void> {
  await product.person("Zoe", "clerk");
  await product.owner("INSERT INTO shelf (id, name) VALUES ($1, 'Theirs')", [id(1)]);
  await product.owner(
    "INSERT INTO loan (id, title, shelf, days, borrower) SELECT $1, $3, $2, 5, u.id FROM public.user AS u",
    [id(2), id(1), title],
  );
  await product.owner("INSERT INTO note (id, loan, text) VALUES ($1, $2, 'theirs')", [id(3), id(2)]);
}

/** All rows and people that are there; not what counts and what is a log. */
async function everything(product: TestProduct): Promise<unknown> {
  const tables = ["public.user", "public.shelf", "public.loan", "public.note", "writ.assigned_role", "auth.users"];
  const result: unknown[] = [];
  for (const table of tables)
    result.push(await product.owner(`SELECT to_jsonb(one) AS one FROM ${table} AS one ORDER BY 1::text`));
  return result;
}

type Trying = { readonly only?: string; readonly send?: boolean; readonly onTried?: (count: number) => void };

async function tryThere(product: TestProduct, { only = "", send = false, onTried = () => undefined }: Trying = {}) {
  const elsewhere = await findRemote(`${product.url}/`, product.serviceKey, source);
  const plan = planOf(compiled, only, Date.now());
  const { results, notTried, left, failure } = await runRemote(plan, elsewhere, { send }, onTried);
  const report = reportOf(compiled, { ...plan, notTried: [...plan.notTried, ...notTried] }, results, only);
  return { report, left, failure };
}

/** What it says it serves is the document, whatever its database is of. */
const startOf = async (text: string) =>
  start(text, { development: true, document: { file: "SPEC.md", source, compiled } });

let untouched: Promise<TestProduct> | undefined;

/** One for all tests that leave it as it was, with another user's rows; one has a title that a plan would give. */
const sharedProduct = async (): Promise<TestProduct> =>
  (untouched ??= startOf(source).then(async (product) => {
    await withOthers(product, plannedTitle());
    return product;
  }));

const of = ({ cases }: Report, wanted: string) => cases.filter(({ outcome }) => outcome === wanted);

test("a plan is shown there, what cannot be is reported, and everything is as it was", async (context: TestContext) => {
  const product = await sharedProduct();
  const before = await everything(product);
  const reasons: string[] = [];
  let passed = 0;
  for (const only of process.env["WRIT_LONG"] === "1"
    ? [""]
    : ["3/Shelf", "4", "6/Clerk", "6/Loan/create", "6/Loan/read", "6/Loan/see Remark", "9"]) {
    const { report, left, failure } = await tryThere(product, { only });
    assert.deepEqual([failure, left, of(report, "failed")], [undefined, [], []]);
    context.diagnostic(`${only}: ${report.passed} passed, ${report.notTried} not tried`);
    passed += report.passed;
    reasons.push(...of(report, "not tried").map(({ evidence }) => evidence));
  }
  assert.deepEqual(await everything(product), before);
  assert.ok(passed > 25, String(passed));
  for (const reason of [
    /the time there is real/,
    /mail Thanks would be sent; --send allows it/,
    /cannot be inspected from outside/,
    /earlier requests cannot be set up/,
    /only an operator names users for a role/,
  ])
    assert.ok(
      reasons.some((one) => reason.test(one)),
      String(reason),
    );
  // Neither mails nor notices.
  assert.deepEqual(await product.owner("SELECT name FROM writ.outbox"), []);
});

test("a value that another user's row has already is replaced by another one", async () => {
  const product = await sharedProduct();
  const { report } = await tryThere(product, { only: "3/Loan/Days" });
  assert.deepEqual([report.failed, report.notTried], [0, 0]);
});

test("what only a person can make, because what follows needs one, a person makes", async () => {
  const { source: teams } = completeDocument(`
## 3. Entities and their fields

### Team

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 40 | yes | |
| Seats | list of Seat | | |

### Seat

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Team | belongs to Team | yes | |
| Person | reference to User | yes | |

## 4. States and transitions

| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Team | create | | create Seat | \`team = team\`, \`person = me\` |

## 5. Validation rules

| Rule | For | When | Must hold | Otherwise |
| --- | --- | --- | --- | --- |
| Never empty | Team | | \`size(team.seats) > 0\` | INVALID |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |
| Other | named at installation |

| For | May | Person | Other |
| --- | --- | --- | --- |
| Team | create | yes | no |
| Team | read | no | yes |
| Team | update, delete | no | no |
| Seat | create, update, delete | no | no |
| Seat | read | no | no |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Time zone | UTC |
| Sign-in | email and password |
`);
  const own = compile(teams);
  const product = await start(teams, { document: { file: "SPEC.md", source: teams, compiled: own } });
  const elsewhere = await findRemote(product.url, product.serviceKey, teams);
  const plan = planOf(own, "6/Team/read", Date.now());
  const { results, notTried, left } = await runRemote(plan, elsewhere, { send: false }, () => undefined);
  assert.deepEqual([results.map(({ outcome }) => outcome), notTried, left], [["passed", "passed", "passed"], [], []]);
  assert.deepEqual(await product.owner("SELECT FROM public.seat UNION ALL SELECT FROM public.user"), []);
});

test("mails go out where the operator allows them", async () => {
  const product = await sharedProduct();
  const { report, left } = await tryThere(product, { only: "6/Loan/Return/Clerk", send: true });
  assert.deepEqual([report.passed, report.notTried, left], [1, 0, []]);
  assert.deepEqual(await product.owner("DELETE FROM writ.outbox RETURNING name"), [{ name: "thanks" }]);
});

/** What its database says instead, and the clause whose cases tell. */
const changes: readonly (readonly [string, string, string])[] = [
  ["| Loan | read | own |", "| Loan | read | yes |", "6/Loan/read/Person"],
  ["| Give | Asked | Out |", "| Give | Asked, Back | Out |", "4/Loan/Give"],
  ["`remark = 'given'`", "`remark = 'gone'`", "4/Loan/Give"],
  ["`loan.remark != null` | SAY_WHY", "`true` | SAY_WHY", "5/Loan/Long ones say why"],
  ["| Title | text up to 40,", "| Title | text up to 41,", "3/Loan/Title"],
  ["| Loan | see Remark | no |", "| Loan | see Remark | yes |", "6/Loan/see Remark/Person"],
  ["| Duration of loan | 14 days |", "| Duration of loan | 15 days |", "3/Loan/Due at"],
  ["| Keeper | assigned by Clerk |", "| Keeper | assigned by Clerk, Keeper |", "6/Keeper"],
  ["l.days).sum()", "l.days).sum() + 1", "3/Shelf/Days lent"],
];

test("a product whose database differs is detected by the clause that is different", async () => {
  for (const [from, to, clause] of process.env["WRIT_LONG"] === "1" ? changes : changes.slice(0, 3)) {
    const changed = source.replace(from, to);
    assert.notEqual(changed, source);
    const product = await startOf(changed);
    await withOthers(product);
    const before = await everything(product);
    const { report, left } = await tryThere(product, { only: clause });
    assert.ok(report.failed > 0, `${to}: ${JSON.stringify(report.cases)}`);
    assert.deepEqual([left, await everything(product)], [[], before]);
  }
});

test("what is ended in the middle leaves nothing there", async () => {
  const product = await sharedProduct();
  const before = await everything(product);
  const onTried = (count: number) => {
    if (count === 4) throw new Error("ended");
  };
  const { report, left, failure } = await tryThere(product, { only: "6/Loan", onTried });
  assert.deepEqual([report.cases.length > 3, left, (failure as Error).message], [true, [], "ended"]);
  assert.deepEqual(await everything(product), before);
});

/** Whatever happens there when a loan is made, as if another user did it at that moment. */
const meanwhile = async (product: TestProduct, sql: string) => {
  await product.owner(`CREATE FUNCTION public.meanwhile() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
    ${sql}; RETURN NULL; END $$`);
  await product.owner("CREATE TRIGGER zoe AFTER INSERT ON writ_data.loan FOR EACH ROW EXECUTE FUNCTION meanwhile()");
};

test("what others make of its rows is theirs, signed in or not, and rows that stay for it are reported", async () => {
  for (const by of ["(SELECT id FROM public.user WHERE name = 'Zoe')", "NULL"]) {
    const product = await startOf(source);
    await product.person("Zoe", "clerk");
    await meanwhile(product, `INSERT INTO public.note (loan, text, created_by) VALUES (NEW.id, 'by Zoe', ${by})`);
    const { left } = await tryThere(product, { only: "6/Loan/delete/Person" });
    const [{ count: notes } = {}] = await product.owner("SELECT count(*)::integer FROM note WHERE text = 'by Zoe'");
    assert.ok(Number(notes) > 0);
    for (const { id: loan } of await product.owner("SELECT id FROM loan"))
      assert.ok(
        left.some((one) => one.startsWith(`loan ${String(loan)}: note `)),
        left.join("\n"),
      );
  }
});

test("what others give to its people stays; the account stays too, without a role, and is reported", async () => {
  const product = await startOf(source);
  await withOthers(product);
  await product.owner("UPDATE writ_data.loan SET created_at = now() - interval '1 day'");
  await meanwhile(
    product,
    `UPDATE writ_data.loan SET borrower = (SELECT id FROM public.user WHERE name = 'Ann') WHERE id = '${id(2)}' AND id <> NEW.id`,
  );
  const { left } = await tryThere(product, { only: "6/Loan/delete" });
  assert.deepEqual(await product.owner("SELECT title FROM loan"), [{ title: "Theirs" }]);
  assert.deepEqual(
    [left.length, /^the account writ-\S+: loan dddddddd-\S+ of somebody else/.test(left[0] ?? "")],
    [1, true],
  );
  assert.deepEqual(
    await product.owner("SELECT role FROM writ.assigned_role WHERE given_by IS NULL AND role <> 'clerk'"),
    [],
  );
  const [ann] = await product.owner(
    "SELECT (SELECT count(*)::integer FROM writ.assigned_role AS r WHERE r.person = u.id) AS roles FROM public.user AS u WHERE name = 'Ann'",
  );
  assert.equal(ann?.["roles"], 0);
});

test("what is not there, takes another key, or serves another document, is refused in words", async () => {
  const product = await sharedProduct();
  const refusal = async (url: string, key: string, text = source): Promise<string> => {
    const failure: unknown = await findRemote(url, key, text).catch((problem: unknown) => problem);
    assert.ok(failure instanceof RemoteUnavailable, String(failure));
    assert.ok(!failure.message.includes(product.serviceKey));
    return failure.message;
  };
  assert.match(await refusal(product.url, product.anonKey), /rejects the key in WRIT_SERVICE_KEY/);
  assert.match(await refusal(product.url, "nonsense"), /rejects the key in WRIT_SERVICE_KEY/);
  const torn = `${product.serviceKey.slice(0, 40)}\n${product.serviceKey.slice(40)}`;
  const words = await refusal(product.url, torn);
  assert.match(words, /contains an invalid character/);
  assert.ok(!words.includes(product.serviceKey.slice(0, 40)));
  assert.match(
    await refusal("http://127.0.0.1:9", product.serviceKey),
    /^nothing answers at http:\/\/127\.0\.0\.1:9: /,
  );
  assert.match(
    await refusal(`${product.url}/files`, product.serviceKey),
    /is not a Writ product that identifies its document/,
  );
  assert.match(
    await refusal(product.url, product.serviceKey, `${source}\n`),
    /serves another document, ".*" \(sha256 /,
  );
});
