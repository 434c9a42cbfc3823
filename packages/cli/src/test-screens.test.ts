// Screens in a browser, ended by a user while one of them never comes to an end.
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../language/src/testing/run-cases.ts";
import { findForPages } from "../../web/src/testing/find-chromium.ts";
import { screensOf } from "./proving/test-screens.ts";
import { ownTemporary } from "./testing/own-temporary.ts";
import { pause } from "../../language/src/testing/eventually.ts";

const temporary = ownTemporary();

const { source } = completeDocument(`
## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Loop | \`/\` | component | Person | yes |

### Loop
- Code: \`screens/loop.tsx\`

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);

const surroundings = { environment: { WRIT_CHROMIUM: findForPages() }, error: () => undefined };

test("a screen that loops forever does not prevent stopping, and its copy is removed", async () => {
  const folder = join(temporary, "document");
  mkdirSync(join(folder, "screens"), { recursive: true });
  writeFileSync(join(folder, "screens/loop.tsx"), "export default function Loop() { for (;;); }");
  const screens = await screensOf(compile(source), join(folder, "SPEC.md"), "", { offline: true }, surroundings);
  assert.ok(typeof screens === "object");
  const ended = new AbortController();
  const opened: string[] = [];
  const opening = screens.open(source, ended.signal, (_count, _all, { case: one }) => {
    opened.push(one.me === null ? "nobody" : "somebody");
    // By then the next one, which is a user's, is being drawn.
    void pause(2000, "the next one never ends, and is to be begun").then(() => ended.abort());
  });
  await assert.rejects(opening);
  assert.deepEqual(opened, ["nobody"]);
  assert.deepEqual(readdirSync(temporary), ["document"]);
});
