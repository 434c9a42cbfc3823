// Where stories begin: what is laid there can stand beside each other.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { programOf } from "../interpreter/program.ts";
import { brokenUniques } from "../interpreter/rules/unique.ts";
import { drawFrom } from "../random/draw.ts";
import { startFrom, worldOf } from "./start.ts";

test("no two people have what no two may have", () => {
  const { source } = completeDocument(`
## 3. Entities and their fields

### User

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Handle | text up to 8, unique ignoring case | yes | |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Time zone | UTC |
| Sign-in | email and password |
`);
  const program = programOf(compile(source));
  for (let seed = 1; seed <= 200; seed++) {
    const start = startFrom(drawFrom(seed), program);
    const world = worldOf(program, start);
    assert.deepEqual(
      start.people.filter((person) => !person.values.has("handle") || brokenUniques(world, person).length > 0),
      [],
      String(seed),
    );
  }
});
