// Every whole document that is at hand becomes a database whose policies look nothing up themselves.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { databases } from "../../../testing/database.ts";

const { open } = databases();
const root = `${import.meta.dirname}/../../../../../..`;
const products = `${root}/packages/language/src/testing/documents`;
const documents = [
  ...readdirSync(`${root}/examples`).map((name) => `${root}/examples/${name}/SPEC.md`),
  ...readdirSync(products).map((name) => `${products}/${name}`),
].filter((path) => path.endsWith(".md"));

for (const path of documents) {
  test(path.slice(root.length + 1), async () => {
    const database = await open(readFileSync(path, "utf8"));
    const policies = await database.owner(
      "SELECT tablename, COALESCE(qual, with_check) AS sql FROM pg_policies WHERE schemaname IN ('public', 'writ_data')",
    );
    for (const { tablename, sql } of policies) {
      // A table in a policy would be read with the rights of who asks, and asked for every row.
      assert.doesNotMatch(
        String(sql),
        /(?<!DISTINCT )\bFROM\b(?! writ_policies\.set_\w+ chosen)/,
        `${tablename}: ${sql}`,
      );
      for (const [call] of String(sql).matchAll(/writ(?:_policies)?\.\w+\(/g)) {
        assert.match(
          call,
          /writ\.(?:has_role|was_given_role|things_of_role|now|today|add_|divide|slug|was_written)|writ_policies\.(?:set|fact|row)_/,
        );
      }
    }
  });
}
