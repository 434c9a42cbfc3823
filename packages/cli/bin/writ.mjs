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
  await import("../src/main.ts");
}
