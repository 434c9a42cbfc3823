// A schema written by hand, with every kind of field, for tests of what works on expressions.
import type {
  ConstantSchema,
  EntitySchema,
  FieldSchema,
  FieldStore,
  RoleSchema,
  Schema,
  Scope,
} from "../expression/schema.ts";
import type { Kind, Type } from "../expression/type.ts";
import { rowScope } from "../model/scopes.ts";

const text = { kind: "text" } as const;
const whole = { kind: "number", scale: 0 } as const;
const number = { kind: "number", scale: 6 } as const;
const money = { kind: "money" } as const;
const date = { kind: "date" } as const;
const datetime = { kind: "datetime" } as const;
const duration = { kind: "duration", days: false } as const;
const yesNo = { kind: "yes/no" } as const;
const file = { kind: "file" } as const;
const row = (entity: string): Kind => ({ kind: "row", entity });
const choice = (of: string, ...codes: readonly string[]): Kind => ({ kind: "choice", of, codes });

type Described = { readonly type: Type; readonly store: FieldStore; readonly label?: string };

const column = { kind: "column" } as const;
const full = (kind: Kind): Described => ({ type: { ...kind, empty: false }, store: column });
const maybe = (kind: Kind): Described => ({ type: { ...kind, empty: true }, store: column });
const rows = (entity: string, store: FieldStore): Described => ({
  type: { kind: "list", empty: false, of: { kind: "row", entity, empty: false } },
  store,
});
const listOf = (entity: string, via: string): Described => rows(entity, { kind: "reverse", entity, via });
const pairs = (entity: string): Described => rows(entity, { kind: "pairs", entity });
const array = (of: Kind): Described => ({
  type: { kind: "list", empty: false, of: { ...of, empty: false } },
  store: { kind: "array" },
});

const system = {
  id: full(text),
  created_at: full(datetime),
  created_by: maybe(row("user")),
  updated_at: full(datetime),
  updated_by: maybe(row("user")),
};

function entityOf(
  id: string,
  label: string,
  fields: Readonly<Record<string, Described>>,
  oneRow = false,
): [string, EntitySchema] {
  const all = Object.entries({ ...system, ...fields }).map(([name, described]): [string, FieldSchema] => {
    const words = name.replaceAll("_", " ");
    const field = { id: name, label: described.label ?? words.charAt(0).toUpperCase() + words.slice(1) };
    return [name, { ...field, type: described.type, store: described.store }];
  });
  return [id, { id, label, oneRow, fields: new Map(all) }];
}

function constantOf(id: string, label: string, type: Kind, value: ConstantSchema["value"]): [string, ConstantSchema] {
  return [id, { id, label, type: { ...type, empty: false }, value }];
}

const hours = (count: bigint) => ({ kind: "duration", milliseconds: count * 3_600_000n }) as const;
const role = (label: string, within?: string): [string, RoleSchema] => [label, { label, within }];
const ticketStates = choice("state of Ticket", "new", "open", "waiting", "solved", "closed");

export const sampleSchema: Schema = {
  entities: new Map([
    entityOf("user", "User", {
      name: full(text),
      email: maybe(text),
      phone: maybe(text),
      reservations: listOf("reservation", "member"),
      fines: listOf("fine", "member"),
      owes: full(money),
    }),
    entityOf("category", "Category", {
      name: full(text),
      lead: maybe(row("user")),
      tickets: listOf("ticket", "category"),
    }),
    entityOf("ticket", "Ticket", {
      number: full(text),
      subject: full(text),
      body: maybe(text),
      category: full(row("category")),
      parent: maybe(row("ticket")),
      priority: full(choice("priority of Ticket", "low", "normal", "high", "urgent")),
      severity: maybe(choice("severity of Ticket", "low", "normal", "high", "urgent")),
      requester: full(row("user")),
      assignee: maybe(row("user")),
      phone: maybe(text),
      respond_by: full(datetime),
      solved_at: maybe(datetime),
      due_on: maybe(date),
      opened_on: full(date),
      late: full(yesNo),
      effort: full(whole),
      estimate: maybe(whole),
      weight: full(number),
      share: maybe({ kind: "number", scale: 4 }),
      budget: maybe(money),
      cost: full(money),
      pause: full(duration),
      photo: maybe(file),
      attachments: array(file),
      labels: array(choice("labels of Ticket", "bug", "idea", "chore")),
      watchers: pairs("user"),
      comments: listOf("comment", "ticket"),
      deadline_at: { ...maybe(datetime), label: "Last moment" },
      ended: { type: { kind: "yes/no", empty: false }, store: column },
      state: full(ticketStates),
    }),
    entityOf("comment", "Comment", {
      ticket: full(row("ticket")),
      author: full(row("user")),
      editor: maybe(row("user")),
      text: full(text),
      note: maybe(text),
      minutes: maybe(whole),
      internal: full(yesNo),
    }),
    entityOf("item", "Item", { name: full(text), daily_fine: full(money), retired: full(yesNo) }),
    entityOf("reservation", "Reservation", {
      item: full(row("item")),
      member: full(row("user")),
      starts_on: full(date),
      ends_on: full(date),
      returned_at: maybe(datetime),
      days_late: full(whole),
      state: full(choice("state of Reservation", "reserved", "collected", "returned")),
    }),
    entityOf("fine", "Fine", {
      reservation: full(row("reservation")),
      member: full(row("user")),
      amount: maybe(money),
      paid_at: maybe(datetime),
      state: full(choice("state of Fine", "due", "paid")),
    }),
    entityOf("organisation", "Organisation", { name: full(text), memberships: listOf("membership", "organisation") }),
    entityOf("membership", "Membership", {
      organisation: full(row("organisation")),
      person: maybe(row("user")),
      role: full(choice("role of Membership", "guest", "member", "admin")),
    }),
    entityOf("settings", "Settings", { opening: maybe(date), limit: full(whole), contact: maybe(row("user")) }, true),
  ]),
  constants: new Map([
    constantOf("min_body", "Min body", whole, { kind: "number", digits: 20n, scale: 0 }),
    constantOf("zero", "Zero", whole, { kind: "number", digits: 0n, scale: 0 }),
    constantOf("tax", "Tax", { kind: "number", scale: 2 }, { kind: "number", digits: 20n, scale: 2 }),
    constantOf("max_fine", "Max fine", money, { kind: "money", minor: 3000n }),
    constantOf("reopen_window", "Reopen window", { kind: "duration", days: true }, hours(168n)),
    constantOf("nap", "Nap", duration, hours(4n)),
    constantOf("strict", "Strict", yesNo, { kind: "yes/no", value: true }),
    constantOf(
      "response_time",
      "Response time",
      { kind: "table", keys: ["low", "normal", "high", "urgent"], of: { ...duration, empty: false } },
      {
        kind: "table",
        entries: new Map([
          ["low", hours(72n)],
          ["normal", hours(24n)],
          ["high", hours(4n)],
          ["urgent", hours(1n)],
        ]),
      },
    ),
    constantOf(
      "fee",
      "Fee",
      { kind: "table", keys: ["new", "open", "gone"], of: { ...money, empty: false } },
      {
        kind: "table",
        entries: new Map([
          ["new", { kind: "money", minor: 100n }],
          ["open", { kind: "money", minor: 200n }],
          ["gone", { kind: "money", minor: 300n }],
        ]),
      },
    ),
  ]),
  roles: new Map([role("Customer"), role("Agent"), role("Lead"), role("Admin", "organisation")]),
  moneyScale: 2,
};

/** A clause about a ticket where everything may be spoken of: `me` and `old` may be empty. */
export const ticketScope: Scope = rowScope("ticket", {
  me: "maybe",
  old: "maybe",
  route: new Map([["category", { kind: "row", entity: "category", empty: false }]]),
  input: new Map<string, Type>([
    ["days", { kind: "number", scale: 0, empty: false }],
    ["agreed", { kind: "yes/no", empty: true }],
    ["membership", { kind: "row", entity: "membership", empty: true }],
  ]),
});
