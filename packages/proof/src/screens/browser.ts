// The browser in which screens are opened: the Chromium of this system.
import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";

const known = [
  // The same engine without windows, tabs and profiles: the least work for the same pages.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/microsoft-edge",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/** `named`: by `WRIT_CHROMIUM`; then it is that one or none. */
export const findBrowser = (named: string | undefined): string | undefined =>
  (named === undefined || named === "" ? known : [named]).find((file) => existsSync(file));

export const missingBrowser = (named: string | undefined): string =>
  named === undefined || named === ""
    ? "--screens needs Chromium or Chrome, and this machine has none where they usually are. Install it (apt-get install chromium, brew install --cask chromium, or Google Chrome), or name it in WRIT_CHROMIUM."
    : `--screens needs Chromium or Chrome, and there is none at ${named}, which WRIT_CHROMIUM names.`;

export const launch = async (executablePath: string): Promise<Browser> =>
  chromium.launch({
    executablePath,
    // Root has no sandbox to put the browser into, and it only ever sees this product.
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    // A user who has launched it closes it, and has more to clear away: it would end the process instead.
    handleSIGINT: false,
    handleSIGTERM: false,
  });
