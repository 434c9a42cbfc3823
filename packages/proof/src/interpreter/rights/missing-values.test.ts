// Rights of a new row that lacks what it must have: what they say of it, and of the rows that it would lead to.
import { describe, test } from "node:test";
import { settings } from "../../testing/clauses.ts";
import { roles } from "../../testing/notes.ts";
import { play, refused } from "../../testing/play.ts";

describe("creating without what must be there", () => {
  const product = play(`
## 3. Entities and their fields

### Word

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text | yes | |
| Rank | integer | yes | |
| Length | computed integer \`size(word.text)\` | | |
| Hint | text | no | |
| Marks | list of Mark | | |

### Mark

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Word | reference to Word | yes | |

### Line

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Word | reference to Word | yes | |

## 6. Roles and permissions
${roles}
| Condition | For | Holds when |
| --- | --- | --- |
| loud | Word | \`word.text.lowerAscii() != word.text\` |
| first | Word | \`word.rank + 1 == 2\` |
| short | Word | \`word.length == 2\` |
| unhinted | Line | \`line.word.hint == null\` |
| spoken | Line | \`line.word.text != 'a'\` |
| only one | Mark | \`mark.word.marks.size() == 0\` |
| low | Mark | \`max(mark.word.rank, 4) == 4\` |

| For | May | Visitor | Person | Agent | Lead |
| --- | --- | --- | --- | --- | --- |
| Word | create | no | not loud | not first | not short |
| Word | read, update, delete | no | no | no | no |
| Mark | create | only one | low | no | no |
| Mark | read, update, delete | no | no | no | no |
| Line | create | no | no | unhinted | spoken |
| Line | read, update, delete | no | no | no | no |
${settings}`);
  const world = product.world({}, { bo: "agent", cara: "lead" });
  test("what is worked out of it is compared with nothing, as what is not there is", () => {
    for (const person of ["ann", "bo", "cara"]) refused(world, person, product.create("word", {}), "FORBIDDEN");
    refused(world, "ann", product.create("word", { text: "a" }), "REQUIRED rank");
    refused(world, "bo", product.create("word", { rank: 2 }), "REQUIRED text");
  });
  test("what may be empty of the row that it would lead to is empty", () => {
    refused(world, "bo", product.create("line", {}), "REQUIRED word");
    refused(world, "cara", product.create("line", {}), "FORBIDDEN");
  });
  test("its lists are empty, and the greater of two is the one that is there", () => {
    refused(world, null, product.create("mark", {}), "REQUIRED word");
    refused(world, "ann", product.create("mark", {}), "REQUIRED word");
  });
});
