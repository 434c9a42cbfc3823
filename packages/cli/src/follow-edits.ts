// While a document is written: each edit of it becomes the product at once, or what keeps it from that is said.
import { compile, type Compiled } from "@writ/language";
import type { Database } from "@writ/server/postgres";
import { applyAsking } from "./apply-asking.ts";
import { check } from "./check.ts";
import type { Console } from "./console.ts";
import { readFile } from "./read-file.ts";

export type Following = {
  readonly file: string;
  readonly database: Database;
  readonly sample: boolean;
  /** What was applied, once it was. */
  readonly onApplied: (compiled: Compiled) => Promise<void>;
};

/**
 * One edit after the other; of several that come while one is applied only the last counts. With mistakes in the document,
 * or with something in the way of its change, the product goes on as it was. Ends when the answer is called.
 */
export function followEdits(
  { file, database, sample, onApplied }: Following,
  source: string,
  console: Console,
): () => Promise<void> {
  let known = source;
  let isEdited = false;
  let working: Promise<void> | undefined;
  const work = async () => {
    while (isEdited) {
      isEdited = false;
      const { source: edited, problem } = readFile(file, console);
      // An editor may be in the middle of writing it: the next word of it says more.
      if (problem !== undefined || edited === known) continue;
      known = edited;
      const compiled = compile(edited);
      if (compiled.problems.some(({ severity }) => severity === "error")) {
        check([file], "text", console);
        console.error("The product goes on as it was.\n");
      } else if (await applyAsking(edited, compiled, database, { drop: [], sample }, console))
        await onApplied(compiled);
      else console.error("The product goes on as it was.\n");
    }
  };
  const stop = console.watch(file, () => {
    isEdited = true;
    working ??= work()
      .catch((failure: unknown) =>
        console.error(`writ run: ${failure instanceof Error ? failure.message : String(failure)}\n`),
      )
      .finally(() => (working = undefined));
  });
  return async () => {
    stop();
    await working;
  };
}
