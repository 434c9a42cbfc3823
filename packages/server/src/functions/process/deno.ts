// Where the runtime of call code is: the program of the platform's npm package, which no script has to install.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const platforms: Readonly<Record<string, string>> = {
  "linux-x64": "linux-x64-glibc",
  "linux-arm64": "linux-arm64-glibc",
  "darwin-x64": "darwin-x64",
  "darwin-arm64": "darwin-arm64",
  "win32-x64": "win32-x64",
  "win32-arm64": "win32-arm64",
};

/** Undefined where there is none for this machine: products without code still run there. */
export function findDeno(platform = `${process.platform}-${process.arch}`): string | undefined {
  const name = platforms[platform];
  if (name === undefined) return undefined;
  try {
    const described = createRequire(import.meta.url).resolve(`@deno/${name}/package.json`);
    const program = join(dirname(described), platform.startsWith("win32") ? "deno.exe" : "deno");
    return existsSync(program) ? program : undefined;
  } catch {
    return undefined;
  }
}
