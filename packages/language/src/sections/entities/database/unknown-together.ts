// An entity of which it is not shown what is unique together: whether a row may be there beside the others, nobody knows.
import { quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Design, RulePart } from "../../../plan/design.ts";

/** As a rule of which it is not shown what must hold: whoever writes a row is told so. */
export function unknownTogether({ entities }: Design): readonly RulePart[] {
  return entities.flatMap(({ name, address, notShown }): readonly RulePart[] => {
    if (!notShown.includes("Unique together")) return [];
    const clause = `${address}/Unique together`;
    const sql = `problems := problems || writ.problem('NOT_SHOWN', NULL, ${quoteText(clause)}, "row".id);`;
    return [{ entity: name.id, on: ["create", "update"], lists: [], sql, address }];
  });
}
