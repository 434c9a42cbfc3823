// Random entities for tests of expressions: every kind of field, possibly empty or not, leading to each other in circles.
import { checkExpression } from "../../expression/check.ts";
import { readExpression } from "../../expression/parsing/read.ts";
import type {
  ConstantSchema,
  EntitySchema,
  FieldSchema,
  FieldStore,
  RoleSchema,
  Schema,
} from "../../expression/schema.ts";
import type { Kind, Type } from "../../expression/type.ts";
import type { Typed } from "../../expression/typed.ts";
import { rowScope } from "../../model/scopes.ts";
import type { Draw } from "../draw.ts";
import { randomExpression } from "./random-expression.ts";

export type RandomModel = {
  readonly schema: Schema;
  /** Computed fields in an order in which each reads only those before it. */
  readonly computed: readonly Computed[];
};

export type Computed = {
  readonly entity: string;
  readonly field: string;
  readonly text: string;
  readonly typed: Typed;
};

type Fields = Map<string, FieldSchema>;

/** Words that PostgreSQL knows as types or in its grammar, which a table may still be called. */
const entityNames = ["line", "order", "group", "box"];
const states = ["new", "open", "in-progress", "done"];
const priorities = ["low", "normal", "high"];

export function randomModel(draw: Draw): RandomModel {
  const names = ["user", ...entityNames.slice(0, draw.number(2, 3))];
  const entities = new Map<string, EntitySchema & { readonly fields: Fields }>();
  for (const id of [...names, "settings"]) {
    entities.set(id, { id, label: id, oneRow: id === "settings", fields: ownFields(id, draw) });
  }
  for (const id of names) addLinks(id, names, entities, draw);
  const roles = new Map<string, RoleSchema>([
    ["Agent", { label: "Agent", within: undefined }],
    ["Member", { label: "Member", within: "line" }],
  ]);
  const moneyScale = draw.pick([2, 2, 0, 3]);
  const schema: Schema = {
    entities,
    constants: new Map(constants(moneyScale).map((one) => [one.id, one])),
    roles,
    moneyScale,
  };
  const computed: Computed[] = [];
  for (const entity of names) {
    for (const number of [1, 2]) {
      const field = `worked_out_${number}`;
      const found = randomComputed(entity, field, schema, draw);
      if (found === undefined) continue;
      computed.push(found.computed);
      entities.get(entity)?.fields.set(field, found.schema);
    }
  }
  return { schema, computed };
}

function ownFields(entity: string, draw: Draw): Fields {
  const fields: Fields = new Map();
  const add = (id: string, kind: Kind, empty: boolean, store: FieldStore = { kind: "column" }) => {
    fields.set(id, { id, label: id, type: { ...kind, empty }, store });
  };
  const maybe = () => draw.once(2);
  const there = () => !draw.once(5);
  add("id", { kind: "text" }, false);
  add("created_at", { kind: "datetime" }, false);
  add("created_by", { kind: "row", entity: "user" }, true);
  if (entity === "user") {
    add("name", { kind: "text" }, false);
    add("email", { kind: "text" }, maybe());
  }
  if (there()) add("title", { kind: "text" }, maybe());
  add("remark", { kind: "text" }, true);
  if (there()) add("rate", { kind: "number", scale: 6 }, maybe());
  if (there()) add("share", { kind: "number", scale: 4 }, maybe());
  add("count", { kind: "number", scale: 0 }, false);
  if (there()) add("spare", { kind: "number", scale: 0 }, true);
  if (there()) add("price", { kind: "money" }, maybe());
  if (there()) add("starts_on", { kind: "date" }, false);
  add("due_on", { kind: "date" }, maybe());
  add("closed_at", { kind: "datetime" }, maybe());
  if (there()) add("opens_at", { kind: "time" }, false);
  if (there()) add("closes_at", { kind: "time" }, maybe());
  add("pause", { kind: "duration", days: false }, maybe());
  add("urgent", { kind: "yes/no" }, false);
  add("state", { kind: "choice", of: `state of ${entity}`, codes: states }, false);
  add("priority", { kind: "choice", of: `priority of ${entity}`, codes: priorities }, maybe());
  if (there()) add("photo", { kind: "file" }, true);
  const array = (of: Kind): Kind => ({ kind: "list", of: { ...of, empty: false } });
  if (there()) add("files", array({ kind: "file" }), false, { kind: "array" });
  add("labels", array({ kind: "choice", of: `label of ${entity}`, codes: priorities }), false, { kind: "array" });
  return fields;
}

/** References, their reverse lists, and pairs. */
function addLinks(
  id: string,
  names: readonly string[],
  entities: ReadonlyMap<string, { readonly fields: Fields }>,
  draw: Draw,
): void {
  const links = [
    { field: "owner", to: "user", empty: draw.once(2) },
    { field: "parent", to: id, empty: true },
    { field: "link", to: draw.pick(names), empty: draw.once(2) },
  ];
  for (const { field, to, empty } of links) {
    entities.get(id)?.fields.set(field, {
      id: field,
      label: field,
      type: { kind: "row", entity: to, empty },
      store: { kind: "column" },
    });
    const list = `${id}_by_${field}`;
    const store: FieldStore = { kind: "reverse", entity: id, via: field };
    entities.get(to)?.fields.set(list, { id: list, label: list, type: listOfRows(id), store });
  }
  const other = draw.pick(names);
  entities.get(id)?.fields.set("friends", {
    id: "friends",
    label: "friends",
    type: listOfRows(other),
    store: { kind: "pairs", entity: other },
  });
}

const listOfRows = (entity: string): Type => ({
  kind: "list",
  empty: false,
  of: { kind: "row", entity, empty: false },
});

function constants(moneyScale: number): readonly ConstantSchema[] {
  const one = (id: string, kind: Kind, value: ConstantSchema["value"]): ConstantSchema => ({
    id,
    label: id,
    type: { ...kind, empty: false },
    value,
  });
  const day = 86_400_000n;
  const duration = { kind: "duration", days: true } as const;
  const table = (of: Kind): Kind => ({ kind: "table", keys: priorities, of: { ...of, empty: false } });
  const entries = <Value>(values: readonly Value[]) =>
    new Map(priorities.map((key, index) => [key, values[index] as Value]));
  return [
    one("limit", { kind: "number", scale: 0 }, { kind: "number", digits: 3n, scale: 0 }),
    one("tax", { kind: "number", scale: 4 }, { kind: "number", digits: 1925n, scale: 4 }),
    one("fee", { kind: "money" }, { kind: "money", minor: 15n * 10n ** BigInt(moneyScale) }),
    one("reopen_window", duration, { kind: "duration", milliseconds: 14n * day }),
    one("grace", { kind: "duration", days: false }, { kind: "duration", milliseconds: 5_400_000n }),
    one("response_time", table(duration), {
      kind: "table",
      entries: entries([3n * day, day, 0n].map((milliseconds) => ({ kind: "duration", milliseconds }) as const)),
    }),
    one("weight", table({ kind: "number", scale: 1 }), {
      kind: "table",
      entries: entries([5n, 10n, 25n].map((digits) => ({ kind: "number", digits, scale: 1 }) as const)),
    }),
  ];
}

function randomComputed(entity: string, field: string, schema: Schema, draw: Draw) {
  const scope = rowScope(entity, { me: "maybe" });
  const text = randomExpression(draw, schema, scope, draw.pick(["yes/no", "number", "text", "date", "money"]), 2);
  const expression = readExpression({ text, start: 0, end: text.length }, `3/${entity}/${field}`, []);
  const { typed } = checkExpression(expression, schema, scope, { kind: "any" });
  // A computed field has a type; `null` alone has none.
  if (typed === undefined || typed.type.kind === "null") return undefined;
  const found: FieldSchema = { id: field, label: field, type: typed.type, store: { kind: "computed", expression } };
  return { schema: found, computed: { entity, field, text, typed } };
}
