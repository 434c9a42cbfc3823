// Where looks at nothing that the reader may not see, however it gets there: a list must not tell it by what it leaves out.
import assert from "node:assert/strict";
import { test } from "node:test";
import { databases, type Answer } from "../../../testing/database.ts";
import { completeDocument } from "../../../testing/run-cases.ts";

const { open } = databases();

const { source } = completeDocument(`
## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Papers | \`/\` | list of Paper | Member | yes |
| Panels | \`/panels\` | list of Panel | Member | yes |
| Panel | \`/panels/:panel\` | detail of Panel | Member | |
| Papers of | \`/panels/:panel/papers\` | list of Paper | Member | |
| Notes of | \`/panels/:panel/notes\` | list of Note | Member | |
| Chosen | \`/panels/:panel/chosen\` | list of Note | Member | |
| Busy | \`/busy\` | list of Panel | Member | yes |

### Papers of
- Where: \`paper.reviews.exists(r, r.panel == route.panel)\`

### Notes of
- Where: \`note.review.panel == route.panel or note.text == string(note.review.notes.size())\`

### Chosen
- Where: \`note.review.panels.exists(p, p == route.panel)\`

### Busy
- Where: \`panel.reviews.size() > 0\`

## 3. Entities and their fields

### Panel

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 60 | yes | |
| Paper | reference to Paper | no | |
| Note | reference to Note | no | |
| Reviews | list of Review via Panel | | |

### Paper

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Panel | reference to Panel | no | |
| Title | text up to 60 | yes | |
| Reviews | list of Review via Paper | | |

### Review
- Owner: Reviewer

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Paper | belongs to Paper | yes | |
| Reviewer | reference to User | auto | \`me\` |
| Panel | reference to Panel | no | |
| Panels | several Panel | no | |
| Notes | list of Note via Review | | |

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Panel | reference to Panel | no | |
| Review | belongs to Review | yes | |
| Text | text up to 60 | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
| Panel | create, read, update, delete | yes |
| Paper | create, read, update, delete | yes |
| Review | create, read, update, delete | yes |
| Review | see Reviewer, see Panel, see Panels, see Created by, see Updated by | own |
| Note | create, read, update, delete | yes |
`);

const values = (answer: Answer): unknown =>
  "rows" in answer ? answer.rows.map((row) => Object.values(row).join(" ")) : answer.code;

test("what is hidden is empty behind a reference, in a list, and from the other side", async () => {
  const database = await open(source);
  const [ann, bob] = [await database.account("Ann"), await database.account("Bob")];
  const make = async (sql: string, given: readonly unknown[]) =>
    String((await database.owner(`${sql} RETURNING id`, given))[0]?.["id"]);
  const panel = await make("INSERT INTO panel (name) VALUES ('P')", []);
  const paper = await make("INSERT INTO paper (title) VALUES ('Owls')", []);
  const review = await make(
    "INSERT INTO public.review (paper, reviewer, panel, panels) VALUES ($1, $2, $3, ARRAY[$3::uuid])",
    [paper, bob, panel],
  );
  await make("INSERT INTO note (review, text) VALUES ($1, 'a note')", [review]);
  const asked = {
    papers: "SELECT title FROM _shown_papers_of($1)",
    notes: "SELECT text FROM _shown_notes_of($1)",
    chosen: "SELECT text FROM _shown_chosen($1)",
    busy: "SELECT name FROM panel AS p WHERE id = $1 AND public._shown_busy(p)",
  };
  const told = async (who: string) => {
    const answers: Record<string, unknown> = {};
    for (const [name, sql] of Object.entries(asked)) answers[name] = values(await database.as(who, sql, [panel]));
    return answers;
  };
  assert.deepEqual(await told(bob), { papers: ["Owls"], notes: ["a note"], chosen: ["a note"], busy: ["P"] });
  assert.deepEqual(await told(ann), { papers: [], notes: [], chosen: [], busy: [] });
});
