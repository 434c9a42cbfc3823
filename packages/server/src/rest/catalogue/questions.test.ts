// Queries that look at the same thing in two questions look at it in the same way.
import assert from "node:assert/strict";
import { test } from "node:test";
import { functionsQuestion, handlersQuestion, tablesQuestion } from "./questions.ts";

function partOf(question: string, name: string): string {
  const found = new RegExp(` *-- .*\\n +${name} AS \\([^]*?\\n  \\)`).exec(question);
  assert.ok(found, name);
  return found[0];
}

test("domains are what they restrict", () =>
  assert.equal(partOf(tablesQuestion, "base_types"), partOf(functionsQuestion, "base_types")));

test("domains of media types are named for them", () =>
  assert.equal(partOf(handlersQuestion, "media_types"), partOf(functionsQuestion, "media_types")));
