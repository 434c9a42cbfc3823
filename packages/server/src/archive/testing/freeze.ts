// Freezes an archive of the present state, once for each format: `node --test packages/server/src/archive/testing/freeze.ts`.
// What is frozen stays: every later version of Writ must read it.
import { existsSync } from "node:fs";
import { test } from "node:test";
import { products } from "../../testing/product.ts";
import { format } from "../manifest.ts";
import { addPerson, exampleOf, exported, startSampled, upload } from "./moved.ts";

const start = products();

test("the archive of this format is frozen, unless it is", async () => {
  const target = new URL(`format-${format}.tar`, import.meta.url).pathname;
  if (existsSync(target)) return;
  const product = await startSampled(start, exampleOf("help-desk"));
  await addPerson(product, "Zoe");
  await upload(product, "a/b.txt", "the file");
  await exported(product, target);
});
