// What takes the place of a value: of the same form, different for different values, and nothing of what it was.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { textPatterns } from "@writ/language/patterns";
import { masksOf, parseExactly } from "./masks.ts";

const masks = masksOf(randomBytes(32));

test("a text keeps its form, and different texts stay different, also ignoring case", () => {
  const text = "Dear Dr. Müller-Okafor, call 2026-03: ÄB!\n";
  const masked = masks.text(text);
  assert.equal(masked.length, text.length);
  assert.match(
    masked,
    /^[A-Z][a-z]{3} [A-Z][a-z]\. [A-Z][ø-ÿ][a-z]{4}-[A-Z][a-z]{5}, [a-z]{4} \d{4}-\d\d: [À-Ö][A-Z]!\n$/,
  );
  assert.equal(masks.text(text), masked);
  assert.notEqual(masksOf(randomBytes(32)).text(text), masked);
  const letters = "abcdefghijklmnopqrstuvwxyz";
  for (const length of [1, 2, 3]) {
    const all = Array.from({ length: 26 ** length }, (_, n) =>
      Array.from({ length }, (__, at) => letters[Math.floor(n / 26 ** at) % 26]).join(""),
    );
    assert.equal(new Set(all.map(masks.text)).size, all.length);
    const other = all.map((one) => masks.text(one.toUpperCase()).toLowerCase());
    assert.deepEqual(other, all.map(masks.text));
  }
  const numbers = Array.from({ length: 10_000 }, (_, n) => masks.text(`A-${String(n).padStart(4, "0")}`));
  assert.equal(new Set(numbers).size, 10_000);
  assert.equal(masks.text(""), "");
  assert.equal(masks.text("?! …"), "?! …");
});

test("addresses, links and phone numbers are of their kind and lead nowhere", () => {
  const email = masks.email("Ann.Moreau@example.org");
  assert.match(email, new RegExp(textPatterns.email, "u"));
  assert.match(email, /@example\.invalid$/);
  assert.equal(masks.email("ann.moreau@example.org"), email);
  assert.match(masks.url("https://moreau.example/ann"), new RegExp(textPatterns.url, "u"));
  assert.match(masks.phone("+33 1 23 45 67 89"), new RegExp(textPatterns.phone));
  assert.match(masks.phone("+33 1 23 45 67 89"), /^\+999\d{11}$/);
  const id = "349443e6-aa44-4bfe-b5d4-fd10d972d98f";
  assert.match(masks.path(`${id}/CV Moreau.PDF`), new RegExp(`^${id}/[0-9a-f]{16}\\.PDF$`));
});

test("in JSON all texts are replaced, and numbers stay as they are written", () => {
  const text = '{"a":[12345678901234567890.120,"Moreau"],"b":{"mail":"ann@example.org","is":true,"no":null}}';
  const masked = JSON.stringify(masks.json(parseExactly(text)));
  assert.match(
    masked,
    /^\{"a":\[12345678901234567890\.120,"[A-Z][a-z]{5}"\],"b":\{"mail":"person-\w+@example\.invalid","is":true,"no":null\}\}$/,
  );
  assert.ok(!/moreau|ann@/i.test(masked));
});

test("names in other scripts stay different, and in their script", () => {
  const { text } = masksOf(Buffer.from("a key"));
  const signs = Array.from({ length: 50 }, (_, at) => String.fromCodePoint(0x4e00 + at * 37));
  const names = signs.flatMap((one) => signs.map((other) => one + other));
  assert.equal(new Set(names.map(text)).size, names.length);
  assert.ok(names.map(text).every((one) => /^[一-鿿]{2}$/.test(one)));
  const letters = [..."абвгдежзийклмнопрстуфхцчшщъыьэюя"];
  const words = letters.flatMap((one) => letters.map((other) => one + other));
  assert.equal(new Set(words.map(text)).size, words.length);
  assert.match(text("Björn Ångström"), /^[A-Z][a-z][à-ö][a-z]{2} [À-Ö][a-z]{5}[à-ö][a-z]$/);
});
