// Times tasks side by side: in turn, round by round, so that a machine that slows down slows all of them.

/** The median of each task, in milliseconds. */
export function medians(tasks: readonly (() => void)[], rounds: number): readonly number[] {
  const taken = tasks.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    tasks.forEach((task, index) => {
      const began = performance.now();
      task();
      taken[index]?.push(performance.now() - began);
    });
  }
  return taken.map((some) => some.sort((a, b) => a - b)[Math.floor(some.length / 2)] ?? 0);
}
