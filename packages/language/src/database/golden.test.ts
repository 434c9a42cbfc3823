// One entity with states, a rule, rights and an effect as all that it becomes, in the order in which it is made.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { compile } from "../compile.ts";
import { completeDocument, problemLines } from "../testing/run-cases.ts";
import { databaseOf } from "./database.ts";
import { inOrder } from "./order.ts";
import { createObject } from "./sql.ts";

test("a ticket is what golden/repairs.sql says", () => {
  const fragment = readFileSync(join(import.meta.dirname, "golden/repairs.md"), "utf8");
  assert.equal(problemLines(fragment), "ok\n");
  const made = inOrder(databaseOf(compile(completeDocument(fragment).source)))
    .filter(({ kind }) => kind !== "data")
    .map((object) => createObject(object).map((statement) => `${statement};\n`))
    .filter((statements) => /\bticket\b|_ticket\b/.test(statements.join("")))
    .map((statements) => statements.join(""));
  const found = [
    "-- What the entity Ticket of repairs.md becomes, in the order in which it is made. It is written by golden.test.ts.\n",
    ...made,
  ].join("\n");
  const file = join(import.meta.dirname, "golden/repairs.sql");
  if (process.env["WRIT_ACCEPT"] === "1") writeFileSync(file, found);
  assert.equal(found, readFileSync(file, "utf8"));
});
