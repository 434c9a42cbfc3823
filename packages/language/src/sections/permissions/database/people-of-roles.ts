// The people to whom a user may give roles, and the roles that they have: only for users who may assign one.
import { quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Design } from "../../../plan/design.ts";
import { open, printPlace, tableOf } from "../../../plan/layout.ts";
import { people, type DatabaseObject } from "../../../plan/objects.ts";
import type { Role } from "../model.ts";
import { isAssignedEverywhere, isAssignedWithin, mayAssign } from "./assigned.ts";

/** The roles whose holders give and take one of these. */
function givers(roles: readonly Role[], { compiled: { lookup } }: Design): readonly string[] {
  const all = roles.flatMap(({ givenBy }) =>
    givenBy.flatMap((giving) => (giving.kind === "assigned by" ? [lookup.roles.get(giving.role.id)?.name.id] : [])),
  );
  return [...new Set(all)].filter((id) => id !== undefined);
}

/** So many at a time; `after` and `after_id` are the name and the id of the last one that was shown. */
const most = 50;

/**
 * A user who assigns roles has to know to whom, so names and confirmed addresses of accounts are shown here whatever
 * section 6 says of reading them; where it has a `see` row for one of the two, that one is not. An unconfirmed address
 * is left out: a user may have typed another person's address, to be taken for them.
 */
export function peopleFunction(assigned: readonly Role[], design: Design): DatabaseObject {
  const { model } = design.compiled;
  const isHidden = (field: string) =>
    model.permissions.rights.some(
      ({ for: of, action }) => of.id === "user" && action.kind === "see" && action.field.id === field,
    );
  const shown = (field: string) => (isHidden(field) ? "NULL::text" : `person.${field}::text`);
  const has = givers(assigned, design).map((id) => `writ.has_role(${quoteText(id)})`);
  const known = model.permissions.roles.filter(isAssignedEverywhere).map(({ name }) => quoteText(name.id));
  // A user who may give a role in a thing sees who holds it there.
  const told = [
    known.length === 0 ? "false" : `given.thing IS NULL AND given.role IN (${known.join(", ")})`,
    ...assigned
      .filter(isAssignedWithin)
      .map(
        (role) =>
          `given.role = ${quoteText(role.name.id)} AND given.thing IS NOT NULL AND ${mayAssign(role, "given.thing", design)}`,
      ),
  ];
  const refuse = (code: string) => `PERFORM writ.refuse(writ.problem('${code}', NULL, '6'));`;
  const sorted = isHidden("name") ? "''" : "lower(person.name)";
  const body = `#variable_conflict use_column
DECLARE
  words text := lower(COALESCE($1, ''));
BEGIN
  IF auth.uid() IS NULL THEN ${refuse("NOT_SIGNED_IN")} END IF;
  IF NOT (${has.length === 0 ? "false" : has.join(" OR ")}) THEN ${refuse("FORBIDDEN")} END IF;
  RETURN QUERY SELECT person."id", ${shown("name")}, ${shown("email")}, held.roles, held.in_things
    FROM ${printPlace(tableOf(design.layout, "user"))} AS person
    JOIN auth.users AS account ON account.id = person."id" AND NOT account.is_anonymous
    CROSS JOIN LATERAL (SELECT COALESCE(array_agg(given.role ORDER BY given.role) FILTER (WHERE given.thing IS NULL), '{}') AS roles,
        COALESCE(jsonb_agg(jsonb_build_object('role', given.role, 'within', given.thing) ORDER BY given.role, given.thing) FILTER (WHERE given.thing IS NOT NULL), '[]') AS in_things
      FROM writ.assigned_role AS given WHERE given.person = person."id" AND (${told.map((one) => `(${one})`).join(" OR ")})) AS held
    WHERE (words = '' OR position(words IN lower(COALESCE(${shown("name")}, ''))) > 0 OR position(words IN lower(COALESCE(${shown("email")}, ''))) > 0)
      AND ($2 IS NULL OR $2 = ANY (held.roles) OR held.in_things @> jsonb_build_array(jsonb_build_object('role', $2)))
      AND ($4 IS NULL OR (${sorted}, person."id") > (lower(COALESCE($3, '')), $4))
    ORDER BY ${sorted}, person."id" LIMIT ${most};
END`;
  return {
    kind: "function",
    place: { schema: open, name: "people_of_roles" },
    parameters: [
      { name: "search", type: "text", optional: true },
      { name: "role", type: "text", optional: true },
      { name: "after", type: "text", optional: true },
      { name: "after_id", type: "uuid", optional: true },
    ],
    returns: 'TABLE("id" uuid, "name" text, "email" text, "roles" text[], "in_things" jsonb)',
    language: "plpgsql",
    volatility: "stable",
    actsAs: "owner",
    body,
    callers: people,
    address: "6",
  };
}
