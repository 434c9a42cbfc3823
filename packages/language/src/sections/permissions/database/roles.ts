// Who has which role: the functions that rights and expressions ask.
import { quoteIdentifier, quoteText } from "../../../expression/sql-quote.ts";
import { entityId } from "../../../model/lookup.ts";
import type { Design } from "../../../plan/design.ts";
import { innerPlace, printPlace, tableOf } from "../../../plan/layout.ts";
import { people, type DatabaseObject, type Parameter } from "../../../plan/objects.ts";
import type { Giving, Role } from "../model.ts";
import { tenantColumnOf } from "./tenants.ts";

/**
 * Three questions, each one function for all roles: whether I have a role, within which things I have it, and whether
 * some person has it. They see every row, so no policy asks another one, and they are never IMMUTABLE: a plan that is
 * kept would keep one person's rights for the next.
 */
export function roleFunctions(design: Design): readonly DatabaseObject[] {
  const { roles } = design.compiled.model.permissions;
  const person: Parameter = { name: "person", type: "uuid" };
  const role: Parameter = { name: "role", type: "text" };
  const thing: Parameter = { name: "thing", type: "uuid" };
  const cases = (of: (role: Role) => string) =>
    roles.map((one) => ` WHEN ${quoteText(one.name.id)} THEN ${of(one)}`).join("\n");
  const define = (
    name: string,
    parameters: readonly Parameter[],
    returns: string,
    of: (role: Role) => string,
    otherwise: string,
  ): DatabaseObject => ({
    kind: "function",
    place: innerPlace(name),
    parameters,
    returns,
    language: "sql",
    volatility: "stable",
    actsAs: "owner",
    body:
      roles.length === 0
        ? `SELECT ${otherwise}`
        : `SELECT CASE $${parameters.indexOf(role) + 1}\n${cases(of)}\n ELSE ${otherwise} END`,
    callers: people,
    address: "6",
  });
  return [
    define("has_role", [role], "boolean", (one) => holds(one, "auth.uid()", undefined, design), "false"),
    define("person_has_role", [person, role, thing], "boolean", (one) => holds(one, "$1", "$3", design), "false"),
    define("things_of_role", [role], "uuid[]", (one) => thingsOf(one, design), "'{}'::uuid[]"),
  ];
}

/** `thing`: where the role is held within something, that thing. */
function holds(role: Role, person: string, thing: string | undefined, design: Design): string {
  const ways = role.givenBy.map((giving) => holdsBy(giving, role, person, thing, design));
  return ways.length === 0 ? "false" : `(${ways.join(" OR ")})`;
}

function holdsBy(giving: Giving, role: Role, person: string, thing: string | undefined, design: Design): string {
  switch (giving.kind) {
    case "anyone":
      return "true";
    case "signed in":
      return `${person} IS NOT NULL`;
    case "named at installation":
    case "assigned by":
      return `EXISTS (SELECT FROM writ.assigned_role AS given WHERE given.person = ${person} AND given.role = ${quoteText(role.name.id)})`;
    case "row": {
      const { from, where } = givingRows(giving, person, design);
      const column =
        role.within &&
        tenantColumnOf(entityId(design.compiled.lookup, giving.entity), role.within, design.compiled.lookup);
      const inside =
        column === undefined || thing === undefined ? "" : ` AND giver.${quoteIdentifier(column)} = ${thing}`;
      return `EXISTS (SELECT FROM ${from} WHERE ${where}${inside})`;
    }
  }
}

function thingsOf(role: Role, design: Design): string {
  const { lookup } = design.compiled;
  const ways = role.givenBy.flatMap((giving) => {
    if (giving.kind !== "row" || role.within === undefined) return [];
    const column = tenantColumnOf(entityId(lookup, giving.entity), role.within, lookup);
    if (column === undefined) return [];
    const { from, where } = givingRows(giving, "auth.uid()", design);
    return [`SELECT giver.${quoteIdentifier(column)} FROM ${from} WHERE ${where}`];
  });
  return ways.length === 0 ? "'{}'::uuid[]" : `ARRAY(${ways.join(" UNION ")})`;
}

/** The rows that give somebody a role, under the alias `giver`. */
export function givingRows(
  giving: Extract<Giving, { kind: "row" }>,
  person: string,
  design: Design,
  alias = "giver",
): { readonly from: string; readonly where: string } {
  const { lookup } = design.compiled;
  const entity = entityId(lookup, giving.entity);
  // Exactly one reference to User, which the check has seen to.
  const holder = [...(lookup.fields.get(entity)?.values() ?? [])].find(
    ({ type }) =>
      (type?.kind === "reference" || type?.kind === "belongs to") && entityId(lookup, type.entity) === "user",
  );
  const where = giving.where ? ` AND ${design.print(giving.where, "filter", { rows: { [entity]: alias } })}` : "";
  return {
    from: `${printPlace(tableOf(design.layout, entity))} AS ${alias}`,
    where: `${alias}.${quoteIdentifier(holder?.name.id ?? "id")} = ${person}${where}`,
  };
}
