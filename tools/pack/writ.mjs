#!/usr/bin/env node
// What runs when somebody types `writ`, where Writ was installed from a registry. It is read by any Node, so that an old
// one can say what it lacks.
import module from "node:module";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 22 || (major === 22 && minor < 21)) {
  console.error(`Writ needs Node 22.21 or later, and this is ${process.version}.`);
  process.exitCode = 1;
} else {
  // Compiled once and kept: otherwise most of a short command's time would go into compiling it.
  module.enableCompileCache();
  withoutWarningOfSqlite();
  const main = "../dist/main.js";
  await import(main);
}

/** Node 22 warns of SQLite, which holds the lock of a data folder, at each start; other warnings are shown. */
function withoutWarningOfSqlite() {
  const emit = process.emitWarning;
  process.emitWarning = (/** @type {unknown[]} */ ...warning) => {
    if (!String(warning[0]).startsWith("SQLite is an experimental feature")) Reflect.apply(emit, process, warning);
  };
}
