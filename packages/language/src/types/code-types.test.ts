// What the code of calls is given of mails: the row of the entity that each is about.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../compile.ts";
import { completeDocument } from "../testing/run-cases.ts";
import { codeTypes } from "./code-types.ts";

const mailed = completeDocument(`
## 3. Entities and their fields

### Bill

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Label | text up to 20 | yes | |

## 7. The calls it makes

| Mail | For | Subject | Text |
| --- | --- | --- | --- |
| Reminder | Bill | Your bill | It is due. |
| Farewell | not shown | Goodbye | Goodbye. |
`).source;

test("a mail is about a row of its entity, and about none where that is not shown", () => {
  assert.match(
    codeTypes(compile(mailed)),
    /type Mails = \{\n {2}reminder: Rows\["bill"\];\n {2}Reminder: Rows\["bill"\];\n {2}farewell: never;\n {2}Farewell: never;\n\};/,
  );
});
