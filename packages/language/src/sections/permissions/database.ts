// Section 6 in the database: who has which role, and who may do what.
import type { Contribute } from "../../plan/design.ts";
import { holdersOf } from "./database/holders.ts";
import { rightsOf } from "./database/rights.ts";
import { roleFunctions } from "./database/roles.ts";
import { transitionRights } from "./database/transitions.ts";

export const contribute: Contribute = (design) => {
  const { objects, guards } = rightsOf(design);
  return { objects: [...roleFunctions(design), ...holdersOf(design), ...transitionRights(design), ...objects], guards };
};
