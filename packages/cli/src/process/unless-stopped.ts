// Work that leaves something to clear away, and a person who may end it at any moment.
import type { Console } from "../terminal/console.ts";

/** Undefined: a user has stopped it. The signal tells the work, which then fails once it has cleaned up. */
export async function unlessStopped<Result>(
  console: Console,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<{ readonly done: Result } | undefined> {
  const stopped = new AbortController();
  void console.untilStopped().then(() => stopped.abort());
  try {
    return { done: await work(stopped.signal) };
  } catch (failure) {
    if (stopped.signal.aborted) return undefined;
    throw failure;
  }
}
