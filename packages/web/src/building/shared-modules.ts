// What screens of a user's own share with the application, so that both use the same React: modules with addresses.
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { kit, sharedNames } from "./shared-addresses.ts";

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
