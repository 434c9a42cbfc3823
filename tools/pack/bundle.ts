// Our own packages as compiled JavaScript: few files, which start sooner, with maps to the sources.
import { cpSync, existsSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { rolldown, RolldownMagicString, type Plugin } from "rolldown";

/** What the commands begin with. Files that other processes begin with are found where they are named. */
const entry = "packages/cli/src/main.ts";

/**
 * What the files contain: installed, these packages take twenty megabytes, of which traces need one in a hundred. They
 * are a file of their own, which is read where traces are asked for.
 */
export const contained = /^@opentelemetry\//;

/** Returns the names of the packages that the files import, instead of containing them. */
export async function bundle(root: string, folder: string): Promise<ReadonlySet<string>> {
  const made = await rolldown({
    input: { main: join(root, entry) },
    platform: "node",
    external: (id, _importer, isResolved) =>
      !isResolved && /^[^./#\0]/.test(id) && !id.startsWith("@writ/") && !contained.test(id),
    plugins: [namedFiles(folder)],
    onLog: (_level, { message }) => {
      throw new Error(`the sources cannot be bundled: ${message}`);
    },
  });
  const { output } = await made.write({
    dir: folder,
    format: "esm",
    sourcemap: true,
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
  });
  await made.close();
  const own = new Set(output.map(({ fileName }) => fileName));
  const imported = output.flatMap((one) => (one.type === "chunk" ? [...one.imports, ...one.dynamicImports] : []));
  return new Set(imported.filter((name) => !own.has(name) && !isBuiltin(name)).map(packageOf));
}

const packageOf = (specifier: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;

/**
 * Files that the sources name as `new URL("./file", import.meta.url)`: the text of SQL stands in its place, our own
 * modules become files that a process can begin with, and everything else is copied.
 */
function namedFiles(folder: string): Plugin {
  const named = new Map<string, string>();
  return {
    name: "named-files",
    transform(code, id) {
      if (!code.includes("import.meta.url") || id.includes("/node_modules/")) return undefined;
      const text = new RolldownMagicString(code);
      const fileOf = (path: string) => resolve(dirname(id), path);
      for (const { 0: all, 1: path = "", index } of code.matchAll(
        /readSql\(new URL\("([^"]+)", import\.meta\.url\)\)/g,
      ))
        text.overwrite(index, index + all.length, JSON.stringify(readFileSync(fileOf(path), "utf8")));
      for (const { 0: all, 1: path = "", index } of code.matchAll(
        /(?<!readSql\()new URL\("([^"]+)", import\.meta\.url\)/g,
      )) {
        const file = fileOf(path);
        const isModule = /\.(?:ts|mjs)$/.test(file);
        const name = nameOf(file);
        const other = named.get(name);
        if (other !== undefined && other !== file)
          throw new Error(`two files are called ${name}: ${other} and ${file}`);
        named.set(name, file);
        if (isModule) this.emitFile({ type: "chunk", id: file, fileName: name });
        else copyNamed(file, join(folder, name));
        text.overwrite(index, index + all.length, `new URL("./${name}", import.meta.url)`);
      }
      return { code: text };
    },
  };
}

/** Built files are called after their package. */
const nameOf = (file: string): string =>
  basename(file) === "dist" ? basename(dirname(file)) : basename(file).replace(/\.(?:ts|mjs)$/, ".js");

/** With the scripts beside it that it imports. What is made when the package is packed may not be there. */
function copyNamed(from: string, to: string): void {
  if (!existsSync(from)) return;
  cpSync(from, to, { recursive: true });
  if (!from.endsWith(".js")) return;
  for (const [, path = ""] of readFileSync(from, "utf8").matchAll(/^import .*"\.\/([\w-]+\.js)"/gm))
    copyNamed(join(dirname(from), path), join(dirname(to), path));
}
