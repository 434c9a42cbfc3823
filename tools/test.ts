// `npm test`: runs every *.test.ts of the project, or those whose path has one of the words that were given.
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";

const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    /** Larger budgets for the tests that draw random cases. */
    long: { type: "boolean", default: false },
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
  .sort();

if (files.length === 0) {
  console.error(`No test file has "${words.join('" or "')}" in its path.`);
  process.exit(1);
}

// Before all of them, because several files of tests look at what is built.
if (files.some((file) => file.startsWith("packages/web/"))) {
  const [{ buildTelling }, { needChromium }] = await Promise.all([
    import("./build-telling.ts"),
    import("./chromium.ts"),
  ]);
  await buildTelling();
  needChromium();
}

const { status } = spawnSync(
  process.execPath,
  [
    "--test",
    "--test-reporter=spec",
    // Node would leave one core free, which on two cores means one file at a time.
    `--test-concurrency=${availableParallelism()}`,
    ...(options.accept ? ["--test-update-snapshots"] : []),
    ...options.name.map((pattern) => `--test-name-pattern=${pattern}`),
    ...files,
  ],
  {
    stdio: "inherit",
    env: {
      // Every test file is a process of its own: what they all import is compiled once.
      NODE_COMPILE_CACHE: resolve("node_modules/.cache/node"),
      ...process.env,
      ...(options.long ? { WRIT_LONG: "1" } : {}),
      ...(options.accept ? { WRIT_ACCEPT: "1" } : {}),
    },
  },
);
process.exitCode = status ?? 1;
