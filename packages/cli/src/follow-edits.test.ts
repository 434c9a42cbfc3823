// What no one expected of one edit, such as a database that goes away, takes no later edit with it.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { compile } from "@writ/language";
import type { Database } from "@writ/server/postgres";
import type { Writing } from "@writ/server/serve";
import { openMade } from "../../server/src/postgres/testing/copied.ts";
import { eventually } from "../../language/src/testing/eventually.ts";
import { emptyFolder, kill, serverOf } from "../../server/src/postgres/testing/surroundings.ts";
import { followEdits } from "./serving/follow-edits.ts";

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
      // A user writes on while the first edit is tried.
      if (tries === 1) {
        text = source("Third");
        changed();
      }
      throw new Error("Nobody expected this.");
    },
  } as unknown as Database;
  const first = { file: "SPEC.md", source: text, compiled: compile(text) };
  const writing = {
    state: () => ({ served: first }),
    stopped: (
      edition: { readonly compiled: { readonly model: { readonly title: string } } },
      words: readonly string[],
    ) => {
      told.push([edition.compiled.model.title, ...words]);
      if (told.length === 2) enough.resolve(undefined);
    },
  } as unknown as Writing;
  const stop = follow(
    { database, writing },
    (edited) => (changed = edited),
    () => text,
  );
  text = source("Second");
  changed();
  await enough.promise;
  await stop();
  const mistake = "This edit could not be applied. This is a mistake in Writ, not in the document.";
  assert.deepEqual(
    told.map(([title, what, , stack]) => [title, what, stack]),
    [
      ["Second", mistake, "Error: Nobody expected this."],
      ["Third", mistake, "Error: Nobody expected this."],
    ],
  );
});

test("an edit that is saved while the database is started again is applied when it is back", async () => {
  const folder = emptyFolder({ after });
  const database = await openMade(folder);
  let text = source("First");
  const first = { file: "SPEC.md", source: text, compiled: compile(text) };
  const told: string[] = [];
  const served = Promise.withResolvers<string>();
  const writing = {
    state: () => ({ served: first }),
    stopped: (_edition: unknown, words: readonly string[]) => void told.push(words.join(" ")),
    serve: async (edition: { readonly source: string }) => served.resolve(edition.source),
  } as unknown as Writing;
  let changed = (): void => undefined;
  const stop = follow(
    { database, writing },
    (edited) => (changed = edited),
    () => text,
  );
  const [server = 0] = serverOf(folder);
  kill(server);
  await eventually(() => database.state().is === "restarting", "it is noticed");
  text = source("Second");
  changed();
  assert.equal(await served.promise, text);
  await stop();
  assert.deepEqual(told, ["The database is not available at the moment. This edit will be applied when it is back."]);
  await database.stop();
});

test("a mistake in Writ while reading an edit is reported as such, and the next edit is served", async () => {
  const database = await openMade(emptyFolder({ after }));
  let text = source("First");
  let breaks = 1;
  const compiled = new Proxy(compile(text), {
    get: (known, key) => {
      if (breaks-- > 0) throw new RangeError("Maximum call stack size exceeded");
      return Reflect.get(known, key);
    },
  });
  const first = { file: "SPEC.md", source: text, compiled };
  const told = Promise.withResolvers<readonly string[]>();
  const served = Promise.withResolvers<string>();
  const writing = {
    state: () => ({ served: first }),
    stopped: (_edition: unknown, words: readonly string[]) => told.resolve(words),
    serve: async (edition: { readonly source: string }) => served.resolve(edition.source),
  } as unknown as Writing;
  let changed = (): void => undefined;
  const stop = follow(
    { database, writing },
    (edited) => (changed = edited),
    () => text,
  );
  text = source("Second");
  changed();
  const [what, send, stack] = await told.promise;
  assert.equal(what, "This edit could not be applied. This is a mistake in Writ, not in the document.");
  assert.match(send ?? "", /^Please report it, with SPEC\.md /);
  assert.equal(stack, "RangeError: Maximum call stack size exceeded");
  text = source("Third");
  changed();
  assert.equal(await served.promise, text);
  await stop();
  await database.stop();
});

const follow = (
  { database, writing }: { readonly database: Database; readonly writing: Writing },
  onWatch: (changed: () => void) => void,
  read: () => string,
) =>
  followEdits(
    { file: "SPEC.md", database, sample: false, writing, address: undefined, onServed: async () => undefined },
    {
      out: () => undefined,
      error: () => undefined,
      colour: false,
      columns: 80,
      read: () => new TextEncoder().encode(read()),
      write: () => undefined,
      unwritable: () => undefined,
      create: () => undefined,
      exists: () => true,
      environment: {},
      watch: (_path, edited) => {
        onWatch(edited);
        return () => undefined;
      },
      untilStopped: async () => undefined,
    },
  );
