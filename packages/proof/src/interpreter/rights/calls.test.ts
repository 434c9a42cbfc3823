// Who may call a function, and that trying something changes nothing of the world that it begins with.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { errors } from "../../testing/clauses.ts";
import { note, roles } from "../../testing/notes.ts";
import { play } from "../../testing/play.ts";
import { attempt } from "../attempt.ts";
import { mayCall, refusalOfCall } from "./calls.ts";
import { mayRead } from "./reading.ts";
import { rowsOf, valueOf } from "../world/world.ts";

describe("calls", () => {
  const product = play(`${note}
## 6. Roles and permissions
${roles}
| Condition | For | Holds when | Otherwise |
| --- | --- | --- | --- |
| mine | Note | \`note.author == me\` | NOT_MINE |

| For | May | Visitor | Person | Agent | Lead |
| --- | --- | --- | --- | --- | --- |
| Note | create, read, update, delete | no | no | yes | yes |
| Print | call | no | mine | no | yes |

## 7. The calls it makes

| Call | Kind | On | Code |
| --- | --- | --- | --- |
| Print | function | button | \`calls/print.ts\` |

### Print
- In: Note

${errors("NOT_MINE")}
## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);
  test("a condition speaks of the input of its entity", () => {
    const world = product.world({ note: { a: { text: "one", author: "ann" } } }, { bo: "agent", cara: "lead" });
    const inputs = rowsOf(world, "note");
    assert.deepEqual(
      [null, "ann", "bo", "cara"].map((me) => mayCall(world, me, "print", inputs)),
      [false, true, false, true],
    );
  });

  test("a caller rejected for a condition alone gets its own error", () => {
    const world = product.world({ note: { a: { text: "one", author: "ann" } } }, { bo: "agent", cara: "lead" });
    const inputs = rowsOf(world, "note");
    assert.deepEqual(
      [null, "bo", "cara"].map((me) => refusalOfCall(world, me, "print", inputs)?.code),
      ["NOT_SIGNED_IN", "NOT_MINE", undefined],
    );
  });
});

test("attempts change nothing of the world that they begin with", () => {
  const product = play(`${note}
## 6. Roles and permissions
${roles}
| For | May | Visitor | Person | Agent | Lead |
| --- | --- | --- | --- | --- | --- |
| Note | create, read, update, delete | no | yes | yes | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);
  const world = product.world({ note: { a: { text: "one", author: "ann" } } });
  attempt(world, "ann", product.update("note", "a", { text: "two" }));
  const [row] = rowsOf(world, "note");
  assert.equal(row && valueOf(row, "text"), "one");
  assert.equal(row && mayRead(world, "bo", "note", row), true);
});
