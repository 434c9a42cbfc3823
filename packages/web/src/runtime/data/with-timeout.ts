// Between the application and fetch: gives requests that only read a timeout.

/** The connection is lost without an error: a request that waited on would never be retried. */
const longestSilence = 60_000;

/**
 * A request that only reads is aborted then, whatever it waits for: tokens, a response, or the rest of one. After an
 * aborted write it would be unknown whether it was done.
 */
export const withTimeout: (ask: typeof fetch) => typeof fetch = (ask) => async (input, init) => {
  if ((init?.method ?? "GET") !== "GET") return ask(input, init);
  const late = new AbortController();
  const wait = () => setTimeout(() => late.abort(), longestSilence);
  let waiting = wait();
  const signal = init?.signal ? AbortSignal.any([init.signal, late.signal]) : late.signal;
  const gone = new Promise<never>((_, fail) => {
    signal.addEventListener("abort", () => fail(signal.reason as Error));
  });
  try {
    const answer = await Promise.race([ask(input, { ...init, signal }), gone]);
    // A slow line is no line that has gone.
    const heard = new TransformStream<Uint8Array, Uint8Array>({
      transform: (piece, rest) => {
        clearTimeout(waiting);
        waiting = wait();
        rest.enqueue(piece);
      },
      flush: () => clearTimeout(waiting),
    });
    if (answer.body !== null) return new Response(answer.body.pipeThrough(heard, { signal }), answer);
    clearTimeout(waiting);
    return answer;
  } catch (failure) {
    clearTimeout(waiting);
    throw failure;
  }
};
