// The typeface, which is as large as a third of the scripts: no one waits for it to see a first screen.

/** Whether this browser has the files of the application from an earlier visit: then it has this one too. */
const isKept = (): boolean => {
  const [script] = performance.getEntriesByName(import.meta.url) as PerformanceResourceTiming[];
  return script?.transferSize === 0;
};

/** At once where it is there already, so that nothing changes its look; behind the first screen otherwise. */
export function loadTypeface(whenShown: (then: () => void) => void): void {
  const load = () => void import("./typeface.ts").catch(() => undefined);
  if (isKept()) load();
  else whenShown(load);
}
