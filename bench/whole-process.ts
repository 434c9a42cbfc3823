// Measures `writ check` on the help desk as a whole process, from the start of Node to its exit.
import { spawnSync } from "node:child_process";
import { medians } from "./medians.ts";

const root = `${import.meta.dirname}/..`;

function run(file: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [file, ...args], { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(`${file} ended with ${status}: ${stderr}`);
}

if (import.meta.main) {
  const check = () => run("packages/cli/bin/writ.mjs", ["check", "examples/help-desk/SPEC.md"]);
  const nothing = () => run("-e", [""]);
  // The first run fills the cache of compiled code.
  check();
  const [whole = 0, empty = 0] = medians([check, nothing], 15);
  console.log(
    `writ check examples/help-desk/SPEC.md: ${whole.toFixed(0)} ms; Node alone: ${empty.toFixed(0)} ms (medians of 15)`,
  );
}
