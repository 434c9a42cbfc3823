// Where the system has Chromium, for tests and for the tool that installs it for them.
import { existsSync } from "node:fs";

const known = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** `WRIT_CHROMIUM` names another one. Undefined where there is none. */
export const findChromium = (): string | undefined =>
  [process.env["WRIT_CHROMIUM"] ?? "", ...known].find((file) => file !== "" && existsSync(file));

/** The same engine without windows, tabs and profiles around its pages: tests of pages take a quarter less work. */
export const shell = { file: "/usr/bin/chromium-headless-shell", package: "chromium-headless-shell" };

/** What pages are tested in: the one that is named, else the shell where it is there. */
export const findForPages = (): string | undefined =>
  (process.env["WRIT_CHROMIUM"] ?? "") === "" && existsSync(shell.file) ? shell.file : findChromium();
