#!/usr/bin/env node
// What runs when somebody types `writ`: it puts Node 26 under the commands, which are TypeScript in src/.
import module from "node:module";
import { fileURLToPath } from "node:url";
import { runOnPinnedNode } from "./pinned-node.mjs";

const [major] = process.versions.node.split(".");

if (Number(major) < 26) {
  runOnPinnedNode(fileURLToPath(import.meta.url), process.argv.slice(2));
} else {
  // Compiled once and kept: otherwise most of a short command's time would go into compiling it.
  module.enableCompileCache();
  // Our own files name each other by path and ending. Node would still look each of them up, and its package: an
  // eighth of a short command's time.
  module.registerHooks({
    resolve(specifier, context, next) {
      const isOurs = specifier.startsWith(".") && specifier.endsWith(".ts");
      if (!isOurs || context.parentURL === undefined) return next(specifier, context);
      return { url: new URL(specifier, context.parentURL).href, format: "module-typescript", shortCircuit: true };
    },
  });
  await import("../src/main.ts");
}
