// How long each stage of a request took, for the header `Server-Timing`.

export type Stopwatch = {
  /** A stage is over; one that is done again adds to its time. */
  readonly lap: (stage: string) => void;
  readonly header: () => readonly [name: string, value: string];
};

/** `before`: milliseconds that passed until it was known who asks. */
export function stopwatch(before: number): Stopwatch {
  const laps = new Map([["jwt", before]]);
  let last = performance.now();
  return {
    lap: (stage) => {
      const now = performance.now();
      laps.set(stage, (laps.get(stage) ?? 0) + now - last);
      last = now;
    },
    header: () => [
      "Server-Timing",
      [...laps].map(([stage, milliseconds]) => `${stage};dur=${milliseconds.toFixed(1)}`).join(", "),
    ],
  };
}
