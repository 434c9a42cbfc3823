// What a document shows in the browser: itself as a module, and the files of its components in a form that browsers run.
import { dirname, resolve } from "node:path";
import type { Compiled } from "@writ/language";

export type ShownDocument = {
  readonly module: string;
  readonly files: ReadonlyMap<string, string>;
  /** Of components: what they are made of. */
  readonly sources: readonly string[];
  /** Components that could not be made. */
  readonly failures: readonly string[];
};

/** `file`: where the document is; components lie below its folder. */
export async function showDocument(compiled: Compiled, file: string, development: boolean): Promise<ShownDocument> {
  const { componentFiles, productModule } = await import("@writ/language/product");
  const components = componentFiles(compiled);
  // The tools that make them take a while to load.
  if (components.size === 0) return { module: productModule(compiled), files: new Map(), sources: [], failures: [] };
  const { buildComponents } = await import("@writ/web/components");
  const folder = file === "-" ? process.cwd() : dirname(resolve(file));
  const { screens, files, sources } = await buildComponents(components, { folder, development });
  const failures = [...screens].flatMap(([screen, own]) =>
    "failure" in own ? [`${components.get(screen) ?? screen}: ${own.failure}`] : [],
  );
  return { module: productModule(compiled, screens), files, sources, failures };
}
