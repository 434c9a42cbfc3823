// What is somebody's own is nobody's without an account, also where visitors are given one with what they first write.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../testing/run-cases.ts";
import { databases } from "../testing/database.ts";

const { open } = databases();

const { source } = completeDocument(`
## 3. Entities and their fields

### Seat

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| State | state | | |

## 4. States and transitions

### Seat

| State | Kind |
| --- | --- |
| Kept | start |
| Given | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Give away | Kept | Given | button |
| Look at | Kept | same | button |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Guest | anyone |

| For | May | Guest |
| --- | --- | --- |
| Seat | create | yes |
| Seat | read | own |
| Seat | update, delete | no |
| Seat | Give away | own |
| Seat | Look at | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | anonymous, email and password |
`);

test("a step with what is one's own asks visitors to sign in, and one that is anybody's looks for the row", async () => {
  const { as, account, owner } = await open(source);
  const ann = await account("Ann");
  const [seat] = await owner("INSERT INTO public.seat (created_by) VALUES ($1) RETURNING id", [ann]);
  const codeOf = async (who: string | null, step: string) => {
    const answer = await as(who, `SELECT FROM seat_${step}($1)`, [seat?.["id"]]);
    return "rows" in answer ? "done" : answer.code;
  };
  assert.equal(await codeOf(null, "give_away"), "NOT_SIGNED_IN");
  assert.equal(await codeOf(null, "look_at"), "NOT_FOUND");
  assert.equal(await codeOf(ann, "give_away"), "done");
});
