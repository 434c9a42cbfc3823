// The nearest of the words that could have stood there.
import assert from "node:assert/strict";
import { test } from "node:test";
import { didYouMean, didYouMeanOrKnown } from "./suggestion.ts";

test("slips of the pen, other letters, and one for many are near", () => {
  const near = {
    Asignee: "Assignee",
    "due-on": "Due on",
    Tikcet: "Ticket",
    Copy: "Copies",
    Tickets: "Ticket",
    Boxes: "Box",
  };
  for (const [found, meant] of Object.entries(near)) {
    assert.equal(didYouMean(found, Object.values(near)), `Did you mean "${meant}"?`);
  }
});

test("what is exactly there comes before what is near, and the rest is not near", () => {
  assert.equal(didYouMean("boxs", ["boxes", "boxs"]), 'Did you mean "boxs"?');
  assert.equal(didYouMean("glass", ["gla", "Ticket"]), "");
  assert.equal(didYouMeanOrKnown("glass", ["Ticket", "Box"]), "Known: Ticket, Box.");
});
