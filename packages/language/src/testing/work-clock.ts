// A clock for tests that bound time: what this process has worked, so that other processes of the machine do not count.

/**
 * In milliseconds of a machine as it is meant to be, of all threads. Only differences mean something. A slower machine, or
 * one that is slow for a while, gets as much more time as it takes for a piece of work that is known.
 */
export function workClock(): number {
  slowness ??= howSlow();
  return spent() / slowness;
}

function spent(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

let slowness: number | undefined;

/** What the known work takes where nothing else runs. */
const usual = 45;
/** A machine that is slower than this is not one to measure on. */
const slowest = 3;

function howSlow(): number {
  const tries = Array.from({ length: 3 }, () => {
    const began = spent();
    knownWork();
    return spent() - began;
  });
  return Math.min(slowest, Math.max(1, Math.min(...tries) / usual));
}

/** Of the kind that reading a document is: texts cut, joined and looked up. */
function knownWork(): void {
  const found = new Map<string, number>();
  for (let number = 0; number < 60_000; number++) {
    const words = `| row ${number} | of ${number % 97} |`.split(/[ |]+/);
    const key = words.slice(1, 4).join("_");
    found.set(key, (found.get(key) ?? 0) + words.length);
  }
}
