// From an author's own React files to modules that the page loads: each with what it imports, but for what the page has.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { isAbsolute, relative, resolve } from "node:path";
import type { OwnScreen } from "@writ/language/product";
import type { build, Plugin, Rolldown } from "vite";
import { applicationAddress, applicationFolder } from "./application-files.ts";
import { sharedAddresses } from "./shared-addresses.ts";

export type BuiltComponents = {
  /** By the identifiers of screens. */
  readonly screens: ReadonlyMap<string, OwnScreen>;
  /** By their names below the application's address. */
  readonly files: ReadonlyMap<string, string>;
  /** What they were made of, to be watched. */
  readonly sources: readonly string[];
};

export type Surroundings = {
  /** Where the document is: files are named from there, and lie below it. */
  readonly folder: string;
  /** Faster to make, and says more when something goes wrong. */
  readonly development: boolean;
  /** Where Vite is not among the modules of this package. */
  readonly loadVite?: LoadVite;
};

export type LoadVite = () => Promise<{ readonly build: typeof build }>;

/** `components`: files by the identifiers of their screens. One that cannot be made does not keep others from it. */
export async function buildComponents(
  components: ReadonlyMap<string, string>,
  surroundings: Surroundings,
): Promise<BuiltComponents> {
  const built = await Promise.all(
    [...components].map(async ([screen, path]) => ({ screen, ...(await buildOne(screen, path, surroundings)) })),
  );
  return {
    screens: new Map(built.map(({ screen, own }) => [screen, own])),
    files: new Map(built.flatMap(({ files }) => [...files])),
    sources: [...new Set(built.flatMap(({ sources }) => sources))],
  };
}

type One = {
  readonly own: OwnScreen;
  readonly files: ReadonlyMap<string, string>;
  readonly sources: readonly string[];
};

async function buildOne(
  screen: string,
  path: string,
  { folder, development, loadVite = async () => import("vite") }: Surroundings,
): Promise<One> {
  const file = resolve(folder, path);
  const failed = (failure: string, sources: readonly string[] = [file]): One => ({
    own: { failure },
    files: new Map(),
    sources,
  });
  // The document may come from elsewhere, and files below its folder go to all browsers.
  const inside = relative(folder, file);
  if (inside.startsWith("..") || isAbsolute(inside)) return failed(`${path} is not in the document's folder.`, []);
  if (!existsSync(file)) return failed(`There is no file ${path}.`);
  const sources: string[] = [];
  try {
    const { build } = await loadVite();
    const made = await build({
      root: folder,
      configFile: false,
      envFile: false,
      publicDir: false,
      logLevel: "silent",
      mode: development ? "development" : "production",
      plugins: [pageModules(), seen(sources)],
      oxc: { jsx: { runtime: "automatic", development: false } },
      build: {
        write: false,
        target: "es2023",
        minify: !development,
        cssCodeSplit: false,
        assetsInlineLimit: Number.POSITIVE_INFINITY,
        rolldownOptions: {
          input: file,
          preserveEntrySignatures: "strict",
          output: { codeSplitting: false },
        },
      },
    });
    const output = (Array.isArray(made) ? made : [made]).flatMap((one) => ("output" in one ? one.output : []));
    return { ...filesOf(screen, output), sources: [...new Set([file, ...sources])] };
  } catch (failure) {
    return failed(messageOf(failure, folder), [...new Set([file, ...sources])]);
  }
}

function filesOf(
  screen: string,
  output: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[],
): Pick<One, "own" | "files"> {
  const files = new Map<string, string>();
  const keep = (text: string, ending: string): string => {
    const hash = createHash("sha256").update(text).digest("base64url").slice(0, 16);
    const name = `screen-${screen}-${hash}.${ending}`;
    files.set(name, text);
    return `${applicationAddress}${name}`;
  };
  const script = output.find((one) => one.type === "chunk");
  if (script === undefined) throw new Error("nothing was made");
  const style = output.find((one) => one.type === "asset" && one.fileName.endsWith(".css"));
  return {
    own: {
      script: keep(script.code, "js"),
      style: style?.type === "asset" ? keep(String(style.source), "css") : undefined,
    },
    files,
  };
}

/** What the page has already is named by its address there. */
function pageModules(): Plugin {
  const addresses = sharedAddresses(applicationFolder, applicationAddress);
  return {
    name: "page-modules",
    enforce: "pre",
    resolveId: (id) => {
      const address = addresses.get(id);
      return address === undefined ? undefined : { id: address, external: "absolute" };
    },
  };
}

const seen = (sources: string[]): Plugin => ({
  name: "seen-sources",
  load: (id) => {
    if (isAbsolute(id) && !id.includes("node_modules")) sources.push(id.replace(/\?.*$/s, ""));
    return undefined;
  },
});

/** Without the colours that are for terminals and what only the bundler's makers read, and with places as the author knows them. */
const messageOf = (failure: unknown, folder: string): string =>
  (failure instanceof Error ? failure.message : String(failure))
    // oxlint-disable-next-line no-control-regex -- That is what is taken out.
    .replace(/\u001B\[[\d;]*m/g, "")
    .replace(/^Build failed with \d+ errors?:\s*/, "")
    .replaceAll(/^\[(?:builtin:[\w-]+|[A-Z_]+)\] (?:plugin .* threw an error\n\nCaused by:\n +)?/gm, "")
    .replaceAll(/\n\s*Stack backtrace:(?:\n +.*)*/g, "")
    .replaceAll(`${relative(process.cwd(), folder)}/`, "")
    .replaceAll(`${folder}/`, "")
    .trim();
