// Who has which role: the functions that rights and expressions ask.
import { quoteIdentifier, quoteText } from "../../../expression/sql/sql-quote.ts";
import { referencesTo, type Lookup } from "../../../names/lookup.ts";
import type { Design } from "../../../plan/design.ts";
import { innerPlace, open, printPlace, tableOf } from "../../../plan/layout.ts";
import { people, readers, type DatabaseObject, type Parameter } from "../../../plan/objects.ts";
import type { Giving, Role } from "../model.ts";
import { thingsAssignedIn, assignedTo, isAssignedEverywhere, isAssignedWithin } from "./assigned.ts";
import { giverColumnOf } from "./tenants.ts";

/**
 * Four questions, each one function for all roles. They see every row, so no policy asks another one, and they are never
 * IMMUTABLE: a plan that is kept would keep one person's rights for the next. They are PL/pgSQL because that keeps the
 * plan of each branch for as long as the connection lives, and plans only the branch that is asked for.
 */
export function roleFunctions(design: Design): readonly DatabaseObject[] {
  const { roles } = design.compiled.model.permissions;
  const person: Parameter = { name: "person", type: "uuid" };
  const role: Parameter = { name: "role", type: "text" };
  const thing: Parameter = { name: "thing", type: "uuid" };
  const define = (
    name: string,
    parameters: readonly Parameter[],
    returns: string,
    of: (role: Role) => string | undefined,
    otherwise: string,
    callers = readers,
  ): DatabaseObject => ({
    kind: "function",
    place: innerPlace(name),
    parameters,
    returns,
    language: "plpgsql",
    volatility: "stable",
    actsAs: "owner",
    body: [
      "BEGIN",
      ...roles.flatMap((one) => {
        const value = of(one);
        return value === undefined
          ? []
          : [`  IF $${parameters.indexOf(role) + 1} = ${quoteText(one.name.id)} THEN RETURN ${value}; END IF;`];
      }),
      `  RETURN ${otherwise};`,
      "END",
    ].join("\n"),
    callers,
    address: "6",
  });
  return [
    // Anywhere, where a role is held within something.
    define("has_role", [role], "boolean", (one) => holds(one, "auth.uid()", undefined, design), "false"),
    // By a decision, and not by a row; for a role within something, by that of the operator.
    define("was_given_role", [role], "boolean", (one) => wasGiven(one, "auth.uid()"), "false"),
    define("things_of_role", [role], "uuid[]", (one) => thingsOf(one, design), "'{}'::uuid[]"),
    // It answers about other people too, so no client may call it directly.
    define("person_has_role", [person, role, thing], "boolean", (one) => holds(one, "$1", "$3", design), "false", []),
    ...(roles.length === 0 ? [] : [ownRoles(roles)]),
  ];
}

/**
 * The roles of the caller, for clients that show users their own screens: each role, with the things that it is held
 * in. It takes no person, so no caller learns the roles of others, and it evaluates with the caller's own rights what
 * policies evaluate anyway.
 */
function ownRoles(roles: readonly Role[]): DatabaseObject {
  const arms = roles.flatMap(({ name, within }) => {
    const role = quoteText(name.id);
    if (within === undefined) return [`SELECT ${role}::text, NULL::uuid WHERE writ.has_role(${role})`];
    return [
      `SELECT ${role}::text, NULL::uuid WHERE writ.was_given_role(${role})`,
      `SELECT ${role}::text, thing FROM unnest(writ.things_of_role(${role})) AS thing`,
    ];
  });
  return {
    kind: "function",
    place: { schema: open, name: "my_roles" },
    parameters: [],
    returns: 'TABLE("role" text, "within" uuid)',
    language: "sql",
    volatility: "stable",
    actsAs: "caller",
    body: arms.join("\nUNION ALL "),
    callers: people,
    address: "6",
  };
}

const wasGiven = (role: Role, person: string): string | undefined =>
  isAssignedEverywhere(role) ? assignedTo(role, person, "everywhere") : undefined;

/** `thing`: where the role is held within something, that thing. */
function holds(role: Role, person: string, thing: string | undefined, design: Design): string {
  const ways = [...new Set(role.givenBy.map((giving) => holdsBy(giving, role, person, thing, design)))];
  return ways.length === 0 ? "false" : `(${ways.join(" OR ")})`;
}

function holdsBy(giving: Giving, role: Role, person: string, thing: string | undefined, design: Design): string {
  switch (giving.kind) {
    case "anyone":
      return "true";
    case "signed in":
      return `${person} IS NOT NULL`;
    case "named at installation":
      return assignedTo(role, person, "everywhere");
    case "assigned by":
      return assignedTo(role, person, role.within === undefined ? "everywhere" : (thing ?? "any"));
    case "row": {
      const { from, whose, where } = givingRows(giving, person, design);
      const { lookup } = design.compiled;
      const column = role.within && giverColumnOf(giving.entity.id, role.within, lookup);
      // What leads to no thing is in none.
      if (thing !== undefined && role.within !== undefined && column === undefined) return "false";
      const inside =
        column === undefined || thing === undefined ? "" : ` AND giver.${quoteIdentifier(column)} = ${thing}`;
      return `EXISTS (SELECT FROM ${from} WHERE ${whose} AND ${where}${inside})`;
    }
  }
}

function thingsOf(role: Role, design: Design): string | undefined {
  const { lookup } = design.compiled;
  const ways = role.givenBy.flatMap((giving) => {
    if (giving.kind !== "row" || role.within === undefined) return [];
    const column = giverColumnOf(giving.entity.id, role.within, lookup);
    if (column === undefined) return [];
    const { from, whose, where } = givingRows(giving, "auth.uid()", design);
    return [`SELECT giver.${quoteIdentifier(column)} FROM ${from} WHERE ${whose} AND ${where}`];
  });
  if (isAssignedWithin(role)) ways.push(thingsAssignedIn(role));
  return ways.length === 0 ? undefined : `ARRAY(${ways.join(" UNION ")})`;
}

/** The rows that give a user a role, under the alias `giver`. */
export function givingRows(
  giving: Extract<Giving, { kind: "row" }>,
  person: string,
  design: Design,
  alias = "giver",
  /** SQL of the document's `me`, where that is not the caller. */
  me?: string,
): { readonly from: string; readonly whose: string; readonly where: string } {
  const { lookup } = design.compiled;
  const entity = giving.entity.id;
  const where = giving.where
    ? design.print(giving.where, "filter", { rows: { [entity]: alias }, ...(me === undefined ? {} : { me }) })
    : "true";
  return {
    from: `${printPlace(tableOf(design.layout, entity))} AS ${alias}`,
    whose: `${alias}.${holderColumn(entity, lookup)} = ${person}`,
    where,
  };
}

/**
 * The column that names the holder in a row that gives a role. Any other column would give the role to another user.
 */
export function holderColumn(entity: string, lookup: Lookup): string {
  const [holder, ...others] = referencesTo(lookup, entity, "user");
  if (holder === undefined || others.length > 0)
    throw new Error(`Rows of ${entity} give a role, so they have one reference to User, which the check sees to.`);
  return quoteIdentifier(holder.name.id);
}
