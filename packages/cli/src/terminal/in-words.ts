// What a command expects to fail, as a sentence with its code.
import type { Console, ExitCode } from "./console.ts";
import { visible } from "./visible.ts";

/** What is expected to fail is a sentence with its code. */
export async function inWords(console: Console, work: () => Promise<ExitCode>): Promise<ExitCode> {
  const { DatabaseFailure } = await import("@writ/server/postgres");
  try {
    return await work();
  } catch (failure) {
    if (!(failure instanceof DatabaseFailure)) throw failure;
    console.error(`${failure.code} ${visible(failure.message)}. ${failure.hint}\n`);
    return 2;
  } finally {
    console.progress?.("");
  }
}
