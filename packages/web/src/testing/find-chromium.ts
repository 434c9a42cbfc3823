// Where the system has Chromium, for tests and for whatever installs it for them.
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
