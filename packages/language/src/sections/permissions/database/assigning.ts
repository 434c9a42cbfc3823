// Giving roles and taking them back: by people whom section 6 lets, and by the owner for those named at installation.
import { quoteText } from "../../../expression/sql/sql-quote.ts";
import { identifierOf } from "../../../text/name.ts";
import type { Design } from "../../../plan/design.ts";
import { innerPlace, open, printPlace, tableOf } from "../../../plan/layout.ts";
import { people, type DatabaseObject } from "../../../plan/objects.ts";
import type { Role } from "../model.ts";
import { isAssignedWithin, mayAssign } from "./assigned.ts";
import { peopleFunction } from "./people-of-roles.ts";

export function assigningOf(design: Design): readonly DatabaseObject[] {
  const { roles } = design.compiled.model.permissions;
  if (!design.entities.some(({ name }) => name.id === "user")) return [];
  const assigned = roles.filter(({ givenBy }) => givenBy.some(({ kind }) => kind === "assigned by"));
  const named = roles.filter(({ givenBy }) => givenBy.some(({ kind }) => kind === "named at installation"));
  return [
    ...(assigned.length > 0
      ? [
          assignFunction("assign_role", "given", assigned, design),
          assignFunction("remove_role", "removed", assigned, design),
          peopleFunction(assigned, design),
        ]
      : []),
    ...(named.length > 0 ? [nameFunction(named, design)] : []),
  ];
}

const give = `INSERT INTO writ.assigned_role (person, role, thing, given_by, given_at) VALUES (given, key, place, auth.uid(), writ.now()) ON CONFLICT DO NOTHING;`;
const take = `DELETE FROM writ.assigned_role AS held WHERE held.person = given AND held.role = key AND held.thing IS NOT DISTINCT FROM place;`;
/** Giving a role that the user already has, or removing one that they lack, is no event. */
const log = (event: "given" | "removed") =>
  `IF FOUND THEN INSERT INTO writ.role_change (person, role, thing, event, by_person, happened_at) VALUES (given, key, place, '${event}', auth.uid(), writ.now()); END IF;`;

const refuse = (code: string, field: string, clause: string) =>
  `PERFORM writ.refuse(writ.problem('${code}', ${field === "" ? "NULL" : quoteText(field)}, ${clause}));`;

/** By label or identifier, as the document knows it. */
const keyOf = (roles: readonly Role[], column: (role: Role) => string): string =>
  `CASE ${roles.flatMap((role) => [...new Set([role.name.id, role.name.label, identifierOf(role.name.label)])].map((word) => `WHEN wanted = ${quoteText(word)} THEN ${column(role)}`)).join(" ")} END`;

function assignFunction(
  name: string,
  event: "given" | "removed",
  roles: readonly Role[],
  design: Design,
): DatabaseObject {
  const allowed = roles.map((role) => `WHEN ${quoteText(role.name.id)} THEN ${mayAssign(role, "place", design)}`);
  const inThings = roles.filter(isAssignedWithin);
  const isIn = `key IN (${inThings.map(({ name: { id } }) => quoteText(id)).join(", ")})`;
  // The thing is looked up last, so that no caller learns which ones exist; its lock lasts until the role is written.
  const looks = [...placesOf(inThings, design)].map(
    ([table, ids]) => `  IF key IN (${ids.map(quoteText).join(", ")}) THEN
    PERFORM FROM ${table} AS one WHERE one."id" = place FOR KEY SHARE;
    IF NOT FOUND THEN ${refuse("NOT_FOUND", "within", "clause")} END IF;
  END IF;`,
  );
  const body = `#variable_conflict use_variable
DECLARE
  given uuid := $1;
  wanted text := $2;
  place uuid := $3;
  key text := ${keyOf(roles, ({ name: { id } }) => quoteText(id))};
  clause text := ${keyOf(roles, ({ address }) => quoteText(`${address}/Given by`))};
BEGIN
  IF auth.uid() IS NULL THEN ${refuse("NOT_SIGNED_IN", "", "COALESCE(clause, '6')")} END IF;
  IF key IS NULL THEN ${refuse("INVALID", "role", "'6'")} END IF;
  ${inThings.length === 0 ? "" : `IF ${isIn} AND place IS NULL THEN ${refuse("REQUIRED", "within", "clause")} END IF;`}
  IF ${inThings.length === 0 ? "" : `NOT ${isIn} AND `}place IS NOT NULL THEN ${refuse("INVALID", "within", "clause")} END IF;
  IF NOT (CASE key ${allowed.join(" ")} ELSE false END) THEN ${refuse("FORBIDDEN", "", "clause")} END IF;
  IF NOT EXISTS (SELECT FROM ${printPlace(tableOf(design.layout, "user"))} AS person WHERE person."id" = given) THEN ${refuse("NOT_FOUND", "user_id", "clause")} END IF;
${looks.join("\n")}
  ${event === "given" ? give : take}
  ${log(event)}
END`;
  return {
    kind: "function",
    place: { schema: open, name },
    parameters: [
      { name: "user_id", type: "uuid" },
      { name: "role", type: "text" },
      { name: "within", type: "uuid", optional: true },
    ],
    returns: "void",
    language: "plpgsql",
    volatility: "volatile",
    actsAs: "owner",
    body,
    callers: people,
    address: "6",
  };
}

/** The tables of the things that roles are given in, each with those roles. */
function placesOf(roles: readonly Role[], { layout }: Design): ReadonlyMap<string, string[]> {
  const places = new Map<string, string[]>();
  for (const { name, within } of roles) {
    if (within === undefined) continue;
    const table = printPlace(tableOf(layout, within.entity.id));
    places.set(table, [...(places.get(table) ?? []), name.id]);
  }
  return places;
}

/** The operator of the product names the first ones; no one else can call this. */
function nameFunction(roles: readonly Role[], design: Design): DatabaseObject {
  const body = `#variable_conflict use_variable
DECLARE
  given uuid := (SELECT person."id" FROM ${printPlace(tableOf(design.layout, "user"))} AS person WHERE person."email" = lower($1));
  wanted text := $2;
  -- Whoever runs the product names who holds a role everywhere.
  place uuid;
  key text := ${keyOf(roles, ({ name: { id } }) => quoteText(id))};
BEGIN
  IF key IS NULL THEN ${refuse("INVALID", "role", "'6'")} END IF;
  IF given IS NULL THEN ${refuse("NOT_FOUND", "email", "'6'")} END IF;
  ${give}
  ${log("given")}
END`;
  return {
    kind: "function",
    place: innerPlace("name_role"),
    parameters: [
      { name: "email", type: "text" },
      { name: "role", type: "text" },
    ],
    returns: "void",
    language: "plpgsql",
    volatility: "volatile",
    actsAs: "owner",
    body,
    callers: [],
    address: "6",
  };
}
