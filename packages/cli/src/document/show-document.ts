// What a document shows in the browser: itself as a module, its components in a form that browsers run, its theme.
import { dirname, resolve } from "node:path";
import type { Compiled } from "@writ/language";
import type { ProductModules } from "@writ/language/product";
import { loadVite } from "../downloads/need-downloads.ts";
import { showTheme } from "./show-theme.ts";

export type ShownDocument = {
  readonly modules: ProductModules;
  readonly style: string | undefined;
  readonly icon: string | undefined;
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  /** What components and the theme are made of. */
  readonly sources: readonly string[];
  /** What of them is no good. */
  readonly failures: readonly string[];
};

/** `file`: where the document is; what belongs to it lies below its folder. */
export async function showDocument(compiled: Compiled, file: string, development: boolean): Promise<ShownDocument> {
  const [{ componentFiles, productModules }, { applicationAddress }] = await Promise.all([
    import("@writ/language/product"),
    import("@writ/web/application"),
  ]);
  const folder = file === "-" ? process.cwd() : dirname(resolve(file));
  const theme = await showTheme(folder, applicationAddress);
  const components = componentFiles(compiled);
  // The tools that make them take a while to load.
  if (components.size === 0) return { ...theme, modules: productModules(compiled) };
  const { buildComponents } = await import("@writ/web/components");
  const { screens, files, sources } = await buildComponents(components, { folder, development, loadVite });
  const failures = [...screens].flatMap(([screen, own]) =>
    "failure" in own ? [`${components.get(screen) ?? screen}: ${own.failure}`] : [],
  );
  return {
    modules: productModules(compiled, screens),
    style: theme.style,
    icon: theme.icon,
    files: new Map([...theme.files, ...files]),
    sources: [...theme.sources, ...sources],
    failures: [...theme.failures, ...failures],
  };
}
