// `npm run test:fast`: the files of tests that start no browser, no database and no other process.
import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { importsOf } from "./tidy/project.ts";

/** What tests start things with, by themselves or through what only tests use. */
const starting =
  /"playwright-core"|\/find-chromium\.ts"|(?<![.\w])(?:openDatabase|openMade|startPostgres|serveProduct|onScratch|tryInProcess|proveInProcess|waitFor|spawn|spawnSync|fork|execFile|execFileSync)\(/;

const readSource = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : "");

/** Of a file of tests, and of all that only tests use which it imports. */
export function isQuick(file: string, read: (path: string) => string = readSource): boolean {
  const seen = new Set<string>();
  const starts = (path: string): boolean => {
    if (seen.has(path)) return false;
    seen.add(path);
    const text = read(path);
    return starting.test(text) || testingOf(path, text).some(starts);
  };
  return !starts(file);
}

const testingOf = (path: string, text: string): readonly string[] =>
  importsOf(text)
    .filter(({ specifier }) => specifier.startsWith("."))
    .map(({ specifier }) => posix.join(posix.dirname(path), specifier))
    .filter((imported) => /\/testing\/|\.test\.ts$/.test(imported));
