// An entity that does not show what is unique together: whether a row may exist beside the others is unknown.
import { quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Design, RulePart } from "../../../plan/design.ts";

/** Like a rule whose condition is not shown: every write of a row is answered with that. */
export function unknownTogether({ entities }: Design): readonly RulePart[] {
  return entities.flatMap(({ name, address, notShown }): readonly RulePart[] => {
    if (!notShown.includes("Unique together")) return [];
    const clause = `${address}/Unique together`;
    const sql = `problems := problems || writ.problem('NOT_SHOWN', NULL, ${quoteText(clause)}, "row".id);`;
    return [{ entity: name.id, on: ["create", "update"], lists: [], sql, address }];
  });
}
