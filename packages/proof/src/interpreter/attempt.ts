// The outcome of a user's deed: the world afterwards, or why it is rejected, in the order in which that is reported.
import { isReserved, refusedInputs, refusedValues, type Writing } from "./writes/client-values.ts";
import { filledRow } from "./writes/defaults.ts";
import { follow } from "./effects/effects.ts";
import { entityOf, fieldOf, fieldsOf } from "./document/names.ts";
import { meaningOf } from "./field-types/meanings.ts";
import { gapOfTransition } from "./gaps/clause-gaps.ts";
import { countRequest, type Counted } from "./rules/quotas.ts";
import { mayRead, maySee } from "./rights/reading.ts";
import { refuse, type Refusal } from "./document/refusal.ts";
import { clauseOf, refusalOf, visitorsEverMay, type Deed } from "./rights/rights.ts";
import { brokenRules } from "./rules/rules.ts";
import { countsFor, rolesOf } from "./rights/roles.ts";
import {
  inputsOf,
  inputField,
  startingRows,
  afterTransition,
  transitionRows,
  wrongInput,
} from "./writes/transitions.ts";
import type { Value } from "./values/value.ts";
import { reported } from "./gaps/reported.ts";
import { beginWork, isRefused, type Work } from "./world/work.ts";
import { findRow, withValues, type Caller, type Program, type Row, type World } from "./world/world.ts";
import { createRow, deleteRow, doTransition, stillUsed, updateRow } from "./writes/write.ts";

export type Values = ReadonlyMap<string, Value>;

export type Act =
  | { readonly kind: "create"; readonly entity: string; readonly id: string; readonly values: Values }
  | { readonly kind: "update"; readonly entity: string; readonly id: string; readonly values: Values }
  | { readonly kind: "delete"; readonly entity: string; readonly id: string }
  | {
      readonly kind: "transition";
      readonly entity: string;
      readonly id: string;
      readonly transition: string;
      readonly values: Values;
    }
  | { readonly kind: "assign" | "remove"; readonly person: string; readonly role: string; readonly within?: string };

export type Outcome = { readonly done: World } | { readonly refused: readonly Refusal[] };

export function attempt(world: World, me: Caller, given: Act): Outcome {
  const outcome = outcomeOf(world, me, given);
  return "done" in outcome ? outcome : { refused: reported(world.program, outcome.refused) };
}

function outcomeOf(world: World, me: Caller, given: Act): Outcome {
  const act = "values" in given ? { ...given, values: spelled(world.program, given.entity, given.values) } : given;
  switch (act.kind) {
    case "create":
      return attemptCreate(world, me, act);
    case "update":
      return attemptUpdate(world, me, act);
    case "delete":
      return attemptDelete(world, me, act);
    case "transition":
      return attemptTransition(world, me, act);
    default:
      return attemptAssign(world, me, act);
  }
}

/** Texts that look the same are the same, and addresses are in lower case. */
const spelled = (program: Program, entity: string, values: Values): Values =>
  new Map(
    [...values].map(([name, value]): readonly [string, Value] => {
      if (typeof value !== "string") return [name, value];
      const composed = value.normalize("NFC");
      const type = fieldOf(program, entity, name)?.type;
      return [name, type === undefined ? composed : meaningOf(type).kept(composed)];
    }),
  );

type Of<Kind extends Act["kind"]> = Extract<Act, { readonly kind: Kind }>;

const refused = (...refusals: readonly Refusal[]): Outcome => ({ refused: refusals });

function attemptCreate(world: World, me: Caller, { entity, id, values: all }: Of<"create">): Outcome {
  const values = new Map(
    [...all].filter(([name, value]) => value !== null || canBeGivenEmpty(world.program, entity, name)),
  );
  const given: Row = { entity, id, values };
  const { row } = filledRow(world, me, given);
  // Whatever a user gives for a field that no one may give, the row has the system's own value.
  const givable = new Map([...values].filter(([name]) => !isReserved(world.program, entity, name)));
  const judged = filledRow(world, me, { ...given, values: givable }).row;
  // A default may be worked out from what else is given.
  const without = (name: string): Row => {
    if (!givable.has(name)) return judged;
    const others = new Map([...givable].filter(([other]) => other !== name));
    return filledRow(world, me, { ...given, values: others }).row;
  };
  const writing: Writing = { world, me, on: "create", without, judged, row, given: values, asked: false };
  const refusal = refusalOf(world, me, entity, { kind: "create" }, judged);
  if (refusal !== undefined) return refused(refusal);
  return proceed(world, me, { act: "create", entity, row }, (work) => {
    work.refusals.push(...refusedValues(writing, fieldsOf(world.program, entity)));
    if (!isRefused(work)) createRow(work, given, "client");
  });
}

/** A yes or no is never empty, and an empty value for what no one gives is none. */
function canBeGivenEmpty(program: Program, entity: string, name: string): boolean {
  const type = fieldOf(program, entity, name)?.type;
  return !isReserved(program, entity, name) && (type === undefined || meaningOf(type).nothing !== false);
}

/** The row, where it is there and may be read: what may not be is answered like what is not there. */
function reachable(world: World, me: Caller, entity: string, id: string): Row | Refusal {
  const row = findRow(world, entity, id);
  return row !== undefined && mayRead(world, me, entity, row)
    ? row
    : refuse("NOT_FOUND", clauseOf(world.program, entity, { kind: "read" }));
}

function attemptUpdate(world: World, me: Caller, { entity, id, values: all }: Of<"update">): Outcome {
  const row = reachable(world, me, entity, id);
  if ("code" in row) return refused(row);
  // A field that one may not see is there and empty, so that giving it back empty changes nothing.
  const values = new Map([...all].filter(([name, value]) => value !== null || maySee(world, me, name, row)));
  // Every user changes their own account.
  const isOwnAccount = entity === "user" && id === me;
  const refusal = isOwnAccount ? undefined : refusalOf(world, me, entity, { kind: "update" }, row);
  if (refusal !== undefined) return refused(refusal);
  const next = withValues(row, values);
  const writing: Writing = {
    world,
    me,
    on: "update",
    without: () => row,
    judged: row,
    row: next,
    given: values,
    asked: false,
  };
  return proceed(world, me, { act: "update", entity, row }, (work) => {
    work.refusals.push(...refusedValues(writing, fieldsOf(world.program, entity)));
    if (!isRefused(work)) updateRow(work, row, values);
  });
}

function attemptDelete(world: World, me: Caller, { entity, id }: Of<"delete">): Outcome {
  const row = reachable(world, me, entity, id);
  if ("code" in row) return refused(row);
  const refusal = refusalOf(world, me, entity, { kind: "delete" }, row);
  if (refusal !== undefined) return refused(refusal);
  return proceed(world, me, { act: "delete", entity, row }, (work) => deleteRow(work, row));
}

function attemptTransition(world: World, me: Caller, { entity, id, transition, values }: Of<"transition">): Outcome {
  const { program } = world;
  const rows = transitionRows(program, entity, transition);
  const [first] = rows;
  if (first === undefined) return refused(refuse("NOT_FOUND", "4"));
  const deed: Deed = { kind: "transition", transition: first.name };
  if (me === null && !visitorsEverMay(world, entity, deed)) return refused(refuse("NOT_SIGNED_IN", first.address));
  const row = reachable(world, me, entity, id);
  if ("code" in row) return refused(row);
  const refusal = refusalOf(world, me, entity, deed, row);
  if (refusal !== undefined) return refused(refusal);
  const asked = new Set(inputsOf(rows).map((one) => inputField(program, entity, one)));
  // What is left out stays as it is.
  const given = new Map([...values].filter(([name, value]) => asked.has(name) && value !== null));
  const next = withValues(row, given);
  const open = gapOfTransition(program, rows);
  return proceed(world, me, { act: "transition", entity, row, name: transition }, (work) => {
    if (open !== undefined) {
      work.refusals.push(refuse("NOT_SHOWN", open));
      return;
    }
    const writing: Writing = {
      world,
      me,
      on: "update",
      without: () => row,
      judged: row,
      row: next,
      given,
      asked: true,
    };
    const isOpen = startingRows(program, row, rows).length > 0;
    work.refusals.push(...wrongInput(program, row, given, rows), ...(isOpen ? refusedInputs(writing) : []));
    if (isRefused(work)) return;
    // The state and Only if come before what the values are.
    const way = afterTransition(world, next, rows);
    if ("kept" in way) {
      work.refusals.push(...way.kept);
      return;
    }
    work.refusals.push(...refusedValues(writing, fieldsOf(program, entity)));
    if (!isRefused(work)) doTransition(work, row, transition, given, "client");
  });
}

/** A user with a role that may assign this one gives or takes it. */
function attemptAssign(
  world: World,
  me: Caller,
  { kind, person, role: name, within }: Of<"assign" | "remove">,
): Outcome {
  const { lookup } = world.program;
  const role = lookup.roles.get(name);
  const clause = role?.address ?? "6";
  if (me === null) return refused(refuse("NOT_SIGNED_IN", clause));
  const isAssigned = role?.givenBy.some((giving) => giving.kind === "assigned by") === true;
  if (role === undefined || !isAssigned) return refused(refuse("INVALID", clause, "role"));
  if (role.within !== undefined && within === undefined) return refused(refuse("REQUIRED", clause, "within"));
  if (role.within === undefined && within !== undefined) return refused(refuse("INVALID", clause, "within"));
  const target = role.within && entityOf(world.program, role.within.entity);
  const thing = target === undefined || within === undefined ? undefined : findRow(world, target, within);
  const isThere = thing !== undefined || target === undefined;
  const mayGive = role.givenBy.some((giving) => {
    const giver = giving.kind === "assigned by" ? lookup.roles.get(giving.role.id) : undefined;
    return rolesOf(world, me).some(
      (held) =>
        held.role === giver &&
        (held.within === undefined || target === undefined || (thing !== undefined && countsFor(world, held, thing))),
    );
  });
  if (!mayGive) return refused(refuse("FORBIDDEN", clause));
  if (findRow(world, "user", person) === undefined) return refused(refuse("NOT_FOUND", clause, "user_id"));
  if (!isThere) return refused(refuse("NOT_FOUND", clause, "within"));
  const others = world.assigned.filter(
    (one) => one.person !== person || one.role !== role.name.id || one.within !== within,
  );
  const given = { person, role: role.name.id, within };
  return { done: { ...world, assigned: kind === "assign" ? [...others, given] : others } };
}

/** Rates, then what is done, then rules and quotas over all that has been written. */
function proceed(world: World, me: Caller, counted: Counted, act: (work: Work) => void): Outcome {
  const noted = countRequest(world, me, counted);
  if ("code" in noted) return refused(noted);
  const work = beginWork(noted, me, follow);
  act(work);
  if (!isRefused(work)) work.refusals.push(...stillUsed(work), ...brokenRules(work));
  return isRefused(work) ? refused(...work.refusals) : { done: work.world };
}
