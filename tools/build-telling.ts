// Builds the web application where its sources have changed, and reports how long it took; for tools that show it.
import { buildApplication } from "@writ/web/building";

/** On standard error, because the standard output belongs to the script that asked for it. */
export async function buildTelling(): Promise<void> {
  const began = performance.now();
  if (await buildApplication())
    console.error(`The web application was built in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
}
