// Whether the caller may create a row that is known by what it refers to alone, for what is offered while it is written.
import { isReference } from "../../../field-types/index.ts";
import { quoteIdentifier, quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Design } from "../../../plan/design.ts";
import { printPlace, tableOf } from "../../../plan/layout.ts";
import type { DatabaseObject } from "../../../plan/objects.ts";
import { mayPlace } from "./rights.ts";
import { setRowOf, setsPlace } from "./setting.ts";
import { filledTenants } from "./tenants.ts";

/** `writ.may_draft_issue(row)`: as for creating it with these references, within the thing that it would be in. */
export function draftedOf(design: Design): readonly DatabaseObject[] {
  const { model } = design.compiled;
  return design.entities.flatMap((entity): readonly DatabaseObject[] => {
    const { name, fields, address } = entity;
    if (!fields.some(({ type }) => type?.kind === "reference" && type.among !== undefined)) return [];
    const tenants = filledTenants(name.id, "given", design).map(
      ({ column, value }) => `${quoteText(column)}, ${value}`,
    );
    const row =
      tenants.length === 0 ? "given" : `jsonb_populate_record(given, jsonb_build_object(${tenants.join(", ")}))`;
    const rights = model.permissions.rights.filter((right) => right.for.id === name.id);
    const limited = fields.filter(
      (field) => isReference(field.type) && setRowOf("create", field, rights) !== undefined,
    );
    const may = [
      `${printPlace(mayPlace("create", name.id))}(${row})`,
      ...limited.map(
        ({ name: { id } }) =>
          `(given.${quoteIdentifier(id)} IS NULL OR ${printPlace(setsPlace("create", name.id, id))}(${row}))`,
      ),
    ];
    return [
      {
        kind: "function",
        place: mayPlace("draft", name.id),
        parameters: [{ name: "given", type: printPlace(tableOf(design.layout, name.id)) }],
        returns: "boolean",
        language: "sql",
        volatility: "stable",
        actsAs: "owner",
        body: `SELECT ${may.join(" AND ")}`,
        callers: [],
        address,
      },
    ];
  });
}
