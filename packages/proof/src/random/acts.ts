// What a user may try in a random world: creating, changing, deleting, moving on, with values right and wrong.
import type { Act } from "../interpreter/attempt.ts";
import { fieldsOf } from "../interpreter/document/names.ts";
import { inputsOf, inputField, transitionRows } from "../interpreter/writes/transitions.ts";
import type { Value } from "../interpreter/values/value.ts";
import { rowsOf, valueOf, type World } from "../interpreter/world/world.ts";
import type { Draw } from "./draw.ts";
import { randomValue } from "./values.ts";
import { idOf } from "../interpreter/values/ids.ts";

const never = ["computed", "list", "sequence number", "random code", "state"];

export function randomAct(draw: Draw, world: World): Act | undefined {
  const { program } = world;
  const entities = [...program.lookup.entities.keys()].filter((entity) => entity !== "user");
  const kind = draw.pick([
    "create",
    "create",
    "update",
    "update",
    "update",
    "delete",
    "transition",
    "transition",
  ] as const);
  const moving = entities.filter((one) => (program.lookup.transitions.get(one)?.size ?? 0) > 0);
  if (kind === "transition" && moving.length === 0) return undefined;
  const entity = draw.pick(kind === "transition" ? moving : entities);
  const rows = rowsOf(world, entity);
  if (kind === "create")
    return { kind, entity, id: idOf(99, draw.number(1, 999_999)), values: newValues(draw, world, entity) };
  if (rows.length === 0) return undefined;
  const row = draw.pick(rows);
  if (kind === "delete") return { kind, entity, id: row.id };
  if (kind === "update") {
    const fields = fieldsOf(program, entity).filter(({ type }) => type !== undefined && !never.includes(type.kind));
    const chosen = draw.some(fields, 2);
    const values = new Map(
      chosen.map(({ name, ...field }): readonly [string, Value] => [
        name.id,
        draw.once(4) ? valueOf(row, name.id) : randomValue(draw, world, { name, ...field }, true),
      ]),
    );
    return values.size === 0 ? undefined : { kind, entity, id: row.id, values };
  }
  const transitions = [...(program.lookup.transitions.get(entity)?.keys() ?? [])];
  if (transitions.length === 0) return undefined;
  const transition = draw.pick(transitions);
  const asked = inputsOf(transitionRows(program, entity, transition)).map((one) => inputField(program, entity, one));
  const values = fieldsOf(program, entity)
    .filter(({ name }) => asked.includes(name.id))
    .map((field): readonly [string, Value] => [field.name.id, randomValue(draw, world, field, true)]);
  return { kind, entity, id: row.id, transition, values: new Map(values) };
}

function newValues(draw: Draw, world: World, entity: string): ReadonlyMap<string, Value> {
  const isLoose = draw.once(3);
  return new Map(
    fieldsOf(world.program, entity).flatMap((field): readonly (readonly [string, Value])[] => {
      if (field.type === undefined || never.includes(field.type.kind)) return [];
      const isUsual = field.required === "yes" || field.type.kind === "belongs to";
      if (isUsual ? isLoose && draw.once(8) : !draw.once(field.required === "auto" ? 8 : 3)) return [];
      return [[field.name.id, randomValue(draw, world, field, isLoose)]];
    }),
  );
}
