// What clients are told of a row follows from the document, and not from how its fields are stored.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../compile.ts";
import { completeDocument } from "../testing/run-cases.ts";
import { clientTypes } from "./client-types.ts";

const document = (see: string) =>
  completeDocument(`
## 3. Entities and their fields

### Item

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |
| Price | integer | yes | |
| Double | computed integer \`item.price * 2\` | | |
| Sold | computed integer \`item.sales.map(s, s.pieces).sum()\` | | |
| Mine | computed yes/no \`me != null and item.created_by == me\` | | |
| Since | computed duration \`now - item.created_at\` | | |
| Last | computed reference to Sale \`item.sales.first(s, -s.pieces)\` | | |
| Sales | list of Sale | | |

### Sale

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Item | reference to Item | yes | |
| Pieces | integer | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |
| Office | named at installation |

| For | May | Member | Office |
| --- | --- | --- | --- |
| Item | create, read, update, delete | yes | yes |
| Sale | create, read, update, delete | yes | yes |
${see}`).source;

function fieldsOf(see: string): readonly string[] {
  const compiled = compile(document(see));
  assert.deepEqual(
    compiled.problems.filter(({ severity }) => severity === "error"),
    [],
  );
  const row = /item: \{\s+Row: \{ (.*?) \};/.exec(clientTypes(compiled))?.[1] ?? "";
  return row
    .split("; ")
    .map((one) => one.replace(/[:;].*/, ""))
    .toSorted();
}

test("where a field is hidden a row has the same fields", () => {
  const fields = fieldsOf("");
  for (const name of ["double", "sold", "mine", "since", "last"]) assert.ok(fields.includes(name), name);
  assert.deepEqual(fieldsOf("| Item | see Price | no | yes |\n| Item | see Double | no | yes |\n"), fields);
});
