// Section 6 in the database: who has which role, and who may do what.
import type { Contribute } from "../../plan/design.ts";
import { rightsOf } from "./database/rights.ts";
import { roleFunctions } from "./database/roles.ts";

export const contribute: Contribute = (design) => {
  const { objects, guards } = rightsOf(design);
  return { objects: [...roleFunctions(design), ...objects], guards };
};
