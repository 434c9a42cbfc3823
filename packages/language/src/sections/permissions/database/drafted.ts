// Whether the caller may create a row that is known by what it refers to alone, for what is offered while it is written.
import { quoteText } from "../../../expression/sql-quote.ts";
import type { Design } from "../../../plan/design.ts";
import { printPlace, tableOf } from "../../../plan/layout.ts";
import type { DatabaseObject } from "../../../plan/objects.ts";
import { mayPlace } from "./rights.ts";
import { filledTenants } from "./tenants.ts";

/** `writ.may_draft_issue(row)`: as for creating it, within the thing that it would be in. */
export function draftedOf(design: Design): readonly DatabaseObject[] {
  return design.entities.flatMap(({ name, fields, address }): readonly DatabaseObject[] => {
    if (!fields.some(({ type }) => type?.kind === "reference" && type.among !== undefined)) return [];
    const tenants = filledTenants(name.id, "given", design).map(
      ({ column, value }) => `${quoteText(column)}, ${value}`,
    );
    const row =
      tenants.length === 0 ? "given" : `jsonb_populate_record(given, jsonb_build_object(${tenants.join(", ")}))`;
    return [
      {
        kind: "function",
        place: mayPlace("draft", name.id),
        parameters: [{ name: "given", type: printPlace(tableOf(design.layout, name.id)) }],
        returns: "boolean",
        language: "sql",
        volatility: "stable",
        actsAs: "owner",
        body: `SELECT ${printPlace(mayPlace("create", name.id))}(${row})`,
        callers: [],
        address,
      },
    ];
  });
}
