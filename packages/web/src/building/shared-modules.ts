// What screens of a user's own share with the application, so that both use the same React: modules with addresses.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const kit = "writ/screen";
const packages = ["react", "react/jsx-runtime", "react-dom"] as const;

/** What an author's file may import without bringing it along. */
const sharedNames: readonly string[] = [kit, ...packages];

const mark = "\0shared:";
const inputOf = (name: string): string =>
  name === kit ? fileURLToPath(new URL("../component/index.ts", import.meta.url)) : `shared:${name}`;

export const sharedInputs: readonly string[] = sharedNames.map(inputOf);

/** React's packages are in the old form of modules, which says its names only when it runs. */
export function sharedModules(): Plugin {
  const require = createRequire(import.meta.url);
  return {
    name: "shared-modules",
    resolveId: (id) => (id.startsWith("shared:") ? `${mark}${id.slice("shared:".length)}` : undefined),
    load: (id) => {
      if (!id.startsWith(mark)) return undefined;
      const name = id.slice(mark.length);
      const names = Object.keys(require(name) as object).filter((one) => /^[a-z]\w*$/i.test(one) && one !== "default");
      return `import all from ${JSON.stringify(name)};\nexport default all;\nexport const { ${names.join(", ")} } = all;\n`;
    },
  };
}

type Built = Readonly<Record<string, { readonly file: string; readonly src?: string }>>;

/** The address of each shared module in a build. */
export function sharedAddresses(folder: string, base: string): ReadonlyMap<string, string> {
  const built = JSON.parse(readFileSync(join(folder, "modules.json"), "utf8")) as Built;
  const entries = Object.entries(built);
  return new Map(
    sharedNames.map((name) => {
      const ending = name === kit ? "src/component/index.ts" : name;
      const match = entries.find(([key, { src }]) => [key, src ?? ""].some((one) => one.endsWith(ending)));
      if (match === undefined) throw new Error(`the web application was built without ${name}`);
      return [name, `${base}${match[1].file}`];
    }),
  );
}
