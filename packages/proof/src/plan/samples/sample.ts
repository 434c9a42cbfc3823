// Rows that look real: the value of a field where nothing else is required of it.
import { isFileType } from "@writ/language/plan";
import type { Field } from "@writ/language/model";
import { matchingTexts } from "../../field-types/pattern-texts.ts";
import { drawFrom } from "../../random/draw.ts";
import { trialOf } from "../../field-types/trials.ts";
import { filledRow } from "../../interpreter/writes/defaults.ts";
import { idOf } from "../../interpreter/values/ids.ts";
import { entityOf, fieldOf, fieldsOf, targetOf } from "../../interpreter/document/names.ts";
import { isNeverEmpty } from "../../interpreter/writes/never-empty.ts";
import { isDefaultGap } from "../../interpreter/gaps/clause-gaps.ts";
import { wrongValue } from "../../interpreter/writes/stored-values.ts";
import { dateOf, equal, momentOf, rowOf, type Value } from "../../interpreter/values/value.ts";
import {
  asStored,
  asValue,
  rowsOf,
  timeZoneOf,
  valueOf,
  withRow,
  type Caller,
  type Row,
  type World,
} from "../../interpreter/world/world.ts";
import { conflicts, generatedTypes } from "./conflicts.ts";
import { filesFor } from "./files.ts";
import { statesWithoutStart } from "./states-without-start.ts";

const hour = 3_600_000;
/** Of a user of the plan. */
export const personId = (index: number): string => idOf(0, index + 1);
const otherPerson = rowOf("user", personId(1));

/** Ids in the order of their numbers, so that a plan is the same each time. */
function nextId(world: World, entity: string): string {
  const taken = [...(world.rows.get(entity)?.keys() ?? [])].map((id) => Number(id.slice(-12)));
  return idOf(kindOf(world, entity), Math.max(0, ...taken) + 1);
}

/** Of the row that a user tries to make: no row that is there has it, or comes to have it. */
export const newId = (world: World, entity: string): string => idOf(kindOf(world, entity), 1_000_000);

const kindOf = ({ program }: World, entity: string): number =>
  entity === "user" ? 0 : [...program.lookup.entities.keys()].indexOf(entity) + 1;

/** Values of a field, the plainest first; references are to rows that are there. `turn`: others than in the turn before. */
export function samplesOf(world: World, field: Field, turn = 0): readonly Value[] {
  const { type } = field;
  if (type === undefined) return [];
  const isRight = (value: Value): boolean => value !== null && wrongValue(world.program, field, value) === undefined;
  const number = rowsCount(world) + 31 * turn;
  const right = trialOf(type).samples(type, { world, label: field.name.label, number, turn }).filter(isRight);
  return right.length > 0 ? right : matchingTexts(type, drawFrom(number)).filter(isRight);
}

const rowsCount = (world: World): number => [...world.rows.values()].reduce((count, rows) => count + rows.size, 1);

/** A row of an entity with all that it must have; what it must refer to is made with it, or is there. */
export function withNew(
  given: World,
  entity: string,
  wishes: ReadonlyMap<string, Value> = new Map(),
): { readonly world: World; readonly row: Row } {
  return addRow(given, entity, new Map([...wishes].map(([name, value]) => [name, asStored(value)])), new Set());
}

function addRow(
  given: World,
  entity: string,
  wishes: ReadonlyMap<string, Value>,
  passed: ReadonlySet<string>,
): { readonly world: World; readonly row: Row } {
  let made = rowInTurn(given, entity, wishes, passed, 0);
  // Where there are many, none of theirs is left.
  const turns = [1, 2, 3, rowsOf(given, entity).length + 4];
  for (const turn of turns) if (conflicts(made.world, made.row)) made = rowInTurn(given, entity, wishes, passed, turn);
  return conflicts(made.world, made.row) ? (withSomebodyElse(given, entity, wishes, passed) ?? made) : made;
}

/** Where each of those who are there has one already, and no one may have two, it is of another user. */
function withSomebodyElse(
  given: World,
  entity: string,
  wishes: ReadonlyMap<string, Value>,
  passed: ReadonlySet<string>,
): { readonly world: World; readonly row: Row } | undefined {
  const whose = fieldsOf(given.program, entity).find(
    (field) => isNeeded(field) && !wishes.has(field.name.id) && targetOf(given.program, field.type) === "user",
  );
  if (whose === undefined) return undefined;
  const more = withAnotherPerson(given);
  return rowInTurn(more.world, entity, new Map([...wishes, [whose.name.id, asValue(more.row)]]), passed, 0);
}

/** A user who was not there: as many as it takes. */
export function withAnotherPerson(given: World): { readonly world: World; readonly row: Row } {
  const count = rowsOf(given, "user").length;
  const made = withPerson(given, personId(count), `Dan${count}`);
  return { world: withRow(made.world, made.row), row: made.row };
}

/** The world with what such a person must refer to, and the person, who is not there yet. */
export function withPerson(
  given: World,
  id: string,
  name: string,
  wishes: ReadonlyMap<string, Value> = new Map(),
): { readonly world: World; readonly row: Row } {
  let world = given;
  const values = new Map<string, Value>([
    ["name", name],
    ["email", `${name.toLowerCase()}@example.test`],
    ["created_at", momentOf(world.now - 24 * hour)],
    ["updated_at", momentOf(world.now - 24 * hour)],
  ]);
  for (const [field, value] of wishes) values.set(field, value);
  for (const field of fieldsOf(world.program, "user")) {
    if (!isNeeded(field) || values.has(field.name.id)) continue;
    const filled = withSample(world, field);
    world = filled.world;
    values.set(field.name.id, filled.value);
  }
  return { world, row: filledRow(world, null, { entity: "user", id, values }).row };
}

function rowInTurn(
  given: World,
  entity: string,
  wishes: ReadonlyMap<string, Value>,
  passed: ReadonlySet<string>,
  turn: number,
): { readonly world: World; readonly row: Row } {
  let world = given;
  const values = new Map<string, Value>([
    ...earlier(world, entity, turn),
    ...statesWithoutStart(world.program, entity),
    ["created_at", momentOf(world.now - hour)],
    ["updated_at", momentOf(world.now - hour)],
    ["created_by", otherPerson],
    ["updated_by", otherPerson],
    ...wishes,
  ]);
  for (const field of fieldsOf(world.program, entity)) {
    const isOpen = isDefaultGap(field);
    const isFilled = isNeeded(field) || isOpen || (isNeverEmpty(world.program, field) && isStored(field));
    if (values.has(field.name.id) || !isFilled) continue;
    const filled = withSample(world, field, new Set(passed).add(entity), turn);
    const isOfItself = filled.value === null && targetOf(world.program, field.type) === entity;
    const root = isOfItself ? rootOf(world, entity, field.name.id, passed, turn) : undefined;
    world = root?.world ?? filled.world;
    values.set(field.name.id, root === undefined ? filled.value : asValue(root.row));
  }
  const id = nextId(world, entity);
  for (const field of fieldsOf(world.program, entity))
    if (isFileType(field.type) && isNeeded(field)) values.set(field.name.id, filesFor(field, id));
  const filled = filledRow(world, otherPerson.id, { entity, id, values });
  return { world: withRow(filled.world, filled.row), row: filled.row };
}

/** Of rows that must lead to one of their own kind, the first leads to itself. */
const rootOf = (world: World, entity: string, field: string, passed: ReadonlySet<string>, turn: number) =>
  rowInTurn(world, entity, new Map([[field, rowOf(entity, nextId(world, entity))]]), passed, turn);

/** What may meet no other one of its kind lies before those that are there; between two moments there is some time. */
const earlier = (world: World, entity: string, turn: number): readonly (readonly [string, Value])[] =>
  world.program.model.rules.rules.flatMap(({ entity: of, must }) => {
    if (must?.kind !== "no overlap" || entityOf(world.program, of) !== entity) return [];
    return [must.from, must.to].flatMap(({ id }, index) => {
      const field = fieldOf(world.program, entity, id);
      const days = turn === 0 ? index + 1 : index - 10 * turn;
      if (field === undefined || (turn === 0 && (field.type?.kind === "date" || !isNeeded(field)))) return [];
      const day = dateOf(timeZoneOf(world.program).dayAt(world.now) + days);
      return [[field.name.id, field.type?.kind === "date" ? day : momentOf(world.now + 24 * days * hour)] as const];
    });
  });

/** A value for a field that must have one; a row to refer to is made where there is none. */
export function withSample(
  world: World,
  field: Field,
  passed: ReadonlySet<string> = new Set(),
  turn = 0,
): { readonly world: World; readonly value: Value } {
  const [first] = samplesOf(world, field, turn);
  if (first !== undefined) return { world, value: first };
  const target = targetOf(world.program, field.type);
  if (target === undefined || target === "user" || passed.has(target)) return { world, value: null };
  const made = addRow(world, target, new Map(), passed);
  return { world: made.world, value: asValue(made.row) };
}

/** Files are brought for the row that they are given to. */
export const sampleFor = (world: World, field: Field, row: string): ReturnType<typeof withSample> =>
  isFileType(field.type) ? { world, value: filesFor(field, row) } : withSample(world, field);

/** Any user may give the value that the system would set anyway: this is another one. */
export function anotherThanUsual(world: World, me: Caller, field: Field, entity: string): Value | undefined {
  const usual = usualOf(world, me, field, entity);
  return samplesOf(world, field).find((value) => !equal(value, usual));
}

/** What a new row has of it when no one gives it. */
export function usualOf(world: World, me: Caller, { name }: Field, entity: string): Value {
  const { row } = filledRow(world, me, { entity, id: newId(world, entity), values: new Map() });
  return valueOf(row, name.id);
}

/** What clients must give. */
export const isNeeded = (field: Field): boolean =>
  (field.required === "yes" || field.type?.kind === "belongs to") && isStored(field);

const isStored = ({ type, default: value }: Field): boolean =>
  type !== undefined && value === undefined && !generatedTypes.has(type.kind);
