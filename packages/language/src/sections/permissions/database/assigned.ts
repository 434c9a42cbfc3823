// Roles that a person has by a decision: everywhere, or in one thing alone.
import { quoteIdentifier, quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Design, EffectPart } from "../../../plan/design.ts";
import { printPlace, tableOf } from "../../../plan/layout.ts";
import type { Role } from "../model.ts";
import { tenantColumnOf } from "./tenants.ts";

/** A user named at installation holds the role everywhere; one who is assigned a role within something, only there. */
export const isAssignedEverywhere = ({ givenBy, within }: Role): boolean =>
  givenBy.some(({ kind }) => kind === "named at installation" || (kind === "assigned by" && within === undefined));

export const isAssignedWithin = ({ givenBy, within }: Role): boolean =>
  within !== undefined && givenBy.some(({ kind }) => kind === "assigned by");

/**
 * `thing`: SQL of the thing that it is asked about, "any", or "everywhere". The document decides how a row is read: a
 * row without a thing gives no one a role that is only assigned within something.
 */
export const assignedTo = (role: Role, person: string, thing: string): string =>
  `EXISTS (SELECT FROM writ.assigned_role AS _given WHERE _given.person = ${person} AND _given.role = ${quoteText(role.name.id)} AND _given.thing ${compared(thing)})`;

const compared = (thing: string): string =>
  thing === "everywhere" ? "IS NULL" : thing === "any" ? "IS NOT NULL" : `= ${thing}`;

/** The things that the caller was given the role in, as a query. */
export const thingsAssignedIn = (role: Role): string =>
  `SELECT _given.thing FROM writ.assigned_role AS _given WHERE _given.person = auth.uid() AND _given.role = ${quoteText(role.name.id)} AND _given.thing IS NOT NULL`;

/** Whether the caller may give the role and take it, in `thing` where it is within something. */
export function mayAssign(role: Role, thing: string, design: Design): string {
  const { lookup } = design.compiled;
  const givers = role.givenBy.flatMap((giving) => {
    const giver = giving.kind === "assigned by" ? lookup.roles.get(giving.role.id) : undefined;
    return giver ? [giver] : [];
  });
  const ways = givers.flatMap((giver): readonly string[] => {
    const key = quoteText(giver.name.id);
    const isOpen = giver.givenBy.some(({ kind }) => kind === "anyone" || kind === "signed in");
    if (role.within === undefined || giver.within === undefined || isOpen) return [`(SELECT writ.has_role(${key}))`];
    const everywhere = `(SELECT writ.was_given_role(${key}))`;
    const target = role.within.entity.id;
    const column = tenantColumnOf(target, giver.within, lookup);
    // What does not lie in what the giver's role is within is nothing that they have a say in.
    if (column === undefined) return [everywhere];
    const things = `ANY ((SELECT writ.things_of_role(${key}))::uuid[])`;
    if (column === "id") return [everywhere, `${thing} = ${things}`];
    const table = printPlace(tableOf(design.layout, target));
    return [
      everywhere,
      `EXISTS (SELECT FROM ${table} AS _thing WHERE _thing."id" = ${thing} AND _thing.${quoteIdentifier(column)} = ${things})`,
    ];
  });
  return ways.length === 0 ? "false" : `COALESCE(${[...new Set(ways)].join(" OR ")}, false)`;
}

/** A thing takes the roles along that were given in it; that they ended is remembered. */
export function endsWithThing({ compiled: { model } }: Design): readonly EffectPart[] {
  const roles = model.permissions.roles.filter(isAssignedWithin);
  const targets = new Set(roles.flatMap(({ within }) => (within ? [within.entity.id] : [])));
  return [...targets].map((entity) => ({
    entity,
    on: ["delete"],
    sql: `WITH ended AS (DELETE FROM writ.assigned_role AS _given WHERE _given.thing = OLD."id" RETURNING _given.person, _given.role, _given.thing)
  INSERT INTO writ.role_change (person, role, thing, event, by_person, happened_at)
  SELECT ended.person, ended.role, ended.thing, 'removed', auth.uid(), writ.now() FROM ended;`,
    address: roles.find(({ within }) => within && within.entity.id === entity)?.address ?? "6",
  }));
}
