// The roles of sample users beside their names.
import assert from "node:assert/strict";
import { test } from "node:test";
import { rolesBeside } from "./roles-beside.ts";

test("a name that is the role's own is said once", () => {
  assert.deepEqual(rolesBeside("Lead", ["Lead"]), []);
  assert.deepEqual(rolesBeside("lead", ["Lead", "Agent"]), ["Agent"]);
  assert.deepEqual(rolesBeside("Nadia Haddad", ["Lead"]), ["Lead"]);
});
