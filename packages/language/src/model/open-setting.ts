// A setting of section 9 that is there and not shown: nobody knows what it says, and nothing is missed because of it.
import type { Model } from "./model.ts";

export const isOpenSetting = (label: string, { constants }: Model): boolean =>
  constants.settings.clauses.some(({ name, notShown }) => name.label === label && notShown.includes("Value"));
