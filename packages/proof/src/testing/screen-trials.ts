// Screens in a browser, for tests: those of a document on a product of it, or of another one.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import type { Browser } from "playwright-core";
import { compile } from "@writ/language";
import { productModules, type OwnScreens } from "@writ/language/product";
import { products } from "../../../server/src/testing/product.ts";
import { applicationFolder } from "../../../web/src/building/application-files.ts";
import { findForPages } from "../../../web/src/testing/find-chromium.ts";
import { missingBrowser, launch } from "../screens/browser.ts";
import { screenPlanOf } from "../screens/plan.ts";
import { runScreens, type ScreenResult } from "../screens/run.ts";
import { groundOf } from "./workshop.ts";

type TryOn = (
  product: string,
  planned: string,
  only?: readonly string[],
  own?: OwnScreens,
) => Promise<readonly ScreenResult[]>;

/** `tryOn`: the screens of a document on a product of another one: all, or those that are named. */
export function screenTrials(): { readonly tryOn: TryOn } {
  const start = products();
  let browser: Browser;
  before(async () => {
    const file = findForPages();
    assert.ok(file !== undefined, missingBrowser(process.env["WRIT_CHROMIUM"]));
    browser = await launch(file);
  });
  after(async () => browser.close());
  const tryOn: TryOn = async (product, planned, only, own) => {
    const compiled = compile(product);
    assert.deepEqual(
      compiled.problems.filter(({ severity }) => severity === "error").map(({ message }) => message),
      [],
    );
    const running = await start(product, {
      development: true,
      pages: { folder: applicationFolder, modules: productModules(compiled, own) },
    });
    const results: ScreenResult[] = [];
    const { cases } = screenPlanOf(compile(planned));
    const named = cases.filter(({ scenario }) => only === undefined || only.includes(scenario.address));
    await runScreens(named, await groundOf(running), browser, (one) => void results.push(one));
    await running.stop();
    await running.database.stop();
    return results;
  };
  return { tryOn };
}

export const wordsOf = (results: readonly ScreenResult[]) =>
  results.flatMap(({ case: one, outcome, evidence }) =>
    outcome === "failed" ? [`${one.scenario.address}: ${evidence}`] : [],
  );
