// `writ test --screens`: what of it needs a browser and the built web application.
import type { Compiled } from "@writ/language";
import type { Ground, Report } from "@writ/proof";
import { showDocument } from "./show-document.ts";

export type Screens = {
  /** Whether there is any to open. */
  readonly isAny: boolean;
  readonly addresses: readonly string[];
  /** How the copy serves its pages. */
  readonly pages: Awaited<ReturnType<typeof showDocument>> & { readonly folder: string };
  /** Opens them all, and adds what became of them. */
  readonly open: (ground: Ground) => Promise<void>;
  readonly added: (report: Report) => Report;
};

/** A text says what this machine lacks. */
export async function screensOf(
  compiled: Compiled,
  file: string,
  only: string,
  chromium: string | undefined,
): Promise<Screens | string> {
  const [
    { findBrowser, lackingBrowser, launch, runScreens, screenPlanOf, withScreens },
    { applicationFolder, isBuilt },
  ] = await Promise.all([import("@writ/proof/screens"), import("@writ/web/building")]);
  const browserFile = findBrowser(chromium);
  if (browserFile === undefined) return lackingBrowser(chromium);
  if (!isBuilt()) return "--screens needs the web application, which is not built: npm run build";
  const plan = screenPlanOf(compiled, only);
  const results: Parameters<typeof withScreens>[2][number][] = [];
  return {
    isAny: plan.cases.length > 0,
    addresses: [...plan.cases, ...plan.notTried].map(({ scenario }) => scenario.address),
    pages: { ...(await showDocument(compiled, file, false)), folder: applicationFolder },
    open: async (ground) => {
      const browser = await launch(browserFile);
      try {
        await runScreens(plan.cases, ground, browser, (result) => void results.push(result));
      } finally {
        await browser.close();
      }
    },
    added: (report) => withScreens(report, plan, results),
  };
}
