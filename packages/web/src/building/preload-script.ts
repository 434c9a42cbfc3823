// Puts the preload script into the page, with the names of the files that it asks for: they are known once all others are made.
import { fileURLToPath } from "node:url";
import type { Plugin, Rolldown } from "vite";
import { accountAddresses } from "../runtime/product/addresses.ts";

type Bundle = Rolldown.OutputBundle;

const kinds = ["list", "detail", "new", "edit", "board", "calendar", "dashboard", "page", "component"] as const;
const fileOfKind = (kind: string) => (kind === "new" || kind === "edit" ? `${kind}-row` : kind);

/** By the kind of screen, or by the address of a page that people come to from elsewhere: which sources draw it. */
const sources: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(kinds.map((kind) => [kind, [`runtime/screens/${fileOfKind(kind)}.tsx`]])),
  [accountAddresses.signIn]: ["runtime/account-pages.tsx", "runtime/account/signing/sign-in.tsx"],
  [accountAddresses.signUp]: ["runtime/account-pages.tsx", "runtime/account/signing/sign-up.tsx"],
};

export const preloadScript: Plugin = {
  name: "preload-script",
  transformIndexHtml: {
    order: "post",
    handler: async (page, { bundle = {} }) => {
      const always = filesOf("/index.html", bundle);
      const files = Object.entries(sources).map(([name, all]): [string, readonly string[]] => [
        name,
        [...new Set(all.flatMap((one) => [...filesOf(one, bundle)]))]
          .filter((file) => !always.has(file))
          .map((file) => `/_/app/${file}`),
      ]);
      const script = await preload(Object.fromEntries(files));
      return page.replace("<!-- preload -->", () => `<script>${script}</script>`);
    },
  },
};

/** The file that a source is in, with all that it imports, and their styles. */
function filesOf(source: string, bundle: Bundle): ReadonlySet<string> {
  const chunks = Object.values(bundle).filter((one) => one.type === "chunk");
  const result = new Set<string>();
  const add = (name: string): void => {
    const chunk = chunks.find(({ fileName }) => fileName === name);
    if (chunk === undefined || result.has(name)) return;
    result.add(name);
    for (const style of chunk.viteMetadata?.importedCss ?? []) result.add(style);
    chunk.imports.forEach(add);
  };
  const first = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(source)));
  if (first === undefined) throw new Error(`the web application was built without ${source}`);
  // An empty facade may stand before the file that a source ended up in.
  for (const { fileName, facadeModuleId } of chunks) if (facadeModuleId?.endsWith(source)) add(fileName);
  add(first.fileName);
  return result;
}

async function preload(files: Readonly<Record<string, readonly string[]>>): Promise<string> {
  const { build } = await import("vite");
  const made = await build({
    configFile: false,
    logLevel: "warn",
    define: { filesOf: JSON.stringify(files) },
    build: {
      write: false,
      target: "es2023",
      rolldownOptions: {
        input: fileURLToPath(new URL("../preload/index.ts", import.meta.url)),
        output: { format: "iife" },
      },
    },
  });
  const [first] = (Array.isArray(made) ? made : [made]).flatMap((one) => ("output" in one ? one.output : []));
  if (first?.type !== "chunk") throw new Error("the preload script was not made");
  return first.code.trim();
}
