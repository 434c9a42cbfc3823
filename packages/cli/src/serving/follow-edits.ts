// While a document is written: each edit of it becomes the product at once, or what keeps it from that is said.
import { setTimeout } from "node:timers/promises";
import { compile, type Compiled } from "@writ/language";
import type { Database } from "@writ/server/postgres";
import type { Edition, Writing } from "@writ/server/serve";
import { applyWithConsent, type ConsoleConsent } from "./apply-with-consent.ts";
import { check } from "../document/check.ts";
import type { Console } from "../terminal/console.ts";
import { ownMistake } from "../process/own-mistake.ts";
import { readFile } from "../document/read-file.ts";
import { visible } from "../terminal/visible.ts";

/** Milliseconds after which a database that was away is looked for. */
const again = 300;

export type Following = {
  readonly file: string;
  readonly database: Database;
  readonly sample: boolean;
  /** Messages and questions about edits in browsers. */
  readonly writing: Writing;
  /** Where the console is. */
  readonly address: string | undefined;
  /** What has become the product. */
  readonly onServed: (compiled: Compiled) => Promise<void>;
};

/**
 * One edit after the other; of several that come while one is applied only the last counts, and a question about an edit
 * that is followed by another one is taken back. With mistakes in the document, or with something in the way of its
 * change, the product goes on as it was. Ends when the answer is called.
 */
export function followEdits(
  { file, database, sample, writing, address, onServed }: Following,
  console: Console,
): () => Promise<void> {
  let known: Edition = writing.state().served;
  let isEdited = false;
  let working: Promise<void> | undefined;
  let overtaken = new AbortController();
  const work = async () => {
    while (isEdited) {
      isEdited = false;
      overtaken = new AbortController();
      // An unexpected failure of one edit is reported, and the next one still has its turn.
      await edit(overtaken.signal).catch(broken);
    }
  };
  const edit = async (signal: AbortSignal) => {
    const { source, problem } = readFile(file, console);
    // An editor may be in the middle of writing it: the next word of it says more.
    if (problem !== undefined || source === known.source) return;
    known = { file, source, compiled: compile(source, known.compiled) };
    let isDone = false;
    try {
      isDone = await becomeWhenThere(known, signal);
    } finally {
      if (!isDone) known = { ...known, source: "" };
    }
  };
  /** While the database is being started again the edit waits for it, or for the edit that comes next. */
  const becomeWhenThere = async (edition: Edition, signal: AbortSignal): Promise<boolean> => {
    const { isAway } = await import("@writ/server/postgres");
    for (let isTold = false; ; isTold = true) {
      try {
        return await become(edition);
      } catch (failure) {
        if (!isAway(failure)) throw failure;
        if (!isTold) {
          const words = ["The database is not available at the moment. This edit will be applied when it is back."];
          writing.stopped(edition, words);
          console.error(`writ run: ${words.join(" ")}\n`);
        }
      }
      await setTimeout(again, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return false;
    }
  };
  const broken = (failure: unknown) => {
    const words = ownMistake("This edit could not be applied.", file, failure);
    writing.stopped(known, words);
    console.error(`writ run: ${words.map(visible).join("\n")}\nThe product stays as it was.\n`);
  };
  /** False where it has to be looked at again. */
  const become = async (edition: Edition): Promise<boolean> => {
    const { source, compiled } = edition;
    if (compiled.problems.some(({ severity }) => severity === "error")) {
      writing.mistaken(edition);
      check([file], "text", console);
      console.error("The product stays as it was.\n");
      return true;
    }
    const { signal } = overtaken;
    const elsewhere: ConsoleConsent = {
      signal,
      address,
      ask: async (plan, losses, until) => writing.ask(edition, plan, losses, until),
    };
    const before = writing.state().served;
    const applied = await applyWithConsent(
      source,
      compiled,
      database,
      { drop: [], sample, before, elsewhere },
      console,
    );
    if (applied.is === "taken back") return false;
    if (applied.is === "not applied") {
      writing.stopped(edition, applied.words);
      console.error("The product stays as it was.\n");
    } else {
      await writing.serve(edition, applied.isOther);
      await onServed(compiled);
    }
    return true;
  };
  const stop = console.watch(file, () => {
    isEdited = true;
    overtaken.abort();
    working ??= work().finally(() => (working = undefined));
  });
  return async () => {
    stop();
    overtaken.abort();
    await working;
  };
}
