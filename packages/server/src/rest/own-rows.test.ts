// Somebody who reads nothing but their own rows, and asks for one of them by what stands in it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createClient } from "@supabase/supabase-js";
import { products } from "../testing/product.ts";

const source = readFileSync(`${import.meta.dirname}/../../../../examples/help-desk/SPEC.md`, "utf8");
const startProduct = products();

test("a user who may read only their own rows finds one by its text on every request", async () => {
  const desk = await startProduct(source);
  const token = await desk.person("Dora");
  const dora = createClient(desk.url, desk.anonKey, {
    accessToken: async () => token,
    auth: { persistSession: false },
  });
  const { data: category } = await dora.from("category").select("id").eq("name", "Hardware").single();
  for (const subject of ["First", "Second"])
    await dora.from("ticket").insert({ subject, body: "It blinks red and prints nothing.", category: category?.id });
  for (const subject of ["First", "Second", "First", "Third"]) {
    const { data } = await dora.from("ticket").select("subject").eq("subject", subject);
    assert.deepEqual(data, subject === "Third" ? [] : [{ subject }]);
  }
});
