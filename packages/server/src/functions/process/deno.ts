// Where the runtime of call code is: the program of the platform's npm package, which no script has to install.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { findInstalled } from "../../downloads/installed.ts";

const platforms: Readonly<Record<string, string>> = {
  "linux-x64": "linux-x64-glibc",
  "linux-arm64": "linux-arm64-glibc",
  "darwin-x64": "darwin-x64",
  "darwin-arm64": "darwin-arm64",
  "win32-x64": "win32-x64",
  "win32-arm64": "win32-arm64",
};

/** The npm package; undefined where there is none for this machine: products without code still run there. */
export function denoPackage(platform = `${process.platform}-${process.arch}`): string | undefined {
  const name = platforms[platform];
  return name === undefined ? undefined : `@deno/${name}`;
}

/** Undefined where it is not installed. */
export function findDeno(): string | undefined {
  const name = denoPackage();
  const folder = name === undefined ? undefined : findInstalled(name);
  if (folder === undefined) return undefined;
  const program = join(folder, process.platform === "win32" ? "deno.exe" : "deno");
  return existsSync(program) ? program : undefined;
}
