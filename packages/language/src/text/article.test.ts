// The article goes by the sound that a word begins with, and leaves its letters as they are.
import assert from "node:assert/strict";
import { test } from "node:test";
import { article, withArticle } from "./article.ts";

test("the article fits the sound, also where the letter says otherwise", () => {
  const an = [
    "Item",
    "issue",
    "Organisation",
    "Event",
    "Hour",
    "honest answer",
    "heir",
    "uncle",
    "Uninvited guest",
    "unimportant note",
    "usher",
    "API",
    "SLA",
    "onerous task",
    "unidentified call",
    "unissued bill",
    "X-ray",
    "x-axis",
    "S3 bucket",
    "NFC tag",
    "MRI",
    "8 o'clock call",
    "80 % share",
    "11 items",
    "18,000 items",
  ];
  const a = [
    "User",
    "user account",
    "unit",
    "Union",
    "one",
    "one-off",
    "European order",
    "usage",
    "utility bill",
    "URL",
    "VAT number",
    "Ticket",
    "house",
    "Usual case",
    "unimodal curve",
    "unidirectional link",
    "U-turn",
    "T-shirt",
    "NATO base",
    "NASA probe",
    "SIM card",
    "1 item",
    "110 items",
    "1800 items",
  ];
  assert.deepEqual(
    an.filter((word) => article(word) !== "an"),
    [],
  );
  assert.deepEqual(
    a.filter((word) => article(word) !== "a"),
    [],
  );
  assert.equal(withArticle("Invoice line"), "an Invoice line");
  assert.equal(withArticle('"Item"'), 'an "Item"');
});
