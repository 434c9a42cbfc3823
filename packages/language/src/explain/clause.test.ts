// What a clause of section 5 says as a sentence: what must hold, and what only says which rows are compared.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../compile.ts";
import { completeDocument } from "../testing/run-cases.ts";
import { explainClause } from "./clause.ts";

const { source } = completeDocument(`
## 3. Entities and their fields

### Room

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 20 | yes | |
| Inside | reference to Room | no | |

### Stay

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Room | reference to Room | yes | |
| First | date | yes | |
| Last | date | yes | |
| Off | yes/no | no | no |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| Free | Stay | no overlap: First to Last, per Room, while \`not stay.off\` | TAKEN |
| Once | Stay | unique: Room, First, Last | TAKEN |
| Open | Room | no circle: Inside | TAKEN |
| Order | Stay | \`stay.last >= stay.first\` | TAKEN |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Guest | signed in |

| For | May | Guest |
| --- | --- | --- |
| Room | create, read, update, delete | yes |
| Stay | create, read, update, delete | yes |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| TAKEN | It is taken | 409 | It is taken. |
`);
const compiled = compile(source);

for (const [clause, ...sentences] of [
  [
    "5/Stay/Free",
    "Must hold: no two rows of Stay with the same Room overlap from First to Last. Only rows are compared for which this holds: the stay is not off",
  ],
  ["5/Stay/Once", "Must hold: no two rows of Stay have the same Room, First and Last"],
  ["5/Room/Open", "Must hold: following Inside from a row of Room never leads back to it"],
  ["5/Stay/Order", "Must hold: the stay's last is not before the stay's first"],
] as const)
  test(clause, () => assert.deepEqual(explainClause(clause, source, compiled)?.sentences, sentences));
