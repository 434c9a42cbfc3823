// What code can send of a call that nothing makes: a database is made all the same.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../../../compile.ts";
import { databaseOf } from "../../../database/index.ts";
import { completeDocument } from "../../../testing/run-cases.ts";

const objectsOf = (body: string) => {
  const compiled = compile(
    completeDocument(`
## 3. Entities and their fields

### Order

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Total | integer | yes | |

## 7. The calls it makes

| Call | Kind | On | Code |
| --- | --- | --- | --- |
| Give back | API | effect | |
| Bake list | schedule | every day at 20:00 | \`calls/bake.ts\` |

### Give back
- Sends: POST to \`https://api.pay.example/v1/refunds\`
- Body: \`${body}\`
`).source,
  );
  assert.deepEqual(
    compiled.problems.filter(({ severity }) => severity === "error"),
    [],
  );
  return databaseOf(compiled);
};

test("the body of a call that nothing makes speaks of a row that nobody knows, and code has no function for it", () => {
  const bodies = objectsOf('{"amount": order.total}').filter(({ address }) => address === "7/Give back");
  assert.deepEqual(
    bodies.map(({ kind }) => kind),
    [],
  );
});
