// The rights of transitions as functions of a row: whether the caller may take the step, and if not, why.
import { quoteText } from "../../../expression/sql-quote.ts";
import { entityId } from "../../../model/lookup.ts";
import type { Design } from "../../../plan/design.ts";
import { innerPlace, printPlace, tableOf } from "../../../plan/layout.ts";
import type { DatabaseObject } from "../../../plan/objects.ts";
import { rightSql } from "./grants.ts";

export function transitionRights(design: Design): readonly DatabaseObject[] {
  const { lookup, model } = design.compiled;
  return design.entities.flatMap(({ name }) =>
    [...(lookup.transitions.get(name.id)?.values() ?? [])].flatMap((rows): readonly DatabaseObject[] => {
      const [row] = rows;
      if (row === undefined) return [];
      const right = model.permissions.rights.find(
        ({ for: of, action }) =>
          action.kind === "transition" &&
          entityId(lookup, of) === name.id &&
          lookup.transitions.get(name.id)?.get(action.transition.id)?.[0]?.name.id === row.name.id,
      );
      const define = (action: string, returns: string, value: string): DatabaseObject => ({
        kind: "function",
        place: innerPlace(action, row.name.id, name.id),
        parameters: [{ name: "given", type: printPlace(tableOf(design.layout, name.id)) }],
        returns,
        language: "sql",
        volatility: "stable",
        actsAs: "owner",
        body: `SELECT ${value}`,
        callers: [],
        address: right?.address ?? row.address,
      });
      const why = `CASE WHEN auth.uid() IS NULL THEN ${quoteText("NOT_SIGNED_IN")} ELSE ${quoteText("FORBIDDEN")} END`;
      return [define("may", "boolean", right ? rightSql(right, "given", design) : "false"), define("why", "text", why)];
    }),
  );
}
