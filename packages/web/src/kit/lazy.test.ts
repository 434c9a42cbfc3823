// Parts that are loaded where they are wanted: what stands in their place, and for how long.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { lazy } from "./lazy.ts";

const part = () => lazy(async () => () => createElement("p", undefined, "the part"));

const drawn = ({ Later }: ReturnType<typeof part>) => renderToString(createElement(Later, { instead: "a skeleton" }));

test("a part that has not loaded has something in its place", () => {
  const shown = drawn(part());
  assert.match(shown, /a skeleton/);
  assert.doesNotMatch(shown, /the part/);
});

test("a part that was loaded before its first drawing is drawn at once", async () => {
  const known = part();
  await known.load();
  const shown = drawn(known);
  assert.match(shown, /the part/);
  assert.doesNotMatch(shown, /a skeleton/);
});
