#!/usr/bin/env node
// What runs when somebody types `writ`: it puts Node 26 under the commands, which are TypeScript in src/.
import { fileURLToPath } from "node:url";
import { runOnPinnedNode } from "./pinned-node.mjs";
import { startQuickly } from "./start-quickly.mjs";

const [major] = process.versions.node.split(".");

if (Number(major) < 26) {
  runOnPinnedNode(fileURLToPath(import.meta.url), process.argv.slice(2));
} else {
  startQuickly();
  await import("../src/main.ts");
}
