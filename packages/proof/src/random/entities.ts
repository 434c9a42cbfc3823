// Random entities: fields of every type, references in all directions, a tenant with its memberships.
import type { Draw } from "./draw.ts";
import {
  identifier,
  type Outline,
  type OutlineEntity,
  type OutlineField,
  type OutlineRole,
  type Sort,
} from "./outline.ts";

const names = ["Project", "Ticket", "Order line", "Note", "Room"];
const choiceLists = [
  ["low", "normal", "high"],
  ["red", "dark green", "blue"],
];

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

function field(name: string, type: string, sort: Sort, more: Partial<OutlineField> = {}): OutlineField {
  const required = more.required ?? "no";
  return {
    name,
    id: identifier(name),
    type,
    required,
    default: "",
    sort,
    empty: required !== "yes" && sort !== "yes/no" && sort !== "choices" && sort !== "rows",
    given: true,
    hidable: sort !== "state",
    ...more,
  };
}

const reference = (name: string, kind: string, target: string, required: "yes" | "no", options = ""): OutlineField =>
  field(name, `${kind} ${target}${options}`, "row", { required, target });

function userFields(draw: Draw): OutlineField[] {
  return [
    ...draw.some(
      [
        field("Nickname", "text up to 20", "text"),
        field("Level", "integer 0 to 9", "integer"),
        field("Blocked", "yes/no", "yes/no", { required: "auto", default: "no" }),
      ],
      3,
    ),
  ];
}

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

/** Fields that hold a value of their own, each of another type. */
function plainFields(draw: Draw, most: number): OutlineField[] {
  const codes = draw.pick(choiceLists);
  const choice = (name: string) => identifier(name);
  const all: readonly (() => OutlineField)[] = [
    () =>
      field("Title", `text up to ${draw.pick([5, 12, 40])}${draw.once(4) ? ", unique" : ""}`, "text", {
        required: "yes",
      }),
    () => field("Slug", "text up to 20 matching `^[a-z][a-z0-9-]*$`", "text"),
    () => field("Body", `${draw.pick(["long text", "Markdown text"])} up to 200`, "text", maybe(draw)),
    () => field("Weight", "number 0 to 99.5", "number", maybe(draw, "2.5")),
    () => field("Count", "integer 0 to 20", "integer", maybe(draw, "3")),
    () => field("Share", "percent 0 to 100", "percent", maybe(draw, "20 %")),
    () => field("Price", "money 0 to 500", "money", maybe(draw, "1.50 EUR")),
    () => field("Due on", "date", "date", maybe(draw, "`today + days(2)`")),
    () => field("Starts at", "datetime", "datetime", maybe(draw, "`now`")),
    () => field("Pause", "duration", "duration", maybe(draw, "2 hours")),
    () => field("Urgent", "yes/no", "yes/no", { default: draw.pick(["", "no", "yes"]) }),
    () => field("Closed", "yes/no", "yes/no", { required: draw.pick(["no", "auto"] as const), default: "no" }),
    () => field("Contact", "email", "text", maybe(draw)),
    () =>
      field("Priority", `one of: ${codes.join(", ")}`, "choice", {
        ...maybe(draw, codes[1]),
        codes: codes.map(choice),
      }),
    () => field("Labels", `several of: ${codes.join(", ")}`, "choices", { codes: codes.map(choice) }),
    () => field("Colour", `text up to 9, set once`, "text"),
    () => field("Code", "random code `A{000000}`", "other", { required: "", given: false, empty: false }),
  ];
  const [title, ...rest] = all;
  return [title, ...draw.some(rest, most)].flatMap((make) => (make === undefined ? [] : [make()]));
}

/** Required, or not, or set by the system from its default. */
function maybe(draw: Draw, written?: string): Partial<OutlineField> {
  const kind = draw.number(0, written === undefined ? 1 : 3);
  if (kind === 0) return { required: "yes", default: written !== undefined && draw.once(3) ? written : "" };
  if (kind === 3) return { required: "auto", default: written ?? "", empty: false };
  return { required: "no", default: kind === 2 ? (written ?? "") : "" };
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
