// The browser in which screens are opened: the Chromium of this system, or one that was downloaded.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
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
  (named === undefined || named === "" ? [...known, chromium.executablePath()] : [named]).find(existsSync);

/** To where Playwright keeps its browsers; it says how large the download is. Returns why there is none, in words. */
export async function downloadBrowser(): Promise<string | undefined> {
  const program = createRequire(import.meta.url).resolve("playwright-core/cli.js");
  const child = spawn(process.execPath, [program, "install", "--no-shell", "chromium"], {
    stdio: ["ignore", 2, "pipe"],
  });
  let errors = "";
  child.stderr?.setEncoding("utf8").on("data", (piece: string) => (errors = (errors + piece).slice(-4000)));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  if (code === 0) return undefined;
  return (
    errors
      .split("\n")
      .find((line) => /error/i.test(line))
      ?.trim() ?? "Playwright could not install it"
  );
}

export const missingBrowser = (named: string | undefined): string =>
  named === undefined || named === ""
    ? "--screens needs Chromium or Chrome, and this machine has none where they usually are. Install it (writ download --screens, apt-get install chromium, brew install --cask chromium, or Google Chrome), or name it in WRIT_CHROMIUM."
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
