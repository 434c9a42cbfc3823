// What effects do beyond rows of a run's own: no mail to other people, and no change of their rows, which it cannot foresee.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products, type TestProduct } from "../../../server/src/testing/product.ts";
import { planOf } from "../plan/plan.ts";
import { RemoteUnavailable } from "./unavailable.ts";
import { findRemote } from "./product.ts";
import { runRemote } from "./run-remote.ts";

const start = products();

const documentOf = (effects: string) =>
  completeDocument(`
## 3. Entities and their fields

### Counter

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Count | integer | yes | 0 |

### House
- One row: yes

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Loud | yes/no | no | no |
| Reads | email | no | |

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text up to 40 | yes | |

### Welcome

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Person | reference to User | yes | |

### Trace

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Note | reference to Note | yes | |

## 4. States and transitions

| For | After | On | If | Do | With |
| --- | --- | --- | --- | --- | --- |
${effects}

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |
| Lead | named at installation |

| For | May | Person | Lead |
| --- | --- | --- | --- |
| Counter | read | yes | yes |
| Counter | create, update, delete | no | no |
| House | read, update | no | yes |
| Note | create, read, update, delete | yes | yes |
| Welcome | read | yes | yes |
| Welcome | create, update, delete | no | no |
| Trace | create | yes | yes |
| Trace | read | yes | yes |
| Trace | update, delete | no | no |

## 7. The calls it makes

| Mail | For | Subject | Text |
| --- | --- | --- | --- |
| Said | Note | Said | Somebody said it. |
| Came | User | Came | Somebody came. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Time zone | UTC |
| Sign-in | email and password |
`).source;

/** All that is another user's, and what was sent. */
const foreign = async (product: TestProduct) => [
  await product.owner(
    "SELECT * FROM counter UNION ALL SELECT id, created_at, created_by, updated_at, updated_by, loud::integer FROM house",
  ),
  await product.owner("SELECT name FROM writ.outbox"),
  await product.owner("SELECT id FROM welcome UNION ALL SELECT id FROM note UNION ALL SELECT id FROM auth.users"),
];

async function tryThere(effects: string, only: string) {
  const source = documentOf(effects);
  const compiled = compile(source);
  const product = await start(source, { document: { file: "SPEC.md", source, compiled } });
  await product.owner("INSERT INTO counter (count) VALUES (1)");
  await product.owner("UPDATE house SET loud = true, reads = 'zoe@example.test'");
  await product.person("Zoe", "lead");
  await product.owner("DELETE FROM writ.outbox");
  await product.owner("DELETE FROM welcome");
  const before = await foreign(product);
  const elsewhere = await findRemote(product.url, product.serviceKey, source);
  const plan = planOf(compiled, only, Date.now());
  const { results, notTried, left, failure } = await runRemote(plan, elsewhere, { send: false }, () => undefined);
  assert.deepEqual(await foreign(product), before);
  assert.deepEqual(left, []);
  // A user who is not signed in makes nothing that anything could follow from.
  const made = results.filter((one) => one.case.situation.me !== null);
  return { passed: made.map(({ outcome }) => outcome), why: notTried.map(({ why }) => why), failure };
}

/** Each case says so, or that rows of others decide it. */
function assertWhy(result: readonly string[], why: string): void {
  assert.ok(result.includes(why), result.join("\n"));
  assert.ok(
    result.every((one) => one === why || one.startsWith("it depends on all rows of ")),
    result.join("\n"),
  );
}

test("a mail to people who are not its own goes out, also where none of its own would get it", async () => {
  for (const [effect, clause] of [
    ["| Note | create | | | mail Said | to role Lead |", "4/Effects/Note/create/mail Said"],
    [
      "| Note | create | | | notify Said | to each `User.filter(u, u.has_role('Lead'))` |",
      "4/Effects/Note/create/notify Said",
    ],
    ["| Note | create | | | mail Said | to `House.reads` |", "4/Effects/Note/create/mail Said"],
    ["| Note | create | | `House.loud` | mail Said | to `me` |", "4/Effects/Note/create/mail Said"],
  ] as const) {
    const { passed, why } = await tryThere(effect, "6/Note");
    assert.deepEqual([effect, passed], [effect, []]);
    assertWhy(why, `${clause} would be sent; --send allows it`);
  }
});

test("what writes rows of others is not brought about: by laying rows, by trying, or by taking them away", async () => {
  for (const [effect, clause] of [
    [
      "| Note | create | on `Counter.filter(c, c.count > 0)` | | set | `count = counter.count + 1` |",
      "4/Effects/Note/create/set",
    ],
    [
      "| Note | delete | on `Counter.filter(c, c.count > 0)` | | set | `count = counter.count + 1` |",
      "4/Effects/Note/delete/set",
    ],
    ["| Note | create | | `House.loud` | create Welcome | `person = me` |", "4/Effects/Note/create/create Welcome"],
  ] as const) {
    const { passed, why } = await tryThere(effect, "6/Note");
    assert.deepEqual([effect, passed], [effect, []]);
    assertWhy(why, `${clause} would reach rows of others`);
  }
  // What refers to a row goes before it.
  const effect = "| Note | delete | on `Counter.filter(c, c.count > 0)` | | set | `count = counter.count + 1` |";
  const { passed, why } = await tryThere(effect, "6/Trace/read");
  assert.deepEqual(passed, []);
  assertWhy(why, "4/Effects/Note/delete/set would reach rows of others");
});

test("what follows from making people is asked before there are any, and taken away with them", async () => {
  const mail = await tryThere("| User | create | | | mail Came | to role Lead |", "6/Note");
  assert.deepEqual([mail.passed, mail.why], [[], []]);
  assert.ok(mail.failure instanceof RemoteUnavailable);
  assert.match(
    mail.failure.message,
    /^no users can be created there: 4\/Effects\/User\/create\/mail Came would be sent/,
  );
  const row = await tryThere("| User | create | | | create Welcome | `person = user` |", "6/Note");
  assert.deepEqual([row.failure, row.why], [undefined, []]);
  assert.ok(row.passed.length > 0 && row.passed.every((outcome) => outcome === "passed"), row.passed.join());
});
