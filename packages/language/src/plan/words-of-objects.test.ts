// Whatever a person calls a thing: what every object in JavaScript has by that name is not taken for it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../compile.ts";
import { runtime, type Runtime } from "../expression/javascript/runtime.ts";
import type { Application } from "../product/application.ts";
import { productModules } from "../product/product-module.ts";
import { databases } from "../testing/database.ts";
import { completeDocument } from "../testing/run-cases.ts";

const { open } = databases();

/** `thing`: the identifier of the entity, whose label begins with a capital. */
const documentOf = (label: string) => {
  const id = label.toLowerCase();
  return completeDocument(`
## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| ${label} | \`/\` | list of ${label} | ${label} | yes |

### ${label}
- Show: ${label}, State
- Filter by: State

## 3. Entities and their fields

### User

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| ${label} | text up to 40 | no | |

### ${label}

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| ${label} | text up to 40 | yes | |
| Hidden | text up to 40 | no | |
| State | state | | |

### Other

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| ${label} | text up to 40 | no | |
| Text | text up to 40 | no | 'text' |

### Seed: Other
| Key | Text |
| --- | --- |
| one | One |

## 4. States and transitions

### ${label}

| State | Kind |
| --- | --- |
| ${label} | start |
| Closed | end |

| Transition | From | To | On | Only if |
| --- | --- | --- | --- | --- |
| ${label} | ${label} | Closed | button | |

## 5. Validation rules

| Rule | For | When | Must hold | Otherwise | At |
| --- | --- | --- | --- | --- | --- |
| ${label} | ${label} | | \`size(${id}.${id}) > 1\` | ${label.toUpperCase()} | ${label} |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| ${label} | signed in |
| Lead | named at installation |

| Condition | For | Holds when |
| --- | --- | --- |
| ${id} | ${label} | \`${id}.created_by == me\` |

| For | May | ${label} | Lead |
| --- | --- | --- | --- |
| ${label} | create, read, update, delete | ${id} | yes |
| ${label} | ${label} | yes | yes |
| Other | read | yes | yes |
| Other | create, update, delete | no | yes |
| Other | see ${label} | no | yes |

## 7. The calls it makes

| Call | Kind | On | Code |
| --- | --- | --- | --- |
| ${label} | schedule | every day at 07:30 | below |

### ${label}

\`\`\`ts
await system.other.create({});
\`\`\`

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| ${label.toUpperCase()} | It is short | 422 | It is too short. |
`).source;
};

for (const label of ["Constructor", "Thing"])
  test(`everything is called ${label}`, async () => {
    const source = documentOf(label);
    const id = label.toLowerCase();
    const compiled = compile(source);
    assert.deepEqual(
      compiled.problems
        .filter(({ severity }) => severity === "error")
        .map(({ address, message }) => [address, message]),
      [],
    );
    const database = await open(source);
    const ann = await database.account("Ann");
    const as = async (sql: string) => {
      const answer = await database.as(ann, sql);
      return "rows" in answer ? answer.rows : answer.code;
    };
    assert.equal(await as(`INSERT INTO ${id} (${id}) VALUES ('x')`), label.toUpperCase());
    assert.deepEqual(await as(`INSERT INTO ${id} (${id}) VALUES ('long')`), []);
    assert.deepEqual(await as(`SELECT ${id}, state FROM ${id}`), [{ [id]: "long", state: id }]);
    assert.deepEqual(await as("SELECT text FROM other"), [{ text: "One" }]);
    const { moduleFor } = productModules(compiled);
    const module = moduleFor({ isSignedIn: true, roles: [id] });
    const address = `data:text/javascript;base64,${Buffer.from(module).toString("base64")}`;
    const { describe } = (await import(address)) as { readonly describe: (given: Runtime) => Application };
    const { entities, calls, messages } = describe(runtime);
    assert.deepEqual(Object.keys(entities).toSorted(), [id, "other", "user"].toSorted());
    assert.equal(entities[id]?.fields[id]?.label, label);
    // It is hidden from whoever has no other role.
    assert.deepEqual(Object.keys(entities["other"]?.fields ?? {}).includes(id), false);
    for (const record of [entities, calls, messages, entities["other"]?.fields ?? {}])
      assert.equal((record as Readonly<Record<string, unknown>>)["toString"], undefined);
  });
