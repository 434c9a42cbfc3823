// The browser that tests look through: the system's, installed where it is missing and may be.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { findChromium, findForPages, shell } from "../packages/web/src/testing/find-chromium.ts";

/** Reports what is missing where it cannot be installed; the tests that need it then fail and report it too. */
export function needChromium(): void {
  if (findChromium() === undefined && !install("chromium") && apt("update")) install("chromium");
  if (findChromium() === undefined)
    console.error("The browser tests need Chromium: install it, or put its path into WRIT_CHROMIUM.");
  // Without it they take longer, and say the same.
  else if (findForPages() !== shell.file && (process.env["WRIT_CHROMIUM"] ?? "") === "") install(shell.package);
}

/** Only root may, and only where packages have these names. */
const isPossible = process.platform === "linux" && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

function install(name: string): boolean {
  if (!isPossible) return false;
  console.error(`Installing ${name} from the system's packages ...`);
  return apt("install", "-y", "--no-install-recommends", name);
}

function apt(...args: readonly string[]): boolean {
  if (!isPossible) return false;
  // A developer behind a network that drops packets does not wait for ever.
  return spawnSync("apt-get", args, { stdio: ["ignore", 2, 2], timeout: 300_000 }).status === 0;
}
