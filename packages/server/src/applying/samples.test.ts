// Sample rows of a document with gaps: those that need what is not shown are missing, and it is said why.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { openDatabase } from "../postgres/index.ts";
import { emptyFolder } from "../postgres/testing/surroundings.ts";
import { applyDocument, writeSamples } from "./index.ts";

const { source } = completeDocument(`## 3. Entities and their fields

### Room

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 80 | yes | |

### Desk

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 80 | yes | |
| Room | reference to Room | yes | |

### Sample: Room
| Key | Name |
| --- | --- |
| blue | Blue |

### Sample: Desk
| Key | Name | Room |
| --- | --- | --- |
| one | One | blue |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| Never two | Desk | not shown | INVALID |
`);

test("sample rows that nothing unknown stands in the way of are there, and the others are told", async () => {
  const compiled = compile(source);
  const database = await openDatabase({ folder: emptyFolder({ after }) });
  after(async () => database.stop());
  const owner = await database.connect();
  after(async () => owner.end());
  await applyDocument(owner, source, compiled, (before) => compile(before));
  const refused = await writeSamples(owner, compiled);
  assert.equal(refused?.are, "some");
  assert.match(refused?.why ?? "", /\(5\/Desk\/Never two\/Must hold\)$/);
  const { rows } = await owner.query(
    "SELECT (SELECT array_agg(name) FROM room) AS rooms, (SELECT count(*)::int FROM desk) AS desks",
  );
  assert.deepEqual(rows, [{ rooms: ["Blue"], desks: 0 }]);
});
