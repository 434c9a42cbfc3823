// One way to do what a user wants: who does it, with which row and which values, right and wrong.
import { isFileType } from "@writ/language/plan";
import type { Call, Role } from "@writ/language/model";
import type { Act } from "../interpreter/attempt.ts";
import { isReserved } from "../interpreter/writes/client-values.ts";
import { idOf } from "../interpreter/values/ids.ts";
import { entityOf, fieldsOf, targetOf } from "../interpreter/document/names.ts";
import { withoutNaming } from "../interpreter/leaving.ts";
import { readableRows } from "../interpreter/rights/reading.ts";
import { inputsOf, inputField, startingRows, transitionRows } from "../interpreter/writes/transitions.ts";
import type { Value } from "../interpreter/values/value.ts";
import { asValue, findRow, rowsOf, valueOf, type Caller, type Row, type World } from "../interpreter/world/world.ts";
import type { CallAttempt } from "../plan/attempts/call-attempt.ts";
import { inputsFor } from "../plan/values/call-inputs.ts";
import { generatedTypes } from "../plan/samples/conflicts.ts";
import { isNeeded } from "../plan/samples/sample.ts";
import type { Draw } from "../random/draw.ts";
import { someFiles, unusual } from "./files.ts";
import type { Goal } from "./goals.ts";
import type { Step } from "./step.ts";
import { randomValueOf } from "./values.ts";

/** Mostly people with accounts. */
export const anyCaller = (draw: Draw, world: World): Caller =>
  draw.once(10) ? null : draw.pick(activeUsers(world)).id;

/** A user who has deleted their account is still a row. */
const activeUsers = (world: World): readonly Row[] => rowsOf(world, "user").filter(({ id }) => !hasLeft(world, id));

export const hasLeft = (world: World, id: string): boolean => {
  const row = findRow(world, "user", id);
  return row !== undefined && valueOf(row, "email") === null;
};

/** Fewer would leave much undone. */
const fewest = 4;

/** A careless user gives too few values, too many, and values that do not fit. */
export type How = "careful" | "careless";
type By = { readonly me: Caller; readonly how: How; readonly about: Row };

/** Undefined where there is nothing to do it with. */
export function towards(draw: Draw, world: World, goal: Goal, how: How): Step | undefined {
  const me = anyCaller(draw, world);
  if (goal.kind === "leave") return someLeaving(draw, world);
  if (goal.kind === "call") {
    const call = someCall(draw, world, goal.call);
    return call === undefined ? undefined : { kind: "call", me, call };
  }
  if ("role" in goal) return { kind: "act", me, act: someRole(draw, world, goal.kind, goal.role) };
  const act = someAct(draw, world, { me, how }, goal);
  if (act === undefined) return undefined;
  return { kind: "act", me, act, brings: how === "careful" ? undefined : unusual(draw, world, act) };
}

/** Mostly a user of whom rows speak that will not any more. */
function someLeaving(draw: Draw, world: World): Step | undefined {
  const there = activeUsers(world);
  if (there.length <= fewest || !draw.once(4)) return undefined;
  const named = there.filter(({ id }) => withoutNaming(world, id) !== world);
  return { kind: "leave", me: draw.pick(named.length > 0 && !draw.once(4) ? named : there).id };
}

type Writing = Extract<Goal, { readonly entity: string }>;

function someAct(draw: Draw, world: World, who: Omit<By, "about">, goal: Writing): Act | undefined {
  const { program } = world;
  const { entity } = goal;
  if (goal.kind === "create") {
    const about = { entity, id: idOf(99, draw.number(1, 999_999_999)), values: new Map() };
    return { kind: goal.kind, entity, id: about.id, values: newValues(draw, world, { ...who, about }) };
  }
  const row =
    goal.kind === "transition" ? startingRow(draw, world, who.me, goal) : someRow(draw, world, who.me, entity);
  if (row === undefined) return undefined;
  const by: By = { ...who, about: row };
  const { id } = row;
  if (goal.kind === "delete") return { kind: goal.kind, entity, id };
  if (goal.kind === "update") {
    const values = changedValues(draw, world, by);
    return values.size === 0 ? undefined : { kind: goal.kind, entity, id, values };
  }
  const asked = inputsOf(transitionRows(program, entity, goal.transition));
  const values = asked.flatMap((one): readonly (readonly [string, Value])[] => {
    const field = program.lookup.fields.get(entity)?.get(inputField(program, entity, one));
    if (field === undefined || draw.once(one.required ? (by.how === "careful" ? 40 : 6) : 2)) return [];
    const choices = one.choices?.map(({ id: choice }) => choice) ?? [];
    const value = choices.length > 0 && !draw.once(6) ? draw.pick(choices) : valueFor(draw, world, by, field);
    return [[field.name.id, value]];
  });
  return { kind: goal.kind, entity, id, transition: goal.transition, values: new Map(values) };
}

/** Mostly one from whose state it may start. */
function startingRow(
  draw: Draw,
  world: World,
  me: Caller,
  { entity, transition }: { readonly entity: string; readonly transition: string },
): Row | undefined {
  const rows = transitionRows(world.program, entity, transition);
  const ready = rowsOf(world, entity).filter((row) => startingRows(world.program, row, rows).length > 0);
  return ready.length > 0 && !draw.once(4) ? draw.pick(ready) : someRow(draw, world, me, entity);
}

/** Mostly one that they read. */
function someRow(draw: Draw, world: World, me: Caller, entity: string): Row | undefined {
  const read = draw.once(4) ? [] : readableRows(world, me, entity);
  const rows = read.length > 0 ? read : rowsOf(world, entity);
  return rows.length === 0 ? undefined : draw.pick(rows);
}

type Field = ReturnType<typeof fieldsOf>[number];

/** References are mostly to what a user reads. */
function valueFor(draw: Draw, world: World, { me, how, about }: By, field: Field): Value {
  if (isFileType(field.type)) {
    const now = valueOf(about, field.name.id);
    return someFiles(draw, world, field, { id: about.id, now, isCareful: how === "careful" });
  }
  const target = targetOf(world.program, field.type);
  if (target !== undefined && (how === "careful" || !draw.once(5))) {
    const row = someRow(draw, world, me, target);
    return row === undefined ? null : asValue(row);
  }
  return randomValueOf(draw, world, field, how === "careless" && draw.once(2) ? "any" : "right");
}

const isGivable = ({ type }: Field): boolean => type !== undefined && !generatedTypes.has(type.kind);

function newValues(draw: Draw, world: World, by: By): ReadonlyMap<string, Value> {
  const { entity } = by.about;
  const isCareful = by.how === "careful";
  const often = draw.pick([1, 3, 12]);
  return new Map(
    fieldsOf(world.program, entity).flatMap((field): readonly (readonly [string, Value])[] => {
      if (!isGivable(field)) return [];
      const isRare = isReserved(world.program, entity, field.name.id);
      if (isNeeded(field) ? !isCareful && draw.once(8) : !draw.once(isRare ? (isCareful ? 40 : 8) : often)) return [];
      const value = valueFor(draw, world, by, field);
      // A user who looks leaves out what they have nothing for: its default would be gone otherwise.
      return value === null && isCareful && field.default !== undefined ? [] : [[field.name.id, value]];
    }),
  );
}

function changedValues(draw: Draw, world: World, by: By): ReadonlyMap<string, Value> {
  const { about: row } = by;
  const fields = fieldsOf(world.program, row.entity).filter(isGivable);
  const usual = fields.filter(({ name }) => !isReserved(world.program, row.entity, name.id));
  const chosen = draw.some(usual.length > 0 && (by.how === "careful" || !draw.once(4)) ? usual : fields, 2);
  return new Map(
    chosen.map((field): readonly [string, Value] => [
      field.name.id,
      // Files that an effect has taken over for it are called otherwise there.
      draw.once(6) && !isFileType(field.type) ? valueOf(row, field.name.id) : valueFor(draw, world, by, field),
    ]),
  );
}

function someRole(draw: Draw, world: World, kind: "assign" | "remove", { name, within }: Role): Act {
  const things = within === undefined ? [] : rowsOf(world, entityOf(world.program, within.entity));
  const thing = things.length === 0 || draw.once(12) ? undefined : draw.pick(things);
  const person = draw.pick(rowsOf(world, "user")).id;
  return { kind, person, role: name.id, ...(thing === undefined ? {} : { within: thing.id }) };
}

/** With the one row that a condition about the call could speak of. */
function someCall(draw: Draw, world: World, call: Call): CallAttempt | undefined {
  const input = call.in.find(({ type }) => type?.kind === "reference");
  const entity = targetOf(world.program, input?.type);
  // What is given besides is as it should be, and what is not there is made for no call.
  const giving = inputsFor(world, call, undefined, input?.name.id)[0];
  if (giving === undefined || giving.world !== world) return undefined;
  const { given } = giving;
  if (input === undefined || entity === undefined)
    return { kind: "call", entity: "user", id: "", call: call.name.id, input: undefined, given };
  const rows = rowsOf(world, entity);
  if (rows.length === 0) return undefined;
  return { kind: "call", entity, id: draw.pick(rows).id, call: call.name.id, input: input.name.id, given };
}
