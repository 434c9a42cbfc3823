// `npm test`: runs every *.test.ts of the project, or those whose path has one of the words that were given.
import { globSync } from "node:fs";
import { availableParallelism } from "node:os";
import { relative, resolve } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { parseArgs } from "node:util";
import { memoryFolder } from "./memory-folder.ts";
import { isQuick } from "./quick.ts";
import { beginnings, groupsOf } from "./together.ts";

const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    /** Larger budgets for the tests that draw random cases. */
    long: { type: "boolean", default: false },
    /** Only those that start no browser, no database and no other process. */
    fast: { type: "boolean", default: false },
    /** Writes what the cases give now into their golden files. */
    accept: { type: "boolean", default: false },
    /** Only the tests whose name matches. */
    name: { type: "string", multiple: true, default: [] },
  },
});

const files = globSync("{packages,tools,bench,conformance}/**/*.test.ts", {
  exclude: ["**/node_modules/**", "**/cases/**"],
})
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .filter((file) => !options.fast || isQuick(file))
  .sort();

if (files.length === 0) {
  console.error(`No test file has "${words.join('" or "')}" in its path.`);
  process.exit(1);
}

// Before all of them, because several files of tests look at what is built.
if (!options.fast && files.some((file) => file.startsWith("packages/web/"))) {
  const [{ buildTelling }, { needChromium }] = await Promise.all([
    import("./build-telling.ts"),
    import("./chromium.ts"),
  ]);
  await buildTelling();
  needChromium();
}

// What they all import is compiled once, and read again by every process.
process.env["NODE_COMPILE_CACHE"] ??= resolve("node_modules/.cache/node");
const folder = memoryFolder();
if (folder !== undefined) process.env["TMPDIR"] = folder;
if (options.long) process.env["WRIT_LONG"] = "1";
if (options.accept) process.env["WRIT_ACCEPT"] = "1";

// A file that hangs fails, and the others are still reported. All files that share a process end far sooner.
const mostMilliseconds = process.env["WRIT_LONG"] === "1" ? undefined : 900_000;
if (mostMilliseconds !== undefined) process.env["WRIT_TESTS_END"] = String(mostMilliseconds + 30_000);

// Files wait for processes, mails and pages: four more than there are cores keep these busy.
const workers = availableParallelism() + 4;
const running = run({
  // Tests that are looked for by name may be in one of them alone, and then the others have no end to wait for.
  files: [...beginnings(mixed(options.name.length > 0 ? files.map((file) => [file]) : groupsOf(files, workers)))],
  concurrency: workers,
  ...(mostMilliseconds === undefined ? {} : { timeout: mostMilliseconds }),
  ...(options.name.length > 0 ? { testNamePatterns: options.name } : {}),
  execArgv: [
    `--import=${new URL("ends-in-time.ts", import.meta.url).href}`,
    ...(options.accept ? ["--test-update-snapshots"] : []),
  ],
});
const slow: { readonly file: string; readonly seconds: number }[] = [];
const known = new Set(files);
const keep = (file: string, milliseconds: number) => {
  if (known.has(file)) slow.push({ file, seconds: Math.round(milliseconds / 1000) });
};
running.on("test:summary", ({ success, file, duration_ms }) => {
  if (!success) process.exitCode = 1;
  if (file !== undefined) keep(relative(".", file), duration_ms);
});
// Where several share a process each is a suite with its name.
running.on("test:complete", ({ name, details }) => keep(name, details.duration_ms));
running.compose(new spec()).pipe(process.stdout);
if (words.length === 0)
  process.once("beforeExit", () => {
    console.log("\nThe slowest files, in seconds:");
    for (const { file, seconds } of slow.sort((one, other) => other.seconds - one.seconds).slice(0, 20))
      console.log(`${String(seconds).padStart(5)} ${file}`);
  });

/** Those that look through a browser wait most, and those that work out most do not: they run side by side. */
function mixed(all: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const isLooking = ([file = ""]: readonly string[]) => file.startsWith("packages/web/");
  return [all.filter(isLooking), all.filter((group) => !isLooking(group))]
    .flatMap((kind) => kind.map((group, index) => ({ group, at: (index + 0.5) / kind.length })))
    .sort((one, other) => one.at - other.at)
    .map(({ group }) => group);
}
