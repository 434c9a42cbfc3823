// One cell of the matrix as a condition in SQL about one row, which says whether the caller may, whatever it costs.
import { quoteIdentifier, quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Design } from "../../../plan/design.ts";
import { mentionsMe, signedIn } from "../../../plan/mentions-me.ts";
import type { Giving, Grant, Right, RightCell, Role } from "../model.ts";
import { conditionOf, ownerColumn } from "./conditions.ts";
import { mentionsGiver } from "./grant-typed.ts";
import { assignedTo, isAssignedEverywhere, isAssignedWithin } from "./assigned.ts";
import { givingRows } from "./roles.ts";
import { giverColumnOf, tenantColumnOf } from "./tenants.ts";

/** What a right is judged by. */
export type Judged = {
  readonly right: Right;
  /** The entity whose row is judged; undefined for a call that is about none. */
  readonly entity: string | undefined;
  /** The alias or parameter that is the row. */
  readonly row: string;
  readonly design: Design;
  /** A condition that is taken for the opposite of what it is: to find out whether it alone stands in the way. */
  readonly turned?: string;
  /** SQL of the person who is judged, where that is not the caller. */
  readonly me?: string;
};

const caller = "(SELECT auth.uid())";

/** `true` where any of the cells lets the caller do it. */
export function rightSql(judged: Judged): string {
  const arms = judged.right.cells.flatMap((cell) => cellSql(cell, judged) ?? []);
  return arms.length === 0 ? "false" : `(${arms.join("\n OR ")})`;
}

/** Undefined where the cell grants nothing. */
export function cellSql(cell: RightCell, judged: Judged): string | undefined {
  const { design } = judged;
  const role = design.compiled.lookup.roles.get(cell.role.id);
  if (role === undefined || cell.grant === undefined || cell.grant.kind === "no") return undefined;
  const { grant } = cell;
  // A user who does not hold the role by a row has no row that the condition could refer to.
  const ways = mentionsGiver(grant, design) ? "rows" : "any";
  return holdsRoleSql(
    role,
    judged,
    grantSql(grant, judged),
    signedIn(mentionsMe(grant, design), judged.me ?? caller),
    ways,
  );
}

/** Whether the caller has the role where the row is, and the rest holds. Undefined where no user ever has it. */
export function holdsRoleSql(
  role: Role,
  judged: Judged,
  rest = "true",
  first = "",
  by: "any" | "rows" = "any",
): string | undefined {
  const { entity, row, design, me } = judged;
  const andRest = rest === "true" ? "" : ` AND ${rest}`;
  const ways = role.givenBy.flatMap((giving): readonly string[] => {
    if (giving.kind !== "row") return [];
    const alias = givingAlias(giving);
    const { from, whose, where } = givingRows(giving, me ?? caller, design, quoteIdentifier(alias), me);
    const inside = insideSql(role, giving, entity, row, design);
    return inside === undefined ? [] : [`EXISTS (SELECT FROM ${from} WHERE ${whose} AND ${where}${inside}${andRest})`];
  });
  const everywhere = by === "rows" ? undefined : holdsRoleEverywhere(role, me);
  const there = by === "rows" ? undefined : givenThere(role, judged);
  if (there !== undefined) ways.push(`(${there}${andRest})`);
  if (everywhere !== undefined) ways.push(`(${everywhere}${andRest})`);
  return ways.length === 0 ? undefined : `(${first}(${ways.join(" OR ")}))`;
}

/** Whether the caller was given the role in the thing that the row is in; in any, where there is no row. */
function givenThere(role: Role, { entity, row, design, me = caller }: Judged): string | undefined {
  if (!isAssignedWithin(role) || role.within === undefined) return undefined;
  if (entity === undefined) return assignedTo(role, me, "any");
  const column = tenantColumnOf(entity, role.within, design.compiled.lookup);
  return column === undefined ? undefined : assignedTo(role, me, `${row}.${quoteIdentifier(column)}`);
}

/** Whether the caller has the role everywhere; undefined where no user ever has. */
function holdsRoleEverywhere(role: Role, me?: string): string | undefined {
  const kinds = new Set(role.givenBy.map((giving) => giving.kind));
  if (kinds.has("anyone")) return "true";
  if (kinds.has("signed in")) return `${me ?? caller} IS NOT NULL`;
  if (!isAssignedEverywhere(role)) return undefined;
  if (me !== undefined) return assignedTo(role, me, "everywhere");
  return `(SELECT writ.was_given_role(${quoteText(role.name.id)}))`;
}

export const givingAlias = (giving: Extract<Giving, { kind: "row" }>): string => `my_${giving.entity.id}`;

/** That the row is inside what the giver's row names; undefined where it never is. */
export function insideSql(
  role: Role,
  giving: Extract<Giving, { kind: "row" }>,
  entity: string | undefined,
  row: string,
  design: Design,
): string | undefined {
  if (role.within === undefined || entity === undefined) return "";
  const { lookup } = design.compiled;
  const given = giverColumnOf(giving.entity.id, role.within, lookup);
  const own = tenantColumnOf(entity, role.within, lookup);
  if (given === undefined || own === undefined) return undefined;
  const giver = quoteIdentifier(givingAlias(giving));
  return ` AND ${giver}.${quoteIdentifier(given)} = ${row}.${quoteIdentifier(own)}`;
}

export function grantSql(grant: Grant, judged: Judged): string {
  const { entity, row, design, turned, me } = judged;
  const { checked } = design.compiled;
  switch (grant.kind) {
    case "yes":
      return "true";
    case "no":
      return "false";
    case "own":
      // Without a row there is no owner to compare.
      return entity === undefined
        ? "false"
        : `COALESCE(${row}.${quoteIdentifier(ownerColumn(entity, design))} = ${me ?? caller}, false)`;
    case "condition": {
      const condition = conditionOf(grant.name.id, design);
      const typed = condition?.holds && checked.get(condition.holds)?.typed;
      if (!typed || entity === undefined) return "false";
      const value = design.print(typed, "strict", { rows: { [entity]: row }, ...(me === undefined ? {} : { me }) });
      return turned === condition?.name.id ? `(NOT ${value})` : value;
    }
    case "not":
      return `(NOT ${grantSql(grant.of, judged)})`;
    case "and":
    case "or":
      return `(${grantSql(grant.left, judged)} ${grant.kind.toUpperCase()} ${grantSql(grant.right, judged)})`;
  }
}
