// What is refused early hides what is refused later: a search goes on where one refusal makes room for several.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { errors, everything, settings } from "../testing/clauses.ts";
import { shows } from "../testing/shows.ts";
import { planOf } from "./plan.ts";

const applying = completeDocument(`
## 3. Entities and their fields

### Post

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 80 | yes | |
| State | state | | |

### Letter

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Post | belongs to Post | yes | |
| Words | text up to 80 | yes | |
| Agreed | yes/no | no | no |

## 4. States and transitions

### Post

| State | Kind |
| --- | --- |
| Draft | start |
| Open | |
| Filled | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Publish | Draft | Open | button |
| Fill | Open | Filled | button |

## 5. Validation rules

| Rule | For | On | Must hold | Otherwise |
| --- | --- | --- | --- | --- |
| Says much | Letter | | \`size(letter.words) >= 40\` | SHORT |
| Has agreed | Letter | create | \`letter.agreed\` | AGREE |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |
| Office | named at installation |

| Condition | For | Holds when |
| --- | --- | --- |
| open | Post | \`post.state == 'open'\` |

| For | May | Person | Office |
| --- | --- | --- | --- |
| Post | read | open | yes |
| Post | create, update, delete, Publish, Fill | no | yes |
| Letter | create | yes | no |
| Letter | read | own | yes |
| Letter | update, delete | no | no |

${errors("SHORT", "AGREE")}${settings}`).source;

test("a row that may be referred to only once it is open is found, with two rules behind that", () => {
  const { cases } = planOf(compile(applying), "6/Letter/create/Person");
  assert.deepEqual(
    cases.map(({ scenario }) => scenario.address),
    ["6/Letter/create/Person#may"],
  );
});

const panel = completeDocument(`
## 3. Entities and their fields

### Room

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Seats | list of Seat | | |

### Seat

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Room | belongs to Room | yes | |
| Name | text up to 80 | yes | |

### Meeting

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 80 | yes | |
| Room | belongs to Room | yes | |
| Panel | several Seat, among \`meeting.room.seats\` | | |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| Few | Meeting | \`meeting.panel.size() >= 1 and meeting.panel.size() <= 4\` | CROWD |

${everything("Room | create, read, update, delete", "Seat | create, read, update, delete", "Meeting | create, read, update, delete")}

${errors("CROWD")}${settings}`).source;

test("a field with several rows that holds none yet is given rows, and no text as long as that", () => {
  const { cases } = planOf(compile(panel), "5/Meeting/Few");
  const sizes = cases.map(({ scenario, situation: { attempt: tried } }) => {
    const given = "values" in tried ? tried.values.get("panel") : undefined;
    return `${scenario.address} ${Array.isArray(given) ? given.length : typeof given}`;
  });
  assert.deepEqual(sizes, [
    "5/Meeting/Few#create refused undefined",
    "5/Meeting/Few#create refused 2 5",
    "5/Meeting/Few#create allowed 1",
    "5/Meeting/Few#create allowed, at its edge 4",
    "5/Meeting/Few#update refused undefined",
    "5/Meeting/Few#update refused 2 5",
    "5/Meeting/Few#update allowed 1",
    "5/Meeting/Few#update allowed, at its edge 4",
  ]);
});

const start = products();

test("a right that compares what a new row lacks is none, so the lack is not reported", async () => {
  const { source } = completeDocument(`
## 3. Entities and their fields

### Parcel

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Weight | integer | yes | |
| Kind | one of: small, large | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| Condition | For | Holds when |
| --- | --- | --- |
| carried | Parcel | \`parcel.weight != 7 and not (parcel.kind in ['large'])\` |

| For | May | Person |
| --- | --- | --- |
| Parcel | create | carried |
| Parcel | read, update, delete | yes |
${settings}
`);
  const hidden = (count: number) => `no row found among ${count}: FORBIDDEN of 6/Parcel/create comes first`;
  await shows(start, source, {}, { "3/Parcel/Weight#required": hidden(4), "3/Parcel/Kind#required": hidden(2) });
});
