// `npm run check`: types, lint, format and the house rules, all of them even where one fails.
import { spawnSync } from "node:child_process";

// npm puts node_modules/.bin first on the path; Windows has these as .cmd files, which only a shell starts.
const steps = [
  { name: "types", command: "tsc --project tsconfig.json" },
  { name: "types of the web application", command: "tsc --project packages/web/tsconfig.json" },
  { name: "types of the examples' screens", command: "tsc --project tsconfig.screens.json" },
  { name: "types of the examples' calls", command: "tsc --project tsconfig.calls.json" },
  { name: "lint", command: "oxlint --deny-warnings" },
  { name: "format", command: "oxfmt --check" },
  { name: "house rules", command: 'node --test --test-reporter=dot "tools/**/*.test.ts"' },
] as const;

const failed = steps.filter(({ name, command }) => {
  console.log(`\n${name}: ${command}`);
  return spawnSync(command, { shell: true, stdio: "inherit" }).status !== 0;
});

console.log(failed.length === 0 ? "\nAll checks passed." : `\nFailed: ${failed.map(({ name }) => name).join(", ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;
