// `npm start`: runs a product, with its sample rows and people; the help desk example where no other is named.
import { buildTelling } from "./build-telling.ts";

await buildTelling();
const words = process.argv.slice(2);
const isDocumentNamed = words.some((word) => word.endsWith(".md") || word.endsWith(".txt"));

process.argv.splice(
  2,
  words.length,
  "run",
  "--sample",
  ...(isDocumentNamed ? [] : ["examples/help-desk/SPEC.md"]),
  ...words,
);
await import("../packages/cli/bin/writ.mjs");
