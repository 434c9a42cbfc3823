// What commands use of the screens' proof: only commands that open screens load it, since it brings a browser's client.
export { downloadBrowser, findBrowser, missingBrowser as lackingBrowser, launch } from "./browser.ts";
export { screenPlanOf, type ScreenPlan } from "./plan.ts";
export { screenProven, screensBefore, withScreens } from "./report.ts";
export { runScreens, type ScreenResult } from "./run.ts";
