// What a plan aims at where there are choices (`among`): one that is among them, also where nothing else lets it be named, and one
// that is not, by each part of what lets rows in.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { settings } from "../testing/clauses.ts";
import { runPlan } from "../testing/run-plan.ts";
import { catchesMutants } from "../testing/catches-mutants.ts";
import { planOf } from "./plan.ts";

const start = products();

const chores = `
## 3. Entities and their fields

### House

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |
| Mates | list of Mate | | |

### Mate

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| House | belongs to House | yes | |
| Person | reference to User | yes | |
| Age | integer 0 to 120 | yes | |
| Away | yes/no | no | no |

### Chore

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| House | belongs to House | yes | |
| Doer | reference to User, among \`chore.house.mates.map(m, m.person)\` | no | |
| Helper | reference to User, among \`User.filter(u, u.has_role('Lodger', chore.house))\` | no | |
| Payer | reference to User among \`chore.house.mates.filter(m, not m.away and m.age >= 18).map(m, m.person)\` | no | |
| Hands | several Mate, among \`chore.house.mates.filter(m, m.away or m.age >= 18)\` | no | |
| Watching | several Mate, among \`chore.house.mates\` | no | |
| Grown | reference to Mate, among \`chore.house.mates.filter(m, m.age >= 18 and not m.away)\` | yes | |

## 6. Roles and permissions

| Role | Given by | Within |
| --- | --- | --- |
| Person | signed in | |
| Lodger | Mate where \`not mate.away\` | House |

| For | May | Person | Lodger |
| --- | --- | --- | --- |
| House | create | yes | no |
| House | read, update, delete | no | yes |
| Mate | create | yes | no |
| Mate | read, update, delete | no | yes |
| Chore | create, read, update, delete | no | yes |
${settings}
`;

test("a user among the choices is set, and another one is rejected", () => {
  catchesMutants("3/Chore/Doer", ['without "among `chore.house.mates.map(m, m.person)`"'], chores);
  catchesMutants("3/Chore/Helper", ["without \"among `User.filter(u, u.has_role('Lodger', chore.house))`\""], chores);
  catchesMutants("3/Chore/Watching", ['without "among `chore.house.mates`"'], chores);
  catchesMutants("3/Chore/Grown", ["without m.age >= 18", "without not m.away", "18 is 19", "18 is 17"], chores);
});

test("what lets them in decides by each part, of each of several too, and where it is told of what leads to them", () => {
  const among = (list: string) => `without "among \`chore.house.mates.${list}\`"`;
  const bounds = ["18 is 19", "18 is 17", "without m.age >= 18"];
  const payer = among("filter(m, not m.away and m.age >= 18).map(m, m.person)");
  catchesMutants("3/Chore/Payer", ["without not m.away", payer, ...bounds], chores);
  catchesMutants("3/Chore/Hands", ["without m.away", among("filter(m, m.away or m.age >= 18)"), ...bounds], chores);
});

test("all of it is found, and passes on a product", async () => {
  const { source } = completeDocument(chores);
  for (const field of ["Doer", "Helper", "Payer", "Hands", "Watching", "Grown"]) {
    const only = `3/Chore/${field}`;
    const { cases, notTried } = planOf(compile(source), only);
    assert.deepEqual(notTried, []);
    const expected = cases.map(({ scenario }) => scenario.address);
    assert.ok(expected.includes(`${only}#among`) && expected.includes(`${only}#not among`));
    assert.deepEqual(await runPlan(start, source, { only }), { passed: expected, failed: [] });
  }
});
