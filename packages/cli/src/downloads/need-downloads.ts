// What a document needs and not every installation has: Deno for the code of its calls, Vite for its components, Chromium
// to open its screens.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Compiled } from "@writ/language";
import type { LoadVite } from "@writ/web/components";
import { settingIn, type Console } from "../terminal/console.ts";

type Need = "deno" | "vite";

const uses = {
  deno: { title: "Deno", use: "the code of section 7" },
  vite: { title: "Vite", use: "components" },
} as const;

/** `folder`: where it is installed; `pinned`: what would be downloaded. */
export async function installationOf(need: Need) {
  const [{ denoPackage }, { findInstalled, pinnedPackage }] = await Promise.all([
    import("@writ/server/deno"),
    import("@writ/server/downloads"),
  ]);
  const name = need === "vite" ? "vite" : denoPackage();
  const found = name === undefined ? {} : { folder: findInstalled(name), pinned: pinnedPackage(name) };
  return { ...uses[need], name, ...found };
}

export type DownloadConsole = Pick<Console, "environment" | "error">;

type DownloadOptions = {
  /** Download nothing; it may be said in the environment, too. */
  readonly offline: boolean;
  /** Also what opens screens. */
  readonly screens?: boolean;
};

/** Each is downloaded after it was announced. Returns what is still missing, in words. */
export async function needDownloads(
  compiled: Compiled,
  { offline, screens = false }: DownloadOptions,
  console: DownloadConsole,
): Promise<readonly string[]> {
  const isOffline = offline || settingIn(console.environment, "WRIT_OFFLINE") !== undefined;
  const missing: string[] = [];
  for (const need of await needsOf(compiled)) missing.push(...(await needPackage(need, isOffline, console)));
  if (screens) missing.push(...(await needBrowser(isOffline, console)));
  return missing;
}

async function needsOf(compiled: Compiled): Promise<readonly Need[]> {
  const { componentFiles } = await import("@writ/language/product");
  const hasCode = [...compiled.lookup.calls.values()].some(({ code }) => code !== undefined);
  return [...(hasCode ? ["deno" as const] : []), ...(componentFiles(compiled).size > 0 ? ["vite" as const] : [])];
}

async function needPackage(need: Need, isOffline: boolean, console: DownloadConsole): Promise<readonly string[]> {
  const { title, use, name, folder, pinned } = await installationOf(need);
  if (folder !== undefined) return [];
  const what = `${title} is needed for ${use}`;
  if (name === undefined) return [`${what}, and there is none for this kind of machine.`];
  const byHand = `Install it with \`npm install ${name}${pinned === undefined ? "" : `@${pinned.version}`}\``;
  if (pinned === undefined) return [`${what}, and is not installed. ${byHand}.`];
  if (isOffline) return [`${what}, and is not installed; nothing is downloaded while offline. ${byHand}.`];
  const { download, DownloadFailure } = await import("@writ/server/downloads");
  console.error(`${what}. Downloading ${title} ${pinned.version} (${pinned.megabytes} MB on disk), once ...\n`);
  try {
    await download(pinned);
    return [];
  } catch (failure) {
    if (!(failure instanceof DownloadFailure)) throw failure;
    return [`${what}, and could not be downloaded: ${failure.message}. ${byHand}.`];
  }
}

async function needBrowser(isOffline: boolean, console: DownloadConsole): Promise<readonly string[]> {
  const named = settingIn(console.environment, "WRIT_CHROMIUM");
  const { downloadBrowser, findBrowser, lackingBrowser } = await import("@writ/proof/screens");
  if (findBrowser(named) !== undefined) return [];
  if (isOffline || named !== undefined) return [lackingBrowser(named)];
  console.error("Chromium is needed to open screens. Downloading it, once ...\n");
  const why = await downloadBrowser();
  return why === undefined ? [] : [`${lackingBrowser(named)} It could not be downloaded: ${why}`];
}

export const loadVite: LoadVite = async () => {
  const { folder } = await installationOf("vite");
  if (folder === undefined) throw new Error("Components need Vite, which is not installed.");
  return import(pathToFileURL(createRequire(join(folder, "package.json")).resolve("vite")).href);
};
