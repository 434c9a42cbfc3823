// Random entities: fields of every type, references in all directions, a tenant with its memberships.
import { field, plainFields, userFields } from "../field-types/drawn-fields.ts";
import type { Draw } from "./draw.ts";
import { identifier, type Outline, type OutlineEntity, type OutlineField, type OutlineRole } from "./outline.ts";

const names = ["Project", "Ticket", "Order line", "Note", "Room"];
export function randomOutline(draw: Draw, tenants: boolean): Outline {
  const isTenanted = !draw.once(3) && tenants;
  const tenant = isTenanted ? "Team" : undefined;
  const chosen = names.slice(0, draw.number(isTenanted ? 1 : 2, 3));
  const entities: OutlineEntity[] = [];
  if (draw.once(2)) entities.push(entity("User", undefined, userFields(draw)));
  if (tenant !== undefined) {
    entities.push(entity(tenant, undefined, plainFields(draw, 2)), membership(draw));
  }
  for (const name of chosen) {
    const before = entities.filter((one) => one.name !== "User" && one.name !== "Membership");
    const parent = before.length > 0 && !draw.once(3) ? draw.pick(before).name : undefined;
    const fields = [
      ...(parent === undefined ? [] : [reference(parent, "belongs to", parent, "yes")]),
      ...plainFields(draw, 6),
      ...references(draw, name, before, tenant, entities),
      ...(draw.once(2)
        ? [
            field("State", "state", "state", {
              required: "",
              given: false,
              empty: false,
              hidable: false,
              codes: ["new", "open", "done"],
            }),
          ]
        : []),
    ];
    // Numbers count for the rows of the parent, to which no other reference may lead.
    const alone = fields.filter(({ target }) => target === parent).length === 1;
    if (draw.once(2)) fields.push(numbered(draw, alone ? parent : undefined));
    const people = fields.filter((one) => one.target === "User" && one.sort === "row");
    const owner = people.length > 0 && draw.once(2) ? draw.pick(people).name : undefined;
    entities.push(entity(name, parent, fields, owner, uniqueTogether(draw, fields)));
  }
  addLists(draw, entities);
  return {
    entities,
    roles: randomRoles(draw, entities, tenant),
    tenant,
    timeZone: draw.pick(["UTC", "Europe/Paris", "America/New_York"]),
  };
}

const entity = (
  name: string,
  parent: string | undefined,
  fields: OutlineField[],
  owner?: string,
  unique: readonly (readonly string[])[] = [],
): OutlineEntity => ({ name, id: identifier(name), fields, owner, parent, unique });

const reference = (name: string, kind: string, target: string, required: "yes" | "no", options = ""): OutlineField =>
  field(name, `${kind} ${target}${options}`, "row", { required, target });

function membership(draw: Draw): OutlineEntity {
  const codes = ["guest", "member", "admin"];
  const fields = [
    reference("Team", "belongs to", "Team", "yes"),
    reference("Person", "reference to", "User", draw.once(3) ? "no" : "yes"),
    field("Kind", `one of: ${codes.join(", ")}`, "choice", { required: "yes", default: "member", codes }),
    ...(draw.once(2) ? [field("Until", "date", "date")] : []),
  ];
  return entity("Membership", "Team", fields, undefined, draw.once(3) ? [["Team", "Person"]] : []);
}

function numbered(draw: Draw, parent: string | undefined): OutlineField {
  const scope = parent !== undefined && draw.once(2) ? ` per ${parent}` : "";
  const type = draw.once(2) ? `sequence number \`N-{000}\`${scope}` : `sequence number${scope}`;
  return field("Number", type, "other", { required: "", given: false, empty: false });
}

function references(
  draw: Draw,
  own: string,
  before: readonly OutlineEntity[],
  tenant: string | undefined,
  all: readonly OutlineEntity[],
): readonly OutlineField[] {
  const result: OutlineField[] = [];
  const cleared = () => (draw.once(2) ? ", cleared on delete" : "");
  if (draw.once(2))
    result.push(field("Requester", "reference to User", "row", { required: "auto", default: "`me`", target: "User" }));
  if (draw.once(3)) result.push(reference("Assignee", "reference to", "User", "no", cleared()));
  if (draw.once(3)) result.push(reference("Before", "reference to", own, "no", cleared()));
  const others = before.filter((one) => one.name !== tenant);
  if (others.length > 0 && draw.once(2))
    result.push(reference("Related", "reference to", draw.pick(others).name, draw.pick(["yes", "no", "no"] as const)));
  // One reference at most has the name that a role follows.
  const isSponsored = all.some((one) => one.fields.some((each) => each.name === "Sponsor"));
  if (tenant !== undefined && !isSponsored && draw.once(3))
    result.push(reference("Sponsor", "reference to", tenant, "no", cleared()));
  if (draw.once(4)) result.push(field("Watchers", "several User", "rows", { target: "User" }));
  return result;
}

function uniqueTogether(draw: Draw, fields: readonly OutlineField[]): readonly (readonly string[])[] {
  const some = fields.filter(
    (one) => one.given && (one.sort === "text" || one.sort === "row" || one.sort === "choice"),
  );
  return some.length > 1 && draw.once(3) ? [some.slice(0, 2).map((one) => one.name)] : [];
}

/** Lists turn references round. */
function addLists(draw: Draw, entities: readonly OutlineEntity[]): void {
  for (const one of entities) {
    for (const { name, target } of one.fields.filter((each) => each.sort === "row")) {
      const owner = entities.find((each) => each.name === target);
      if (owner === undefined || !draw.once(2)) continue;
      const label = `${one.name}s by ${name}`;
      owner.fields.push(
        field(label, `list of ${one.name} via ${name}`, "rows", {
          required: "",
          target: one.name,
          given: false,
          empty: false,
        }),
      );
    }
  }
}

function randomRoles(
  draw: Draw,
  entities: readonly OutlineEntity[],
  tenant: string | undefined,
): readonly OutlineRole[] {
  const role = (name: string, givenBy: string, more: Partial<OutlineRole> = {}): OutlineRole => ({
    name,
    id: identifier(name),
    givenBy,
    within: undefined,
    open: false,
    giver: undefined,
    ...more,
  });
  const result = [role("Person", "signed in")];
  if (draw.once(2)) result.unshift(role("Visitor", "anyone", { open: true }));
  const hasBoss = draw.once(2);
  if (hasBoss) result.push(role("Boss", "named at installation"), role("Agent", "assigned by Boss"));
  if (tenant !== undefined) {
    const assigned = hasBoss && draw.once(2) ? ", assigned by Boss" : "";
    const member = `Membership where \`membership.kind != 'admin'\`${assigned}`;
    if (draw.once(2)) result.push(role("Keeper", "assigned by Admin", { within: tenant }));
    const admin = draw.once(3)
      ? "Membership where `membership.kind == 'admin' and (membership.person == null or not Team.exists(t, t.title == 'zz'))`"
      : "Membership where `membership.kind == 'admin'`";
    result.push(role("Member", member, { within: tenant, giver: "Membership" }));
    result.push(role("Admin", admin, { within: tenant, giver: "Membership" }));
    const sponsored = entities.some((one) => one.fields.some((each) => each.name === "Sponsor"));
    if (sponsored && draw.once(2))
      result.push(
        role("Backer", "Membership where `membership.kind == 'guest'`", {
          within: tenant,
          via: "Sponsor",
          giver: "Membership",
        }),
      );
  }
  return result;
}
