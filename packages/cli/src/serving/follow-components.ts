// While a document is written: each edit of a file that its components are made of is seen in open pages.
import type { Writing } from "@writ/server/serve";
import type { Console } from "../terminal/console.ts";

export type FollowingComponents = {
  /** These are the files from now on. */
  readonly watch: (sources: readonly string[]) => void;
  /** Edits that come before are overlooked: no one sees the product yet. */
  readonly begin: (writing: Writing) => void;
  readonly end: () => Promise<void>;
};

/** An editor writes a file in several steps; components are made once of all of them. */
const settleMilliseconds = 30;

export function followComponents(console: Console): FollowingComponents {
  const watched = new Map<string, () => void>();
  let writing: Writing | undefined;
  let timer: NodeJS.Timeout | undefined;
  let working = Promise.resolve();
  const changed = () => {
    if (writing === undefined) return;
    const { serve, state } = writing;
    clearTimeout(timer);
    timer = setTimeout(() => {
      working = working
        .then(async () => serve(state().served, false))
        .catch((failure: unknown) =>
          console.error(`writ run: ${failure instanceof Error ? failure.message : String(failure)}\n`),
        );
    }, settleMilliseconds);
  };
  return {
    watch: (sources) => {
      for (const [source, stop] of watched) {
        if (sources.includes(source)) continue;
        stop();
        watched.delete(source);
      }
      for (const source of sources) if (!watched.has(source)) watched.set(source, console.watch(source, changed));
    },
    begin: (known) => {
      writing = known;
    },
    end: async () => {
      clearTimeout(timer);
      for (const stop of watched.values()) stop();
      await working;
    },
  };
}
