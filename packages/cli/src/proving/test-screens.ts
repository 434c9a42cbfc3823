// `writ test --screens`: what of it needs a browser and the built web application.
import type { Compiled } from "@writ/language";
import type { Ground, Proven, Report, Taken } from "@writ/proof";
import type { ScreenResult } from "@writ/proof/screens";
import { needDownloads, type DownloadConsole } from "../downloads/need-downloads.ts";
import { MissingResource } from "./missing-resource.ts";
import { onScratch } from "./scratch.ts";
import { showDocument } from "../document/show-document.ts";

export type Screens = {
  /** Whether there is any to open. */
  readonly isAny: boolean;
  readonly addresses: readonly string[];
  /** Opens them all on a copy of their own, unless the signal ends it. */
  readonly open: (source: string, signal: AbortSignal, onOpened: Opened) => Promise<void>;
  /** As a page shows them, before any is opened. */
  readonly before: () => readonly Proven[];
  /** With what became of them. */
  readonly added: (report: Report) => Report;
  readonly taken: () => NonNullable<Taken["screens"]>;
};

type Opened = (count: number, all: number, result: ScreenResult) => void;

/** A text says what this machine lacks. */
export async function screensOf(
  compiled: Compiled,
  file: string,
  only: string,
  { offline }: { readonly offline: boolean },
  console: DownloadConsole,
): Promise<Screens | string> {
  const [
    { findBrowser, lackingBrowser, launch, runScreens, screenPlanOf, screensBefore, withScreens },
    { applicationFolder, isBuilt },
  ] = await Promise.all([import("@writ/proof/screens"), import("@writ/web/application")]);
  const [lacking] = await needDownloads(compiled, { offline, screens: true }, console);
  if (lacking !== undefined) return lacking;
  const named = console.environment["WRIT_CHROMIUM"];
  const browserFile = findBrowser(named);
  if (browserFile === undefined) return lackingBrowser(named);
  if (!isBuilt()) return "--screens needs the web application, which is not built. Run npm run build";
  const plan = screenPlanOf(compiled, only);
  const results: ScreenResult[] = [];
  let seconds = 0;
  const open = async (ground: Ground, signal: AbortSignal, onOpened: Opened) => {
    signal.throwIfAborted();
    const browser = await launch(browserFile).catch((failure: unknown) => {
      // Its first line says why, the others how it was called.
      const [why = ""] = (failure instanceof Error ? failure.message : String(failure)).split("\n");
      throw new MissingResource(
        `${browserFile} does not start as a browser: ${why.replace("browserType.launch: ", "")}`,
      );
    });
    const began = performance.now();
    // It is gone with its folder where it is closed once, and not where it is being closed.
    let closing: Promise<void> | undefined;
    const close = async () => (closing ??= browser.close());
    // Whatever is waited for there has ended then, too.
    signal.addEventListener("abort", () => void close());
    try {
      signal.throwIfAborted();
      await runScreens(plan.cases, ground, browser, (result) => {
        results.push(result);
        onOpened(results.length, plan.cases.length, result);
        signal.throwIfAborted();
      });
    } finally {
      seconds = (performance.now() - began) / 1000;
      await close();
    }
  };
  return {
    isAny: plan.cases.length > 0,
    addresses: [...plan.cases, ...plan.notTried, ...plan.broken].map(({ scenario }) => scenario.address),
    open: async (source, signal, onOpened) => {
      const pages = { ...(await showDocument(compiled, file, false)), folder: applicationFolder };
      await onScratch(source, compiled, async (ground) => open(ground, signal, onOpened), { pages });
    },
    before: () => screensBefore(plan),
    added: (report) => withScreens(report, plan, results),
    taken: () => ({ count: results.length, seconds }),
  };
}
