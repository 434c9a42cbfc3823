// What must fit together in section 2, and between the screens and everything that they show.
import type { CheckContext } from "../../model/check-context.ts";
import type { Model } from "../../model/model.ts";
import type { Problem } from "../../problem.ts";
import { checkButtons } from "./check-buttons.ts";
import { checkReach } from "./check-reach.ts";
import { checkRights } from "./check-rights.ts";
import { checkRoutes } from "./check-routes.ts";
import { checkScreen } from "./check-screen.ts";
import { readSite } from "./site.ts";

export function check(model: Model, context: CheckContext): readonly Problem[] {
  const site = readSite(model, context);
  checkRoutes(site);
  for (const screen of model.screens.screens) checkScreen(screen, site);
  checkButtons(site);
  checkRights(site);
  checkReach(site);
  return site.problems;
}
