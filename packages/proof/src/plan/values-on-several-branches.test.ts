// What a plan aims at where values are worked out on several branches, looked up in tables, or set under a condition on themselves.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { equal } from "../interpreter/values/value.ts";
import { findRow } from "../interpreter/world/world.ts";
import { errors, settings } from "../testing/clauses.ts";
import { catchesMutants } from "../testing/catches-mutants.ts";
import { planOf } from "./plan.ts";

const parcels = `
## 3. Entities and their fields

### Parcel

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Kind | one of: letter, box, pallet | yes | |
| Weight | integer 1 to 900 | yes | |
| Fast | yes/no | no | no |
| Price | computed money \`parcel.fast ? (parcel.weight > 20 ? money(30) : money(20)) : (parcel.weight > 40 ? money(9) : money(5))\` | | |
| Odd | computed yes/no \`parcel.fast and parcel.weight > 100\` | | |
| Stamps | list of Stamp | | |
| Good stamps | computed integer \`parcel.stamps.filter(s, not s.torn and s.value > 5).size()\` | | |
| State | state | | |

### Stamp

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Parcel | belongs to Parcel | yes | |
| Torn | yes/no | no | no |
| Value | integer 1 to 99 | yes | |

## 4. States and transitions

### Parcel
| State | Kind |
| --- | --- |
| Here | start |
| Gone | end |

| Transition | From | To | On | Only if | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Send | Here | Gone | button | \`parcel.weight <= most_sent[parcel.kind]\` | WRONG |
| Lapse | Here | Gone | after \`days(3)\` | \`parcel.weight < 50\` | |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| Light enough | Parcel | \`parcel.weight <= most[parcel.kind]\` | WRONG |
| None dear and torn | Parcel | \`parcel.stamps.all(s, not (s.torn and s.value > 50))\` | WRONG |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| Condition | For | Holds when |
| --- | --- | --- |
| light | Parcel | \`parcel.weight == 1\` |

| For | May | Person |
| --- | --- | --- |
| Parcel | create, read, update, delete, Send | yes |
| Parcel | set Weight on update | light |
| Stamp | create, read, update, delete | yes |
${errors("WRONG")}
${settings}
| Constant | Value |
| --- | --- |
| Most | letter: 90, box: 300, pallet: 800 |
| Most sent | letter: 80, box: 200, pallet: 700 |
`;

test("each branch of what is worked out is shown, and each part of what is so or not", () => {
  catchesMutants("3/Parcel/Price", ["20 is 21", "20 is 19", "40 is 41", "40 is 39"], parcels);
  catchesMutants("3/Parcel/Good stamps", ["without not s.torn", "5 is 6", "5 is 4"], parcels);
  catchesMutants("3/Parcel/Odd", ["without parcel.fast", "100 is 101", "100 is 99"], parcels);
});

test("each entry of a table that a rule or a guard looks into decides once", () => {
  catchesMutants(
    "9/Most",
    [90, 300, 800].flatMap((most) => [`${most} is ${most + 1}`, `${most} is ${most - 1}`]),
    parcels,
  );
  catchesMutants(
    "9/Most sent",
    [80, 200, 700].flatMap((most) => [`${most} is ${most + 1}`, `${most} is ${most - 1}`]),
    parcels,
  );
});

test("what must not be so of one of a list is so of one by each of its parts", () =>
  catchesMutants(
    "5/Parcel/None dear and torn",
    ["without s.torn", "without s.value > 50", "50 is 51", "50 is 49"],
    parcels,
  ));

test("what a timer waits for is just so, and just not", () =>
  catchesMutants("4/Parcel/Lapse", ["50 is 51", "50 is 49"], parcels));

test("who may set a field under a condition on itself gives it another value than it has", () => {
  const { cases } = planOf(compile(completeDocument(parcels).source), "6/Parcel/set Weight");
  assert.equal(cases.length, 2);
  for (const { scenario, situation } of cases) {
    const { world, attempt } = situation;
    const there = findRow(world, "parcel", attempt.id)?.values.get("weight") ?? null;
    const given = "values" in attempt ? (attempt.values.get("weight") ?? null) : null;
    assert.ok(given !== null && !equal(there, given), scenario.address);
  }
});

const seenBy = (person: string, boss: string) => `
## 3. Entities and their fields

### Crate
- Owner: Packer

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Packer | reference to User | auto | \`me\` |
| Weight | integer 1 to 90 | yes | |
| Fast | yes/no | no | no |
| Tagged | yes/no | no | no |
| Price | computed money \`crate.weight > 40 ? money(9) : money(crate.weight) * 2\` | | |
| Odd | computed yes/no \`crate.fast and crate.weight > 7\` | | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |
| Boss | named at installation |

| Condition | For | Holds when |
| --- | --- | --- |
| tagged | Crate | \`crate.tagged\` |

| For | May | Person | Boss |
| --- | --- | --- | --- |
| Crate | create, read | yes | yes |
| Crate | update, delete | no | yes |
| Crate | see Price, see Odd | ${person} | ${boss} |
${settings}
`;

test("a computed value is read by a user who sees it", () => {
  const told = ["40 is 41", "2 is 3"];
  for (const [person, boss] of [
    ["own", "yes"],
    ["no", "yes"],
    ["own", "no"],
    ["tagged", "no"],
  ] as const) {
    const source = seenBy(person, boss);
    catchesMutants("3/Crate/Price", told, source);
    catchesMutants("3/Crate/Odd", [], source);
  }
});
