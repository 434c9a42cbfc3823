// What is asked of the data API, and what its refusals mean: texts against texts.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { compile } from "@writ/language";
import { productModule, type Application } from "@writ/language/product";
import { runtime, type Runtime } from "@writ/language/runtime";
import { thenAddress } from "../account/then.ts";
import { csvOf } from "../screens/list/csv.ts";
import { momentDays } from "../field-types/datetime/type.ts";
import { periodOf, withoutHoles } from "../screens/dashboard/measure.ts";
import { printFilter } from "./filter.ts";
import { behind, orderBy } from "./keyset.ts";
import { refusalOf } from "../../words/refusal.ts";
import { selectFor } from "./select.ts";

const source = readFileSync(`${import.meta.dirname}/../../../../../examples/project-tracker/SPEC.md`, "utf8");
const module = productModule(compile(source));
const loaded = (await import(`data:text/javascript;base64,${Buffer.from(module).toString("base64")}`)) as {
  readonly describe: (given: Runtime) => Application;
};
const application = loaded.describe(runtime);

test("a reference brings what its row is called by, and of people the name alone", () => {
  assert.equal(
    selectFor("issue", [["title"], ["assignee"], ["project"]], application),
    "id,title,assignee,_assignee:assignee(id,name),project,_project:project!project(id,key,name)",
  );
  // A field that does not exist asks for nothing.
  assert.equal(selectFor("issue", [["nothing"]], application), "id");
});

test("a page begins behind the last row of the one before, empty values last", () => {
  const keys = [{ column: "due_on", descending: true }];
  assert.equal(orderBy(keys), "due_on.desc.nullslast,id.asc.nullslast");
  assert.equal(
    behind(keys, ["2026-01-31"], "a"),
    'or(or(due_on.lt."2026-01-31",due_on.is.null),and(due_on.eq."2026-01-31",id.gt."a"))',
  );
  assert.equal(behind(keys, [null], "a"), 'or(and(due_on.is.null,id.gt."a"))');
  // What a row says stands in quotes, whatever it says.
  assert.match(behind([{ column: "title", descending: false }], ['a"),(b\\'], "a"), /title\.gt\."a\\"\),\(b\\\\"/);
});

test("a filter that is denied counts what is empty as different", () => {
  const context = { scope: {}, me: null, now: 0, today: 0, timeZone: "UTC", rows: () => [], hasRole: () => false };
  const filter = { kind: "compare", path: ["state"], operator: "eq", value: { run: () => "done", reads: [] } } as const;
  assert.equal(printFilter(filter, "issue", context, application), 'state.eq."done"');
  assert.equal(
    printFilter({ kind: "not", of: filter }, "issue", context, application),
    'or(state.is.null,state.not.eq."done")',
  );
  assert.equal(
    printFilter(
      { kind: "not", of: { kind: "and", of: [filter, { kind: "empty", path: ["due_on"] }] } },
      "issue",
      context,
      application,
    ),
    'or(or(state.is.null,state.not.eq."done"),due_on.not.is.null)',
  );
});

test("refusals are taken apart; what has no code did not come from the product", () => {
  const details = JSON.stringify([
    { code: "REQUIRED", field: "title", clause: "3/Issue/Title", message: "Please fill this in." },
  ]);
  const refusal = refusalOf({ code: "REQUIRED", message: "Please fill this in.", details, hint: "3/Issue/Title" }, 422);
  assert.deepEqual(refusal.complaints, [
    { code: "REQUIRED", field: "title", clause: "3/Issue/Title", message: "Please fill this in." },
  ]);
  assert.equal(refusalOf({ code: "", message: "fetch failed" }, 0).code, "OFFLINE");
  assert.equal(refusalOf({ code: "23505", message: "no", details: "[not JSON" }, 409).complaints[0]?.message, "no");
});

test("cells that a spreadsheet would run are texts", () => {
  assert.equal(csvOf([["=1+1", "-5", "+x", 'a"b', "a,b"]]), '\ufeff\'=1+1,-5,\'+x,"a""b","a,b"\r\n');
});

test("weeks without anything are weeks too", () => {
  assert.equal(periodOf("2026-11-22T23:30:00Z", momentDays, "week", "Europe/Paris"), "2026-11-23");
  assert.deepEqual(
    withoutHoles(
      [
        { key: "2026-01-12", value: 2 },
        { key: "2025-12-29", value: 1 },
      ],
      "week",
    ).map(({ value }) => value),
    [1, 0, 2],
  );
});

test("signing in does not redirect to other sites", () => {
  const others = [
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/a/..//evil.example",
  ];
  for (const away of [...others, "javascript:alert(1)", undefined]) assert.equal(thenAddress(away), "/");
  assert.equal(thenAddress("/tickets?q=a"), "/tickets?q=a");
});
