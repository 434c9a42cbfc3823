// The first wave of refusals: what a client gives to fields, all of it together, before anything is written.
import type { Field } from "@writ/language/model";
import { readsOtherRows } from "../document/mentions.ts";
import { decimalsOf } from "../world/fields.ts";
import { fieldOf, fieldsOf, machinesOf, targetOf, entityOf } from "../document/names.ts";
import { isDefaultGap } from "../gaps/clause-gaps.ts";
import { mayRead, maySee } from "../rights/reading.ts";
import { refuse, type Refusal } from "../document/refusal.ts";
import { refusalOf, rightsFor } from "../rights/rights.ts";
import { scopeOf } from "../world/scope.ts";
import { refusalOfValue } from "./stored-values.ts";
import {
  equal,
  isList,
  isRow,
  numberOf,
  orNothing,
  quantity,
  rescale,
  type RowValue,
  type Value,
} from "../values/value.ts";
import { asItWas, findRow, valueOf, type Caller, type Program, type Row, type World } from "../world/world.ts";

export type Writing = {
  readonly world: World;
  readonly me: Caller;
  readonly on: "create" | "update";
  /** On create the row as it would be were this field not given; on update the row as it was. */
  readonly without: (field: string) => Row;
  /** What rights are judged on: on create the row as it would be, without what no one may give; on update as it was. */
  readonly judged: Row;
  /** The row as it would be. */
  readonly row: Row;
  /** The fields that were given. */
  readonly given: ReadonlyMap<string, Value>;
  /** What a transition asks for is granted by the transition itself. */
  readonly asked: boolean;
};

/** A value that is there already, or that would be set anyway, is allowed to a user who sees it. */
const isChange = (writing: Writing, field: string, value: Value): boolean =>
  !sameStored(valueOf(writing.without(field), field), value) || isUnseen(writing, field) || isUnknown(writing, field);

/** Of a default that is not shown no one knows that a user gave the same. */
function isUnknown({ world: { program }, on, row }: Writing, name: string): boolean {
  const field = fieldOf(program, row.entity, name);
  return on === "create" && field !== undefined && isDefaultGap(field);
}

/** Or it could be found out by trying. What a transition asks for has nothing to do with what is there. */
function isUnseen({ world, me, on, judged, asked }: Writing, name: string): boolean {
  if (asked) return false;
  if (!maySee(world, me, name, judged)) return true;
  return on === "create" && isDrawn(world.program, judged.entity, name) && !mayRead(world, me, judged.entity, judged);
}

/** Whether the value that the system sets in a new row reveals something of other rows. */
function isDrawn(program: Program, entity: string, name: string): boolean {
  const field = fieldOf(program, entity, name);
  const kind = field?.type?.kind;
  if (kind === "sequence number" || kind === "random code") return true;
  if (kind === "state")
    return machinesOf(program, entity).some(
      ({ field: of, machine }) => of === name && machine.states.some(({ startIf }) => startIf !== undefined),
    );
  const tree = field?.default?.kind === "expression" ? field.default.expression.tree : undefined;
  return tree !== undefined && readsOtherRows(program, entity, tree);
}

/** Nothing, `no` and an empty list are the same to a field that is never empty. */
function sameStored(one: Value, other: Value): boolean {
  if (isList(one) && isList(other)) {
    return one.length === other.length && one.every((item) => other.some((each) => equal(item, each)));
  }
  return equal(orNothing(one), orNothing(other));
}

/** What no one ever gives: what the system draws and works out, and what it sets where no row of the matrix grants it. */
export function isReserved(program: Program, entity: string, name: string): boolean {
  const field = fieldOf(program, entity, name);
  if (field?.type === undefined || never.has(field.type.kind)) return true;
  const isGranted = (["create", "update"] as const).some(
    (on) => rightsFor(program, entity, { kind: "set", field: name, on }).length > 0,
  );
  return field.required === "auto" && !isGranted;
}

/** What is given with a new row and by no one afterwards. */
export function isFixed(program: Program, entity: string, name: string): boolean {
  const type = fieldOf(program, entity, name)?.type;
  const isGranted = rightsFor(program, entity, { kind: "set", field: name, on: "update" }).length > 0;
  return type?.setOnce === true || (type?.kind === "belongs to" && !isGranted);
}

const never: ReadonlySet<string> = new Set(["computed", "list", "sequence number", "random code", "state"]);

export function refusedValues(writing: Writing, fields: readonly Field[]): readonly Refusal[] {
  const refusals: Refusal[] = [];
  for (const [name, value] of writing.given) {
    if (!isChange(writing, name, value)) continue;
    const refusal = writing.asked ? undefined : refusedField(writing, name);
    if (refusal !== undefined) refusals.push(refusal);
  }
  for (const field of fields) {
    const { id } = field.name;
    const value = valueOf(writing.row, id);
    const isGiven = writing.given.has(id) && isChange(writing, id, value);
    const { world, row } = writing;
    const wrong =
      writing.on === "create" || isGiven ? refusalOfValue(world.program, row.entity, field, value) : undefined;
    if (wrong !== undefined) refusals.push(wrong);
    else if (isUnfilled(writing, field)) refusals.push(refuse("NOT_SHOWN", field.address, id));
    else if (isGiven && !writing.asked) refusals.push(...refusedReferences(writing, field, value));
  }
  return refusals;
}

/** Whether a new row has nothing there but what a default would be that no one knows. */
function isUnfilled({ world: { program }, on, row, given }: Writing, field: Field): boolean {
  const { type, name } = field;
  if (on !== "create" || type === undefined || never.has(type.kind) || !isDefaultGap(field)) return false;
  return !given.has(name.id) || isReserved(program, row.entity, name.id);
}

/**
 * What a person gives where a transition asks for it: the rows that it names, also those named already, and decimals
 * that would be lost.
 */
export function refusedInputs(writing: Writing): readonly Refusal[] {
  const { program } = writing.world;
  return fieldsOf(program, writing.row.entity).flatMap((field) => {
    const value = writing.given.get(field.name.id) ?? null;
    if (value === null) return [];
    const places = field.type && decimalsOf(program, field.type);
    const { digits, scale } = places === undefined ? numberOf(0) : quantity(value);
    if (places !== undefined && rescale(rescale(digits, scale, places), places, scale) !== digits && scale > places)
      return [refuse("INVALID", field.address, field.name.id)];
    return refusedReferences(writing, field, value);
  });
}

/** Whether the client may set the field at all. */
function refusedField({ world, me, on, judged, row }: Writing, name: string): Refusal | undefined {
  const { program } = world;
  const field = fieldOf(program, row.entity, name);
  // What the system keeps of every row is its entity's.
  if (field === undefined) return refuse("FORBIDDEN", program.lookup.entities.get(row.entity)?.address ?? "3", name);
  const { type } = field;
  if (type === undefined || never.has(type.kind)) return refuse("FORBIDDEN", field.address, name);
  const rights = rightsFor(program, row.entity, { kind: "set", field: name, on });
  if (on === "update" && type.setOnce) return refuse("FORBIDDEN", field.address, name);
  if (rights.length > 0) {
    const refusal = refusalOf(world, me, row.entity, { kind: "set", field: name, on }, judged);
    return refusal && { ...refusal, field: name };
  }
  if (field.required === "auto") return refuse("FORBIDDEN", field.address, name);
  return on === "update" && type.kind === "belongs to" ? refuse("FORBIDDEN", field.address, name) : undefined;
}

/** A reference may be set only to a row that the writer may read, or that is among those to choose from. */
function refusedReferences(writing: Writing, field: Field, value: Value): readonly Refusal[] {
  const { world, me, without, row } = writing;
  const { type } = field;
  const isReference = type?.kind === "reference" || type?.kind === "belongs to" || type?.kind === "several";
  if (!isReference || type === undefined) return [];
  const entity = targetOf(world.program, type) ?? (type.kind === "several" ? entityOf(world.program, type.entity) : "");
  // A value that they may not see counts as empty for them.
  const isNothing = writing.asked || isUnseen(writing, field.name.id);
  const before = isNothing ? null : valueOf(without(field.name.id), field.name.id);
  const chosen = (isList(value) ? value : [value]).filter((one): one is RowValue => isRow(one));
  const fresh = chosen.filter((one) => !(isList(before) && before.some((each) => equal(each, one))));
  const among = type.kind === "belongs to" ? undefined : type.among?.tree;
  const choices = among && world.program.evaluate(among, scopeOf(world, null, { [row.entity]: asItWas(row) }));
  return fresh.flatMap((one) => {
    const target = findRow(world, entity, one.id);
    // A user who sets the field sees the rows to choose from.
    const isOpen = target !== undefined && (choices !== undefined || mayRead(world, me, entity, target));
    const isAmong = choices === undefined || (isList(choices) && choices.some((choice) => equal(choice, one)));
    return isOpen && isAmong ? [] : [refuse("INVALID", field.address, field.name.id)];
  });
}
