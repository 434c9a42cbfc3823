// Where a search begins: the plainest rows, a user with the role, and the attempt that the scenario is about.
import { isFileType } from "@writ/language/plan";
import type { Field, Role } from "@writ/language/model";
import type { Scenario } from "@writ/language/scenarios";
import { isReserved } from "../../interpreter/writes/client-values.ts";
import { isDefaultGap } from "../../interpreter/gaps/clause-gaps.ts";
import { entityOf, fieldOf, fieldsOf, targetOf } from "../../interpreter/document/names.ts";
import { equal, type Value } from "../../interpreter/values/value.ts";
import {
  asValue,
  emptyWorld,
  findRow,
  rowsOf,
  valueOf,
  withoutRow,
  type Program,
  type Row,
  type World,
} from "../../interpreter/world/world.ts";
import { callsOf, requestsOf, roundsOf } from "./call-starts.ts";
import { filesFor } from "../samples/files.ts";
import { assignRole } from "../expressions/give-role.ts";
import { solvers } from "../expressions/hold.ts";
import { withPeople } from "../samples/people.ts";
import { generatedTypes } from "../samples/conflicts.ts";
import {
  anotherThanUsual,
  isNeeded,
  newId,
  personId,
  sampleFor,
  samplesOf,
  withNew,
  withPerson,
  withSample,
} from "../samples/sample.ts";
import type { Attempt, Situation } from "../situation/situation.ts";
import { subjectValues, withVisibleFile, withVisibleItem, withVisibleRow } from "./visible-subject.ts";

/** `roles`: what a user who tries it is, the first for the scenario's sake. */
export function startsOf(
  scenario: Scenario,
  roles: readonly Role[],
  program: Program,
  now: number,
): readonly Situation[] {
  const bare = emptyWorld(program, now);
  const people = scenario.entity === "user" ? subjectValues(scenario, withPeople(bare)) : new Map<string, Value>();
  const empty = withSettings(withPeople(bare, people), scenario.entity);
  const me = roles.every(({ givenBy }) => givenBy.some(({ kind }) => kind === "anyone")) ? null : personId(0);
  const { entity } = scenario;
  const there = withVisibleRow(scenario, empty);
  const made = withVisibleItem(
    scenario,
    entity === "user"
      ? { world: empty, row: findRow(empty, "user", personId(1)) }
      : withVisibleFile(scenario, withNew(there, entity, subjectValues(scenario, there))),
  );
  if (made.row === undefined) return [];
  const { deed } = scenario;
  const row = made.row;
  const begun: Situation = { world: made.world, me, attempt: { kind: "read", entity, id: row.id } };
  if (deed.kind === "leave")
    return [{ world: empty, me: personId(0), attempt: { kind: "leave", entity: "user", id: personId(0) } }];
  if (deed.kind === "sign in") return [comingIn(empty, deed)];
  if (deed.kind === "request") return requestsOf(empty, deed);
  if (deed.kind === "come round") return roundsOf(empty, deed);
  if (deed.kind === "hold" || deed.kind === "name")
    return [{ ...begun, attempt: { kind: deed.kind, entity, id: row.id, role: deed.role } }];
  const [role] = roles;
  if ((deed.kind === "assign" || deed.kind === "remove") && role !== undefined) return givingOf(begun, deed, role);
  return roles
    .reduce<readonly Situation[]>(
      (held, one) =>
        held.flatMap((so) => assignRole(so, personId(0), one, placeFor(one, scenario, row, program), solvers)),
      [begun],
    )
    .flatMap((held) => accountsFor(scenario, held))
    .flatMap((held) => attemptsOf(scenario, held));
}

/** A user without an account yet, with the values that every account requires. */
function comingIn(
  world: World,
  { way, isConfirmed }: Extract<Scenario["deed"], { readonly kind: "sign in" }>,
): Situation {
  const id = newId(world, "user");
  const coming = withPerson(world, id, "Dora");
  return {
    world: coming.world,
    me: null,
    attempt: { kind: "sign in", entity: "user", id, way, isConfirmed, coming: coming.row },
  };
}

/** Accounts are changed by a user who may change them, and each by its own person. */
function accountsFor({ entity, deed, by }: Scenario, situation: Situation): readonly Situation[] {
  const isChange = deed.kind === "update" || deed.kind === "set";
  if (entity !== "user" || !isChange || situation.me === null) return [situation];
  const own: Situation = { ...situation, attempt: { kind: "read", entity, id: situation.me } };
  return by === undefined ? [own] : [situation, own];
}

/** No one has a role in what is not there yet: a user who makes it has it in another one. */
function placeFor({ within }: Role, { deed, entity }: Scenario, row: Row, program: Program): Row | undefined {
  const isMade = deed.kind === "create" || (deed.kind === "set" && deed.on === "create");
  return isMade && within !== undefined && entityOf(program, within.entity) === entity ? undefined : row;
}

/** What there is one of is there from the beginning, as its defaults say; what a scenario is about is made for it. */
const withSettings = (world: World, but: string): World =>
  [...world.program.lookup.entities.values()]
    .filter(({ name, oneRow }) => oneRow && name.id !== but)
    .reduce((so, { name }) => withNew(so, name.id).world, world);

/** Another user is given the role, or loses it, in something where it is held in things. */
function givingOf(
  begun: Situation,
  { kind, role: name }: { readonly kind: "assign" | "remove"; readonly role: string },
  giver: Role,
): readonly Situation[] {
  const { program } = begun.world;
  const { within } = program.lookup.roles.get(name) ?? {};
  const made = within === undefined ? undefined : withNew(begun.world, entityOf(program, within.entity));
  const situation = made === undefined ? begun : { ...begun, world: made.world };
  const person = begun.attempt.id;
  return assignRole(situation, personId(0), giver, made?.row, solvers).map((held) => {
    const given = { person, role: name, within: made?.row.id };
    const assigned = [...held.world.assigned, ...(kind === "remove" ? [given] : [])];
    return {
      ...held,
      world: { ...held.world, assigned },
      attempt: { kind, entity: "user", id: person, role: name, within: made?.row.id },
    };
  });
}

function attemptsOf({ deed, entity, expected }: Scenario, situation: Situation): readonly Situation[] {
  const { id } = situation.attempt;
  const { program } = situation.world;
  switch (deed.kind) {
    case "read":
    case "delete":
      return [{ ...situation, attempt: { kind: deed.kind, entity, id } }];
    case "wait": {
      const before = deed.early ? 1000 : 0;
      return [
        {
          ...situation,
          attempt: { kind: "wait", entity, id, timer: deed.timer, before, ...(deed.never && { never: true }) },
        },
      ];
    }
    case "see":
      return [{ ...situation, attempt: { kind: "see", entity, id, field: deed.field } }];
    case "update":
      return [
        ...changesOf(situation, entity, id, undefined),
        // Where they may change no field, the stored values are given back.
        ...(expected.kind === "refused" ? changingNothing(situation, entity, id) : []),
      ];
    case "set":
      return deed.on === "update"
        ? changesOf(situation, entity, id, deed.field)
        : [creation(situation, entity, deed.field)];
    case "call":
      return callsOf(situation, deed);
    case "leave":
    case "sign in":
    case "request":
    case "come round":
    case "hold":
    case "name":
    case "assign":
    case "remove":
      return [];
    case "create":
      return [creation(situation, entity, undefined)];
    case "transition": {
      const rows = program.lookup.transitions.get(entity)?.get(deed.transition) ?? [];
      let { world } = situation;
      const values = new Map<string, Value>();
      for (const { field: name, required, choices } of rows.flatMap(({ asks }) => asks)) {
        const field = fieldOf(program, entity, name.id);
        if (field?.type === undefined || !required) continue;
        const sample = sampleFor(world, field, id);
        world = sample.world;
        values.set(field.name.id, choices?.[0]?.id ?? sample.value);
      }
      return [
        { ...situation, world, attempt: { kind: "transition", entity, id, transition: deed.transition, values } },
      ];
    }
  }
}

/** The row that rights were given around becomes the one that is made, so that it stands where that one stood. */
function creation(situation: Situation, entity: string, wanted: string | undefined): Situation {
  const { program } = situation.world;
  const model = findRow(situation.world, entity, situation.attempt.id);
  let world = model === undefined ? situation.world : withoutModel(situation.world, model);
  const id = newId(world, entity);
  const values = new Map<string, Value>();
  for (const field of fieldsOf(program, entity)) {
    const isWanted = field.name.id === wanted;
    const isLeftOut = !isNeeded(field) && !isDefaultGap(field);
    if (!isWanted && (isLeftOut || isReserved(program, entity, field.name.id))) continue;
    const own = isFileType(field.type) ? filesFor(field, id) : null;
    const kept = own ?? (model === undefined ? null : valueOf(model, field.name.id));
    const other = isWanted && own === null ? anotherThanUsual(world, situation.me, field, entity) : undefined;
    const sample =
      other !== undefined
        ? { world, value: other }
        : isWanted && own === null
          ? withSample(world, field)
          : { world, value: kept };
    world = sample.world;
    values.set(field.name.id, sample.value);
  }
  const attempt: Attempt = { kind: "create", entity, id, values };
  return { ...situation, world, attempt };
}

/** Numbers begin anew where the row was the only one. */
function withoutModel(world: World, model: Row): World {
  const without = withoutRow(world, model);
  if (rowsOf(without, model.entity).length > 0) return without;
  return { ...without, counters: new Map([...world.counters].filter(([key]) => !key.startsWith(`${model.entity}.`))) };
}

function changingNothing(situation: Situation, entity: string, id: string): readonly Situation[] {
  const row = findRow(situation.world, entity, id);
  const stored = fieldsOf(situation.world.program, entity).filter(({ type }) => !generatedTypes.has(type?.kind ?? ""));
  return row === undefined
    ? []
    : stored.slice(0, 2).map(({ name: { id: name } }) => ({
        ...situation,
        attempt: { kind: "update", entity, id, values: new Map([[name, valueOf(row, name)]]) },
      }));
}

/** One field at a time gets another value. */
function changesOf(situation: Situation, entity: string, id: string, wanted: string | undefined): readonly Situation[] {
  const { world } = situation;
  const row = findRow(world, entity, id);
  if (row === undefined) return [];
  const changed = (field: Field): readonly Situation[] => {
    const value = samplesOf(world, field).find((one) => !equal(one, valueOf(row, field.name.id)));
    if (value === undefined) return [];
    return [{ ...situation, attempt: { kind: "update", entity, id, values: new Map([[field.name.id, value]]) } }];
  };
  const fields = fieldsOf(world.program, entity).filter(({ name, type }) =>
    wanted === undefined
      ? type !== undefined && type.kind !== "belongs to" && !type.setOnce && !isReserved(world.program, entity, name.id)
      : name.id === wanted,
  );
  const result = fields.flatMap(changed).slice(0, 8);
  if (result.length > 0) return result;
  const brought = fields.flatMap((field) => withFresh(situation, row, field)).slice(0, 8);
  // Where there is nothing that a user could change, a user still tries it.
  const others = fieldsOf(world.program, entity).filter((field) => !fields.includes(field));
  return brought.length > 0 || wanted !== undefined ? brought : others.flatMap(changed).slice(0, 8);
}

/** What is not there yet: a file is brought, or a row is made that the field can be given. */
function withFresh(situation: Situation, { entity, id }: Row, field: Field): readonly Situation[] {
  const given = (world: World, value: Value): Situation => ({
    ...situation,
    world,
    attempt: { kind: "update", entity, id, values: new Map([[field.name.id, value]]) },
  });
  const { world } = situation;
  if (isFileType(field.type)) return [given(world, filesFor(field, id))];
  const several = field.type?.kind === "several" ? entityOf(world.program, field.type.entity) : undefined;
  const target = several ?? targetOf(world.program, field.type);
  // No one comes in for that.
  if (target === undefined || target === "user") return [];
  const made = withNew(world, target);
  return [given(made.world, several === undefined ? asValue(made.row) : [asValue(made.row)])];
}
