// What nobody expected of one edit, such as a database that goes away, takes no later edit with it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import type { Database } from "@writ/server/postgres";
import type { Writing } from "@writ/server/serve";
import { followEdits } from "./follow-edits.ts";

const source = (title: string) =>
  `# ${title}\n\n${["What the product does and for whom", "Screens and routes", "Entities and their fields", "States and transitions", "Validation rules", "Roles and permissions", "The calls it makes", "The error catalogue", "Business constants and limits"].map((name, at) => `## ${at + 1}. ${name}\n\nnot shown.\n`).join("\n")}`;

test("an edit that comes while another one breaks is tried too", async () => {
  let text = source("First");
  const told: (readonly string[])[] = [];
  const enough = Promise.withResolvers<undefined>();
  let changed = (): void => undefined;
  let tries = 0;
  const database = {
    connect: async () => {
      tries++;
      // Somebody writes on while the first edit is tried.
      if (tries === 1) {
        text = source("Third");
        changed();
      }
      throw new Error("The database is away.");
    },
  } as unknown as Database;
  const first = { file: "SPEC.md", source: text, compiled: compile(text) };
  const writing = {
    standing: () => ({ served: first }),
    stopped: (
      edition: { readonly compiled: { readonly model: { readonly title: string } } },
      words: readonly string[],
    ) => {
      told.push([edition.compiled.model.title, ...words]);
      if (told.length === 2) enough.resolve(undefined);
    },
  } as unknown as Writing;
  const stop = followEdits(
    { file: "SPEC.md", database, sample: false, writing, address: undefined, onServed: async () => undefined },
    {
      out: () => undefined,
      error: () => undefined,
      colour: false,
      columns: 80,
      read: () => new TextEncoder().encode(text),
      write: () => undefined,
      unwritable: () => undefined,
      create: () => undefined,
      exists: () => true,
      environment: {},
      watch: (_path, edited) => {
        changed = edited;
        return () => undefined;
      },
      untilStopped: async () => undefined,
    },
  );
  text = source("Second");
  changed();
  await enough.promise;
  await stop();
  assert.deepEqual(told, [
    ["Second", "This edit could not be applied.", "The database is away."],
    ["Third", "This edit could not be applied.", "The database is away."],
  ]);
});
