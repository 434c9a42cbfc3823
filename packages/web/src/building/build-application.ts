// From the sources of the web application to the files that a server hands out; only where they are not built already.
import { createHash } from "node:crypto";
import { existsSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { applicationAddress, applicationFolder, consoleFolder, isBuilt } from "./application-files.ts";
import { preloadScript } from "./preload-script.ts";
import { sharedInputs, sharedModules } from "./shared-modules.ts";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What the built files were made of, remembered beside them. */
const stamp = join(applicationFolder, "made-of");

/**
 * What every page loads before a first list is one file, which is smaller than its parts one by one. What every form
 * needs is another, and so is what opens above a page, and what shows one row: a browser takes longer to request twenty
 * files than to read them.
 */
const groups = [
  { name: "react", priority: 6, test: /\/node_modules\/(?:react|react-dom|scheduler)\// },
  { name: "start", priority: 5, test: /\/runtime\/(?:app\.tsx|screens\/list\.tsx|data\/use-step\.ts)$/ },
  { name: "password", priority: 4, test: /\/@mantine\/core\/.*\/PasswordInput\.mjs$/ },
  { name: "floating", priority: 3, test: /\/@mantine\/core\/.*\/(?:Popover|Tooltip)\.mjs$/ },
  { name: "form", priority: 2, test: /\/runtime\/(?:forms\/row-form|fields\/input-field)\.tsx$/ },
  { name: "files", priority: 1, test: /\/runtime\/files\/file-input\.tsx$/ },
  { name: "signing", priority: 1, test: /\/runtime\/(?:account-pages|account\/signing\/sign-in)\.tsx$/ },
  { name: "row", priority: 1, test: /\/runtime\/screens\/detail\.tsx$/ },
];

/** True where something was built. */
export async function buildApplication(): Promise<boolean> {
  const made = fingerprint();
  if (isBuilt() && existsSync(stamp) && readFileSync(stamp, "utf8") === made) return false;
  // A build that is stopped half-way leaves no stamp.
  rmSync(applicationFolder, { recursive: true, force: true });
  const [{ build }, { default: react }] = await Promise.all([import("vite"), import("@vitejs/plugin-react")]);
  const shared = {
    assetsDir: ".",
    // Small files inside others would be against the page's security policy, or kept twice.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2023",
    chunkSizeWarningLimit: 1000,
  };
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    base: applicationAddress,
    plugins: [react(), sharedModules(), inPieces, preloadScript],
    build: {
      ...shared,
      outDir: applicationFolder,
      manifest: "modules.json",
      rolldownOptions: {
        input: [join(root, "index.html"), ...sharedInputs],
        // What a product's own screens import from here keeps its names.
        preserveEntrySignatures: "exports-only",
        output: { codeSplitting: { groups } },
      },
    },
  });
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    base: "/_/console/app/",
    plugins: [react()],
    build: { ...shared, outDir: consoleFolder, rolldownOptions: { input: join(root, "console.html") } },
  });
  for (const name of readdirSync(applicationFolder))
    if (readFirst.test(name)) readAsItComes(join(applicationFolder, name));
  for (const folder of [applicationFolder, consoleFolder])
    for (const name of readdirSync(folder)) if (/\.(?:js|css|svg)$/.test(name)) compress(join(folder, name));
  writeFileSync(stamp, made);
  return true;
}

/**
 * What comes before the style sheets is shown before they have loaded; scripts still wait for them. What the first
 * script needs runs by itself as soon as it is there: one task for each file, where all together would be a long one.
 * Rows that are asked for beside them are smaller, and go first.
 */
const inPieces = {
  name: "in-pieces",
  transformIndexHtml: {
    order: "post",
    handler: (page: string): string => {
      const sheets = [...page.matchAll(/^ *<link rel="stylesheet".*\n/gm)].join("");
      return page
        .replaceAll(/^ *<link rel="stylesheet".*\n/gm, "")
        .replaceAll(
          /^ *<link rel="modulepreload" crossorigin href="(.*)">\n/gm,
          (link, file) => `${link}    <script type="module" async crossorigin src="${file}"></script>\n`,
        )
        .replaceAll(/<(?:script type="module"|link rel="modulepreload")/g, (tag) => `${tag} fetchpriority="low"`)
        .replace(/^ *<!-- sheets -->/m, (mark) => sheets + mark);
    },
  },
} as const;

/** What draws a first screen: most of it is called meanwhile. */
const readFirst = /^(?:react|start|index|row)-.*\.js$/;

/**
 * A hint in the first line makes browsers of the Chromium family parse all of a file off the main thread as it arrives,
 * and not each function once more at its first call; for others it is a comment.
 */
function readAsItComes(file: string): void {
  writeFileSync(file, `//# allFunctionsCalledOnLoad\n${readFileSync(file, "utf8")}`);
}

function compress(file: string): void {
  const body = readFileSync(file);
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
  );
  writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }));
}

/** What the application takes of the language and runs; a file that has moved is missed. */
const ofLanguage = [
  "expression/javascript/runtime.ts",
  "expression/time-limits.ts",
  "text/slug-letters.ts",
  "text/patterns.ts",
];

function fingerprint(): string {
  const hash = createHash("sha256");
  const sources = [
    ...globSync(["index.html", "console.html", "package.json", "src/**/*.{ts,tsx,css,svg}"], { cwd: root }).map(
      (name) => join(root, name),
    ),
    ...ofLanguage.map((name) => join(root, "../language/src", name)),
    join(root, "../../package-lock.json"),
  ];
  for (const file of sources.sort())
    if (existsSync(file) || file.endsWith(".ts")) hash.update(file.slice(root.length)).update(readFileSync(file));
  return hash.digest("hex");
}
