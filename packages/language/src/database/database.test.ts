// A document as a database: the thinnest path through all of it, as real roles.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { databases } from "../testing/database.ts";

const { open } = databases();
const source = readFileSync(`${import.meta.dirname}/../../../../examples/help-desk/SPEC.md`, "utf8");

test("the help desk as a database", async () => {
  const desk = await open(source);
  const [ann, lea] = [await desk.account("Ann"), await desk.account("Lea", "lead")];
  const refused = await desk.as(ann, "INSERT INTO category (name) VALUES ('Phones')");
  assert.deepEqual(refused, {
    code: "FORBIDDEN",
    status: 403,
    message: "You do not have permission to do this.",
    problems: [{ code: "FORBIDDEN", clause: "6/Category/create" }],
  });
  const done = await desk.as(lea, "INSERT INTO category (name) VALUES ('Phones') RETURNING name");
  assert.deepEqual(done, { rows: [{ name: "Phones" }] });
  const nobody = await desk.as(null, "SELECT name FROM category");
  assert.deepEqual(nobody, { rows: [] });
});
