// One cell of the matrix as a condition in SQL about one row.
import { quoteIdentifier, quoteText } from "../../../expression/sql-quote.ts";
import { entityId } from "../../../model/lookup.ts";
import type { Design } from "../../../plan/design.ts";
import type { Grant, Right, RightCell, Role } from "../model.ts";
import { givingRows } from "./roles.ts";
import { tenantColumnOf } from "./tenants.ts";

/** `row`: the alias or parameter that is the row; `true` where any of the cells lets the caller do it. */
export function rightSql(right: Right, row: string, design: Design): string {
  const arms = right.cells.flatMap((cell) => cellSql(cell, right, row, design) ?? []);
  return arms.length === 0 ? "false" : `(${arms.join(" OR ")})`;
}

/** Undefined where the cell lets nobody. */
export function cellSql(cell: RightCell, right: Right, row: string, design: Design): string | undefined {
  const { lookup } = design.compiled;
  const role = lookup.roles.get(cell.role.id);
  if (role === undefined || cell.grant === undefined || cell.grant.kind === "no") return undefined;
  const { grant } = cell;
  const entity = entityId(lookup, right.for);
  const ways = role.givenBy.flatMap((giving): readonly string[] => {
    if (giving.kind !== "row") return [];
    const alias = `my_${entityId(lookup, giving.entity)}`;
    const { from, where } = givingRows(giving, "(SELECT auth.uid())", design, quoteIdentifier(alias));
    const inside = insideSql(role, entity, entityId(lookup, giving.entity), alias, row, design);
    if (inside === undefined) return [];
    return [`EXISTS (SELECT FROM ${from} WHERE ${where}${inside} AND ${grantSql(grant, entity, row, design)})`];
  });
  if (role.givenBy.some((giving) => giving.kind !== "row")) {
    ways.push(`(${heldSql(role)} AND ${grantSql(grant, entity, row, design)})`);
  }
  return ways.length === 0 ? undefined : `(${ways.join(" OR ")})`;
}

/** Whether the caller has the role by anything but a row. */
function heldSql(role: Role): string {
  const kinds = new Set(role.givenBy.map((giving) => giving.kind));
  if (kinds.has("anyone")) return "true";
  if (kinds.has("signed in")) return "(SELECT auth.uid()) IS NOT NULL";
  return `(SELECT writ.has_role(${quoteText(role.name.id)}))`;
}

/** That the row is inside what the giver's row names; undefined where it never is. */
function insideSql(
  role: Role,
  entity: string,
  giver: string,
  alias: string,
  row: string,
  design: Design,
): string | undefined {
  if (role.within === undefined) return "";
  const { lookup } = design.compiled;
  const given = tenantColumnOf(giver, role.within, lookup);
  const own = tenantColumnOf(entity, role.within, lookup);
  if (given === undefined || own === undefined) return undefined;
  return ` AND ${quoteIdentifier(alias)}.${quoteIdentifier(given)} = ${row}.${quoteIdentifier(own)}`;
}

export function grantSql(grant: Grant, entity: string, row: string, design: Design): string {
  const { lookup, checked } = design.compiled;
  switch (grant.kind) {
    case "yes":
      return "true";
    case "no":
      return "false";
    case "own": {
      const owner = lookup.entities.get(entity)?.owner;
      const column = owner ? (lookup.fields.get(entity)?.get(owner.id)?.name.id ?? "created_by") : "created_by";
      return `COALESCE(${row}.${quoteIdentifier(entity === "user" ? "id" : column)} = (SELECT auth.uid()), false)`;
    }
    case "condition": {
      const condition = lookup.conditions.get(grant.name.id);
      const typed = condition?.holds && checked.get(condition.holds);
      if (!typed?.typed) return "false";
      // Whoever is not signed in is nobody: without this, a row without an owner would be theirs.
      const somebody = typed.reads.me ? "(SELECT auth.uid()) IS NOT NULL AND " : "";
      return `(${somebody}${design.print(typed.typed, "strict", { rows: { [entity]: row } })})`;
    }
    case "not":
      return `(NOT ${grantSql(grant.of, entity, row, design)})`;
    case "and":
    case "or":
      return `(${grantSql(grant.left, entity, row, design)} ${grant.kind.toUpperCase()} ${grantSql(grant.right, entity, row, design)})`;
  }
}
