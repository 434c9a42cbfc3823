// Kept values under sixteen writers at once: in the end each says what its rows say, and nobody is told of a deadlock.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../../compile.ts";
import { databases } from "../../testing/database.ts";
import { rounds, startRace, tally } from "../../testing/race.ts";
import { completeDocument } from "../../testing/run-cases.ts";
import { designOf } from "../../database/design-of.ts";

const { open } = databases();

const { source } = completeDocument(`
## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Buyers | \`/buyers\` | list of Buyer | signed in | yes |
| Projects | \`/projects\` | list of Project | signed in | yes |
| Folders | \`/folders\` | list of Folder | signed in | yes |

### Buyers
- Sort: Total

### Projects
- Sort: Hours

### Folders
- Sort: Below

## 3. Entities and their fields

### Buyer

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Orders | list of Order | | |
| Total | computed integer \`buyer.orders.map(o, o.sum * o.factor).sum()\` | | |

### Order

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Buyer | reference to Buyer | yes | |
| Factor | integer | yes | 1 |
| Lines | list of Line via Order | | |
| Sum | computed integer \`order.lines.map(l, l.pieces).sum()\` | | |

### Line

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Order (\`of_order\`) | reference to Order | yes | |
| Pieces | integer | yes | 1 |

### Project

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Base | integer | yes | 0 |
| Tasks | list of Task | | |
| Hours | computed integer \`project.base + project.tasks.map(t, t.notes.map(n, n.hours).sum()).sum()\` | | |

### Task

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Project | belongs to Project | yes | |
| Notes | list of Note | | |

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Task | belongs to Task | yes | |
| Hours | integer | yes | 1 |

### Folder

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Parent | reference to Folder | no | |
| Folders | list of Folder via Parent | | |
| Below | computed integer \`folder.folders.size()\` | | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
${["Buyer", "Order", "Line", "Project", "Task", "Note", "Folder"].map((entity) => `| ${entity} | create, read, update, delete | yes |`).join("\n")}

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);

const kept = [...designOf(compile(source)).layout.kept.values()];
const id = (kind: number, number: number) => `0000000${kind}-0000-4000-8000-${String(number).padStart(12, "0")}`;
const of = (kind: number) => (number: number) => id(kind, number);
const [buyer, order, line, project, task, note, folder] = [of(1), of(2), of(3), of(4), of(5), of(6), of(7)];

const rows = (count: number, values: (number: number) => string) =>
  Array.from({ length: count }, (_, index) => `(${values(index)})`).join(", ");

const world = `INSERT INTO buyer (id) VALUES ${rows(3, (n) => `'${buyer(n)}'`)};
  INSERT INTO public."order" (id, buyer) VALUES ${rows(6, (n) => `'${order(n)}', '${buyer(n % 3)}'`)};
  INSERT INTO line (id, of_order) VALUES ${rows(16, (n) => `'${line(n)}', '${order(n % 6)}'`)};
  INSERT INTO project (id) VALUES ${rows(2, (n) => `'${project(n)}'`)};
  INSERT INTO task (id, project) VALUES ${rows(4, (n) => `'${task(n)}', '${project(n % 2)}'`)};
  INSERT INTO note (id, task) VALUES ${rows(16, (n) => `'${note(n)}', '${task(n % 4)}'`)};
  INSERT INTO folder (id) VALUES ${rows(16, (n) => `'${folder(n)}'`)};`;

/** What somebody does, by numbers that are drawn: rows of several lists in either order, moves, values, deletions. */
const doings: readonly ((a: number, b: number, c: number) => string)[] = [
  (a, b) => `INSERT INTO line (of_order) VALUES ('${order(a % 6)}'), ('${order(b % 6)}')`,
  (a, b, c) => `INSERT INTO line (of_order, pieces) VALUES ('${order(a % 6)}', ${b % 9}), ('${order(c % 6)}', 2)`,
  (a, b) => `UPDATE line SET of_order = '${order(a % 6)}' WHERE id = '${line(b % 16)}'`,
  (a, b) => `UPDATE line SET pieces = ${a % 50} WHERE id = '${line(b % 16)}'`,
  (a) => `DELETE FROM line WHERE id = '${line(a % 16)}'`,
  (a, b) => `UPDATE public."order" SET buyer = '${buyer(a % 3)}' WHERE id = '${order(b % 6)}'`,
  (a, b) => `UPDATE public."order" SET factor = ${a % 5} WHERE id = '${order(b % 6)}'`,
  (a) => `INSERT INTO public."order" (buyer) VALUES ('${buyer(a % 3)}')`,
  (a, b) => `INSERT INTO note (task, hours) VALUES ('${task(a % 4)}', 3), ('${task(b % 4)}', 2)`,
  (a) => `DELETE FROM task WHERE id = '${task(a % 4)}'`,
  (a, b) => `UPDATE note SET hours = ${a % 7} WHERE id = '${note(b % 16)}'`,
  (a, b) => `UPDATE project SET base = ${a % 7} WHERE id = '${project(b % 2)}'`,
  (a, b) => `INSERT INTO task (project) VALUES ('${project(a % 2)}'), ('${project(b % 2)}')`,
  // Each folder is moved by nobody else, and into one with a greater number.
  (a, b, own) => `UPDATE folder SET parent = '${folder(own + 1 + (a % 3))}' WHERE id = '${folder(own)}' AND ${b} > 0`,
];

/** The same numbers in every run: a small multiplicative generator. */
function numbers(seed: number): () => number {
  let state = seed * 2 + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state >> 3;
  };
}

test("sixteen at once", async (context) => {
  const database = await open(source);
  const people: string[] = [];
  for (let index = 0; index < 16; index++) people.push(await database.account(`P${index}`));
  const race = await startRace(database);
  const total: Record<string, number> = {};
  for (let round = 0; round < rounds(4); round++) {
    for (const entity of ["line", "project", "folder", "order", "buyer"])
      await database.owner(`DELETE FROM public."${entity}"`);
    await database.owner(world);
    const next = numbers(round + 1);
    const attempts = Array.from({ length: 160 }, (_, index) => {
      const doing = doings[next() % doings.length];
      return { person: people[index % 16] ?? null, sql: doing?.(next(), next(), index % 12) ?? "SELECT" };
    });
    for (const [ending, count] of Object.entries(tally(await race.run(attempts))))
      total[ending] = (total[ending] ?? 0) + count;
    for (const { entity, field } of kept) {
      const worked = `writ."computed_${entity}.${field.id}"(one)`;
      const stale = await database.owner(
        `SELECT one.id, one.${field.id} AS stored, ${worked} AS worked FROM public."${entity}" AS one WHERE one.${field.id} IS DISTINCT FROM ${worked}`,
      );
      assert.deepEqual(stale, [], `${entity}.${field.id} in round ${round}`);
    }
  }
  context.diagnostic(JSON.stringify(total));
  assert.ok((total["done"] ?? 0) > 100);
  assert.equal(total["40P01"] ?? 0, 0, "deadlocks");
});
