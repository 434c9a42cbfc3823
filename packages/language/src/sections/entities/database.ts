// Section 3 in the database: tables, keys, what the system sets, and what every field asks of its values.
import type { Contribute } from "../../plan/design.ts";
import { accountsOf } from "./database/accounts.ts";
import { computedFunctions } from "./database/computed.ts";
import { filesOf } from "./database/files.ts";
import { guardsOf } from "./database/guards.ts";
import { historyObjects } from "./database/history.ts";
import { pairsObjects } from "./database/pairs.ts";
import { seedsOf } from "./database/seeds.ts";
import { tablesOf } from "./database/tables.ts";
import { unknownTogether } from "./database/unknown-together.ts";

export { choicesName } from "./database/choices.ts";
export { accountOf, rowsOf } from "./database/seeds.ts";
export { readLiteral } from "./literal.ts";

export const contribute: Contribute = (design) => {
  const { objects, guards, reads } = guardsOf(design);
  return {
    objects: [
      ...tablesOf(design),
      ...design.entities.flatMap((entity) => [...pairsObjects(entity, design), ...historyObjects(entity, design)]),
      ...computedFunctions(design),
      ...accountsOf(design),
      ...objects,
      ...seedsOf(design),
      ...filesOf(design),
    ],
    guards,
    reads,
    rules: unknownTogether(design),
  };
};

export { notOfType } from "./database/values.ts";
