// The browser that tests look through: the system's, installed where it is missing and may be.
import { spawnSync } from "node:child_process";
import { findChromium } from "../packages/web/src/testing/find-chromium.ts";

/** Says what is missing where it cannot be installed; the tests that need it then fail and say so too. */
export function needChromium(): void {
  if (findChromium() !== undefined) return;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && process.platform === "linux") {
    console.error("Installing Chromium from the system's packages ...");
    const install = () =>
      spawnSync("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], { stdio: ["ignore", 2, 2] });
    if (install().status !== 0) {
      spawnSync("apt-get", ["update"], { stdio: ["ignore", 2, 2] });
      install();
    }
  }
  if (findChromium() === undefined)
    console.error("The browser tests need Chromium: install it, or put its path into WRIT_CHROMIUM.");
}
