// Who wrote where nobody did: the code of a call, or time; and what accounts in a change are called.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../../../compile.ts";
import { samplesOf } from "../../../database/samples.ts";
import { databases, type Answer } from "../../../testing/database.ts";
import { completeDocument } from "../../../testing/run-cases.ts";

const { open } = databases();
const said = (answer: Answer) => ("rows" in answer ? answer.rows : answer.code);

test("what code and time wrote is a call's or a timer's, and the call is named to those who may make it", async () => {
  const book = await open(
    completeDocument(`
## 3. Entities and their fields

### Note
- History: kept

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text | yes | |
| Ends at | datetime | no | |
| Maker | text | no | |
| State | state | | |

## 4. States and transitions

### Note

| State | Kind |
| --- | --- |
| Open | start |
| Over | end |

| Transition | From | To | On | Only if |
| --- | --- | --- | --- | --- |
| End | Open | Over | at \`note.ends_at\` | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |
| Editor | named at installation |

| For | May | Member | Editor |
| --- | --- | --- | --- |
| Note | create, read, update, delete | yes | yes |
| Tidy up | call | no | yes |

## 7. The calls it makes

| Call | Kind | On | Code | Errors |
| --- | --- | --- | --- | --- |
| Tidy up | function | button | not shown | |
`).source,
  );
  const [ann, edi] = [await book.account("Ann"), await book.account("Edi", "editor")];
  const [note] = await book.owner("INSERT INTO note (text) VALUES ('a') RETURNING id");
  const id = note?.["id"];
  const claiming = async (claims: object, sql: string) => {
    await book.owner("SELECT set_config('request.jwt.claims', $1, false)", [JSON.stringify(claims)]);
    await book.owner(sql);
    await book.owner("SELECT set_config('request.jwt.claims', '', false)");
  };
  await claiming({ role: "service_role", call: "tidy_up" }, "UPDATE note SET text = 'b'");
  // Nobody else's claims make a call of what they write.
  await claiming({ role: "authenticated", sub: ann, call: "tidy_up" }, "UPDATE note SET text = 'c'");
  await claiming({ role: "service_role", sub: ann, call: "tidy_up", timer: true }, "UPDATE note SET text = 'd'");
  await claiming({ role: "anon", call: "tidy_up" }, "UPDATE note SET text = 'e', ends_at = now()");
  await book.owner("SELECT writ.sweep(10)");
  const read = async (person: string) =>
    said(await book.as(person, "SELECT event, through, call FROM public.history_note($1)", [id]));
  const nothing = { through: null, call: null };
  const told = (call: string | null) => [
    { event: "create", ...nothing },
    { event: "update", through: "call", call },
    { event: "update", ...nothing },
    { event: "update", ...nothing },
    { event: "update", ...nothing },
    { event: "end", through: "timer", call: null },
  ];
  assert.deepEqual(await read(edi), told("tidy_up"));
  assert.deepEqual(await read(ann), told(null));
});

test("a change is reported with the names of its accounts", async () => {
  const book = await open(
    completeDocument(`
## 3. Entities and their fields

### Note
- History: kept

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text | no | |
| Helper | reference to User | no | |
| Others | several User | | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
| Note | create, read, update, delete | yes |
`).source,
  );
  const [ann, bob, joe] = [await book.account("Ann"), await book.account("Bob"), await book.account("Joe")];
  const [note] = await book.owner("INSERT INTO note (helper) VALUES ($1) RETURNING id", [bob]);
  await book.owner("UPDATE note SET helper = $1, text = 'a'", [joe]);
  await book.owner("UPDATE note SET text = 'b'");
  await book.owner("UPDATE note SET others = ARRAY[$1, $2]::uuid[]", [ann, joe]);
  const read = async (person: string) =>
    said(await book.as(person, "SELECT names FROM public.history_note($1)", [note?.["id"]]));
  assert.deepEqual(await read(ann), [
    { names: { [bob]: "Bob" } },
    { names: { [bob]: "Bob", [joe]: "Joe" } },
    { names: {} },
    { names: { [ann]: "Ann", [joe]: "Joe" } },
  ]);
});

test("no user wrote the rows of a sample, whatever maker they name; no token turns a write into a sample", async () => {
  const sampled = completeDocument(`
## 3. Entities and their fields

### Note
- History: kept

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text | yes | |
| Author | reference to User | auto | \`me\` |

### Sample: Note

| Key | Text |
| --- | --- |
| one | a |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
| Note | create, read, update, delete | yes |
`).source;
  const book = await open(sampled);
  const ann = await book.account("Ann");
  await book.owner("BEGIN");
  for (const statement of samplesOf(compile(sampled))) await book.owner(statement);
  await book.owner("COMMIT");
  const [note] = await book.owner("SELECT id, author FROM note");
  assert.equal(note?.["author"], ann);
  const claims = { role: "authenticated", sub: ann, sample: true };
  await book.owner("SELECT set_config('request.jwt.claims', $1, false)", [JSON.stringify(claims)]);
  await book.owner("UPDATE note SET text = 'c'");
  await book.owner("SELECT set_config('request.jwt.claims', '', false)");
  await book.owner("UPDATE note SET text = 'd'");
  const told = said(await book.as(ann, "SELECT event, name, through FROM public.history_note($1)", [note?.["id"]]));
  assert.deepEqual(told, [
    { event: "create", name: null, through: "sample" },
    { event: "update", name: "Ann", through: null },
    { event: "update", name: null, through: null },
  ]);
});
