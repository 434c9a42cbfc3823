// `npm start`: what Writ can do so far, which is to read a document; the help desk example where no other is named.
const words = process.argv.slice(2);
const isDocumentNamed = words.some((word) => word.endsWith(".md") || word.endsWith(".txt"));

process.argv.splice(2, words.length, "check", ...(isDocumentNamed ? [] : ["examples/help-desk/SPEC.md"]), ...words);
await import("../packages/cli/bin/writ.mjs");
