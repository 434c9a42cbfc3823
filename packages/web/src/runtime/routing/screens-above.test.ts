// Which screens are above one: by its address, and where that leads to nothing about the same rows, a list of them.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { compile } from "@writ/language";
import { productModule, type Application } from "@writ/language/product";
import { runtime, type Runtime } from "@writ/language/runtime";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import type { Product } from "../product/product.tsx";
import { screensAbove } from "./screens-above.ts";

const { source } = completeDocument(`# Practice

## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Treatments | \`/\` | list of Treatment | anyone | yes |
| Treatment | \`/treatments/:treatment\` | detail of Treatment | anyone | |
| Visits of all | \`/all\` | list of Visit | Desk | yes |
| My visits | \`/mine\` | list of Visit | signed in | yes |
| Visit | \`/visits/:visit\` | detail of Visit | signed in | |
| Change visit | \`/visits/:visit/change\` | edit Visit | signed in | |
| Book | \`/book\` | new Visit | signed in | yes |
| Notes | \`/notes\` | list of Note | Desk | yes |
| Note | \`/n/:note\` | detail of Note | signed in | |

## 3. Entities and their fields

### Treatment
| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 60 | yes | |

### Visit
| Field | Type | Required | Default |
| --- | --- | --- | --- |
| About | text up to 60 | yes | |

### Note
| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text up to 60 | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Anybody | anyone |
| Desk | named at installation |

| For | May | Anybody | Desk |
| --- | --- | --- | --- |
| Treatment | read | yes | yes |
| Treatment | create, update, delete | no | no |
| Visit | create, read, update | yes | yes |
| Visit | delete | no | no |
| Note | read | yes | yes |
| Note | create, update, delete | no | no |
`);

let application: Application;

before(async () => {
  const module = `data:text/javascript;base64,${Buffer.from(productModule(compile(source))).toString("base64")}`;
  application = ((await import(module)) as { describe: (given: Runtime) => Application }).describe(runtime);
});

function above(label: string, ...roles: readonly string[]): readonly string[] {
  const screen = application.screens.find((one) => one.label === label) ?? assert.fail(label);
  const held = roles.map((role) => ({ role, within: null }));
  const reader = { application, person: { id: "p" }, roles: held } as unknown as Product;
  return screensAbove(screen, reader).map((one) => one.label);
}

test("the screen whose address is a prefix is above", () => {
  assert.deepEqual(above("Change visit"), ["Visit"]);
  assert.deepEqual(above("Treatment"), ["Treatments"]);
});

test("a screen without an address above it is below a list of the same rows in its reader's menu", () => {
  assert.deepEqual(above("Visit"), ["My visits"]);
  assert.deepEqual(above("Visit", "desk"), ["Visits of all"]);
  // Where they have none, below the start page.
  assert.deepEqual(above("Note"), ["Treatments"]);
  assert.deepEqual(above("Note", "desk"), ["Notes"]);
});

test("a screen in the menu has none above it", () => {
  assert.deepEqual(above("Book"), []);
  assert.deepEqual(above("My visits"), []);
});
