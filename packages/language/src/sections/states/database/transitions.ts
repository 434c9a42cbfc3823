// Transitions as functions: what a client calls, what the system does, and who may.
import { quoteIdentifier, quoteText } from "../../../expression/sql/sql-quote.ts";
import { columnType } from "../../../plan/column-type.ts";
import { mentionsMe } from "../../../plan/mentions-me.ts";
import type { Design } from "../../../plan/design.ts";
import { innerPlace, nameOf, open, partOf, printPlace } from "../../../plan/layout.ts";
import { everyone, type DatabaseObject, type Place } from "../../../plan/objects.ts";
import { didColumn, markSql } from "../../../plan/writing/transition-mark.ts";
import { beforeStepPlace } from "../../../plan/writing/writing.ts";
import type { Right } from "../../permissions/model.ts";
import { inputChecks, inputsJson, choicesAgain } from "./inputs.ts";
import { assignSql, leadingSets, type DatabaseEffect } from "./effect-rows.ts";
import { bodyOf, guardSql, plpgsql } from "./expressions.ts";
import { stepLock } from "./guard-locks.ts";
import type { StateMachine, Transition } from "./machines.ts";
import { stepFunction, stepProblem, stepSql } from "./steps.ts";

export function transitionObjects(
  transition: Transition,
  effects: readonly DatabaseEffect[],
  design: Design,
): readonly DatabaseObject[] {
  const isButton = transition.rows.some(({ on, notShown }) => on?.kind === "button" || notShown.includes("On"));
  return [
    stepFunction(transition, design),
    doFunction(transition, effects, design),
    ...(isButton ? [mayStart(transition, design), askFunction(transition, design), clientFunction(transition)] : []),
  ];
}

const doPlace = (entity: string, transition: string): Place => innerPlace("do", partOf(entity, transition));
const askPlace = ({ machine, id }: Transition) => innerPlace("ask", partOf(machine.entity, id));
const mayStartPlace = ({ machine, id }: Transition) => innerPlace("may_start", partOf(machine.entity, id));

/** `person`: whether a user gives what is asked for; the system needs no right to name a row. */
export const doSql = (entity: string, transition: string, row: string, asked: string, person: "true" | "false") =>
  `PERFORM ${printPlace(doPlace(entity, transition))}(${row}, ${asked}, ${person});`;

const refuseProblems = "IF jsonb_array_length(problems) > 0 THEN PERFORM writ.refuse(problems); END IF;";

const refuse = (code: string, address: string) =>
  `PERFORM writ.refuse(writ.problem(${quoteText(code)}, NULL, ${quoteText(address)}));`;

/**
 * The step itself, without rights: everything is checked while the row is locked. The lock is the one that changing it
 * would take anyway. A stronger one would wait for all transactions that have just referred to the row, and two of
 * them, each with an effect that takes the row a step on, would deadlock.
 */
function doFunction(transition: Transition, effects: readonly DatabaseEffect[], design: Design): DatabaseObject {
  const { machine, id, asks, address, notShown } = transition;
  const { table, column } = machine;
  const names = { rows: { [machine.entity]: "given" } };
  const sets = leadingSets(transition, effects, design);
  const again = choicesAgain(transition, design);
  const written = new Set([
    machine.field,
    ...asks.map((ask) => ask.id),
    ...sets.flatMap((set) => set.action.values.map(({ field }) => field.id)),
  ]);
  const columns = [...written].map(quoteIdentifier).map((name) => `${name} = given.${name}`);
  const from = transition.from.map(quoteText).join(", ");
  return {
    ...plpgsql(
      doPlace(machine.entity, id),
      [
        { name: "_id", type: "uuid" },
        { name: "_asked", type: "jsonb" },
        { name: "_person", type: "boolean" },
      ],
      "void",
      address,
    ),
    body: bodyOf(
      `DECLARE given ${table}; _step jsonb; problems jsonb := '[]'::jsonb;`,
      "BEGIN",
      `SELECT _found.* INTO given FROM ${table} AS _found WHERE _found.id = _id FOR NO KEY UPDATE;`,
      `IF NOT FOUND THEN ${refuse("NOT_FOUND", address)} END IF;`,
      ...(notShown === undefined ? [] : [refuse("NOT_SHOWN", notShown)]),
      `IF (given.${column} ${from === "" ? "IS NULL" : `IN (${from})`}) IS NOT TRUE THEN PERFORM writ.refuse(${stepProblem("CONFLICT", address, design)}); END IF;`,
      ...(asks.length === 0 ? [] : ["given := jsonb_populate_record(given, _asked);"]),
      ...inputChecks(transition, design),
      refuseProblems,
      ...(again.length === 0 ? [] : [...again, refuseProblems]),
      ...stepLock(transition, effects, design),
      `_step := ${stepSql(transition, "given")};`,
      "IF _step ? 'problems' THEN PERFORM writ.refuse(_step -> 'problems'); END IF;",
      `given.${column} := _step ->> 'to';`,
      ...sets.map((set) => {
        const assign = assignSql(set, "given", names, design);
        return set.effect.if === undefined
          ? assign
          : `IF ${guardSql(set.effect.if, set.entity, names, design)} THEN ${assign} END IF;`;
      }),
      `UPDATE ${table} AS _written SET ${columns.join(", ")}, ${quoteIdentifier(didColumn)} = ${markSql(id, "_written")} WHERE _written.id = _id;`,
      "END",
    ),
  };
}

/** Whether the caller may read the row, and may do this with it. What cannot be read is not there. */
function mayStart(transition: Transition, design: Design): DatabaseObject {
  const { machine, id, address } = transition;
  const read = `${printPlace(innerPlace("may", "read", machine.entity))}(given)`;
  const [may, why] = (["may", "why"] as const).map(
    (word) => `${printPlace(innerPlace(word, partOf(machine.entity, id)))}(given)`,
  );
  return {
    ...plpgsql(mayStartPlace(transition), [{ name: "given", type: machine.table }], "void", address),
    volatility: "stable",
    body: bodyOf(
      "BEGIN",
      ...(isForVisitors(transition, design)
        ? []
        : [`IF auth.uid() IS NULL THEN ${refuse("NOT_SIGNED_IN", address)} END IF;`]),
      `IF given.id IS NULL OR (${read}) IS NOT TRUE THEN ${refuse("NOT_FOUND", address)} END IF;`,
      `IF ${may} IS NOT TRUE THEN PERFORM writ.refuse(writ.problem(${why}, NULL, ${quoteText(rightOf(transition, design)?.address ?? address)})); END IF;`,
      "END",
    ),
  };
}

/** The row of the matrix that speaks of this transition. */
function rightOf({ machine, id }: Transition, { compiled }: Design): Right | undefined {
  const { model } = compiled;
  return model.permissions.rights.find(
    ({ for: of, action }) => action.kind === "transition" && of.id === machine.entity && action.transition.id === id,
  );
}

/** Whether the matrix lets a visitor who is not signed in take this step with any row at all. */
function isForVisitors(transition: Transition, design: Design): boolean {
  const { roles } = design.compiled.lookup;
  return (rightOf(transition, design)?.cells ?? []).some(
    ({ role, grant }) =>
      grant !== undefined &&
      grant.kind !== "no" &&
      !mentionsMe(grant, design) &&
      roles.get(role.id)?.givenBy.some((giving) => giving.kind === "anyone") === true,
  );
}

/**
 * Rights first, without a lock: a caller without the right must not be able to make others wait. Then again with the
 * locked row, because it may have changed in between. `service_role` is code that acts as the system; it is known by
 * the role of the connection, which no client can take.
 */
function askFunction(transition: Transition, design: Design): DatabaseObject {
  const { machine, id, address } = transition;
  const { table, entity } = machine;
  const answer = `${quoteIdentifier(open)}.${quoteIdentifier(entity)}`;
  const find = `SELECT _found.* INTO _row FROM ${table} AS _found WHERE _found.id = _id`;
  const check = `IF NOT _system THEN PERFORM ${printPlace(mayStartPlace(transition))}(_row); END IF;`;
  return {
    ...plpgsql(
      askPlace(transition),
      [
        { name: "_id", type: "uuid" },
        { name: "_asked", type: "jsonb" },
      ],
      answer,
      address,
    ),
    body: bodyOf(
      `DECLARE _row ${table}; _answer ${answer}; _system boolean := writ.acts_as_system();`,
      "BEGIN",
      `${find};`,
      check,
      `${find} FOR NO KEY UPDATE;`,
      check,
      `IF NOT _system THEN PERFORM ${printPlace(beforeStepPlace(entity, id))}(_row); END IF;`,
      `PERFORM ${printPlace(doPlace(entity, id))}(_id, _asked, NOT _system);`,
      ...answerOf(machine, design),
      "RETURN _answer;",
      "END",
    ),
  };
}

/**
 * The row as the caller may see it. A step may take it out of its doer's sight: then there is nothing to answer with.
 * Behind a view with hidden fields the owner would see all of them, so the view is asked as the clients that it is for.
 */
function answerOf({ entity, table }: StateMachine, design: Design): readonly string[] {
  const answer = `${quoteIdentifier(open)}.${quoteIdentifier(entity)}`;
  const all = `SELECT _seen.* INTO _answer FROM ${answer} AS _seen WHERE _seen.id = _id;`;
  if (design.layout.masked.has(entity)) {
    const seen = `SELECT _seen.* INTO _answer FROM ${printPlace(seenPlace(entity))}(_id) AS _seen WHERE _seen.id IS NOT NULL;`;
    return [`IF _system THEN ${all} ELSE ${seen} END IF;`];
  }
  const may = `${printPlace(innerPlace("may", "read", entity))}(_row)`;
  return [
    `SELECT _found.* INTO _row FROM ${table} AS _found WHERE _found.id = _id;`,
    `IF NOT _system AND ${may} IS NOT TRUE THEN RETURN NULL; END IF;`,
    all,
  ];
}

const seenPlace = (entity: string) => innerPlace("seen", entity);

/** Asks the view of an entity with hidden fields as a client; one function for all transitions of the entity. */
export function visibleRowFunction(entity: string, address: string): DatabaseObject {
  const view = `${quoteIdentifier(open)}.${quoteIdentifier(entity)}`;
  return {
    kind: "function",
    place: seenPlace(entity),
    parameters: [{ name: "id", type: "uuid" }],
    returns: view,
    language: "sql",
    volatility: "volatile",
    actsAs: "client",
    body: `SELECT _seen.* FROM ${view} AS _seen WHERE _seen.id = $1`,
    callers: [],
    address,
  };
}

/** What clients call. Its parameters are known by their places only, so that no name can be mistaken for a column. */
function clientFunction(transition: Transition): DatabaseObject {
  const { machine, id, asks, address } = transition;
  return {
    kind: "function",
    place: { schema: open, name: nameOf(machine.entity, id) },
    parameters: [
      { name: "id", type: "uuid" },
      ...asks.map((ask) => ({
        name: ask.id,
        type: columnType(ask.field),
        optional: true,
      })),
    ],
    returns: `${quoteIdentifier(open)}.${quoteIdentifier(machine.entity)}`,
    language: "sql",
    volatility: "volatile",
    actsAs: "owner",
    body: `SELECT * FROM ${printPlace(askPlace(transition))}($1, ${inputsJson(transition)})`,
    callers: everyone,
    address,
  };
}
