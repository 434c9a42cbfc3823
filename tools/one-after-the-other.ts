// What a process of tests runs that has several files: each is a suite of its own, with its own beginning and end.
import { after, describe } from "node:test";
import { pathToFileURL } from "node:url";

/** A file is read as if it stood in its suite, and when the one before it has ended: nothing of both is there at once. */
export async function oneAfterTheOther(files: readonly string[]): Promise<void> {
  for (const file of files) {
    const { promise, resolve } = Promise.withResolvers<void>();
    void describe(file, async () => {
      try {
        await import(pathToFileURL(file).href);
      } catch (failure) {
        resolve();
        throw failure;
      }
      // The last of its ends. Were it not to come, this process would end in the middle, and fail.
      after(() => resolve());
    });
    await promise;
  }
}
