// Which languages there are is not shown: mails are written in the document's own words, whoever reads them, and in no other that it has.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../testing/product.ts";
import { eventually } from "../../../language/src/testing/eventually.ts";

const start = products();
const said = new URL("../../../language/src/sections/constants/cases/languages-not-shown.md", import.meta.url);

test("mails take the document's own words, though others are there and asked for", async () => {
  const product = await start(completeDocument(readFileSync(said, "utf8")).source, { development: true });
  const token = await product.person("Fanny");
  await product.owner(`UPDATE auth.users SET raw_user_meta_data = raw_user_meta_data || '{"language": "fr"}'`);
  const french = { "accept-language": "fr", "content-type": "application/json", apikey: product.anonKey };
  const made = await fetch(`${product.url}/rest/v1/item`, {
    method: "POST",
    headers: { ...french, authorization: `Bearer ${token}` },
    body: JSON.stringify({ name: "Chair" }),
  });
  assert.equal(made.status, 201);
  const refused = await fetch(`${product.url}/rest/v1/item`, {
    method: "POST",
    headers: { ...french, authorization: `Bearer ${token}` },
    body: "{}",
  });
  assert.equal(((await refused.json()) as { readonly message: string }).message, "Needed.");
  const mails = await eventually(async () => {
    const there = await product.mailbox("fanny@example.test");
    return there.length > 0 && there;
  }, "a mail");
  assert.deepEqual(
    mails.map(({ subject, text }) => [subject, text]),
    [["Made", "It is made.\n"]],
  );
});
