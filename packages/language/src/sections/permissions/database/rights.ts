// The matrix as functions of a row: whether the caller may, and if not, what to refuse with.
import { quoteText } from "../../../expression/sql/sql-quote.ts";
import { rightToCall } from "../../../plan/call-right.ts";
import type { AgainPart, Design, GuardPart, ReadPart, StepPart } from "../../../plan/design.ts";
import { innerPlace, partOf, printPlace, tableOf, whoPlace } from "../../../plan/layout.ts";
import type { DatabaseObject, Place } from "../../../plan/objects.ts";
import { grantNames } from "../../../clause/grant.ts";
import type { Condition, Grant, Right } from "../model.ts";
import { conditionOf } from "./conditions.ts";
import { cellSql, holdsRoleSql, rightSql, type Judged } from "./grants.ts";
import { readsOwnEntity, targetsOfRight, rightLock, rightReads, stepRight } from "./right-locks.ts";
import { whoFunction } from "./who.ts";

export type Rights = {
  readonly objects: readonly DatabaseObject[];
  readonly guards: readonly GuardPart[];
  readonly reads: readonly ReadPart[];
};

/** `writ.may_update_ticket(row)`, `writ.may_call_export()`; of a transition `writ."may_ticket.solve"(row)`. */
export const mayPlace = (action: string, about: string): Place => innerPlace("may", action, about);
/** The code to refuse with, where the other one says no: `writ.why_update_ticket(row)`. */
export const whyPlace = (action: string, about: string): Place => innerPlace("why", action, about);

type Writing = "create" | "update" | "delete";

type Decided = { readonly again: readonly AgainPart[]; readonly steps: readonly StepPart[] };

export function rightsOf(design: Design): Rights & Decided {
  const { model, lookup } = design.compiled;
  const objects: DatabaseObject[] = [];
  const guards: GuardPart[] = [];
  const reads: ReadPart[] = [];
  const again: AgainPart[] = [];
  const steps: StepPart[] = [];
  for (const { name, address } of design.entities) {
    const rights = model.permissions.rights.filter((right) => right.for.id === name.id);
    for (const action of ["create", "read", "update", "delete"] as const) {
      const right = rights.find((one) => one.action.kind === action);
      objects.push(...rightFunctions(action, name.id, right, right?.address ?? address, design));
      if (action === "read") objects.push(...hearingOf(name.id, right, design));
      if (action === "read") continue;
      guards.push(guardOf(name.id, action, right, address, design));
      reads.push(...rightReads(right, name.id, design, true));
      again.push(...againOf(name.id, action, right, design));
    }
    for (const transition of lookup.transitions.get(name.id)?.values() ?? []) {
      const [row] = transition;
      if (row === undefined) continue;
      const right = stepRight(name.id, row.name.id, design);
      reads.push(...rightReads(right, name.id, design, false));
      steps.push(...stepAgain(right, name.id, row.name.id, design));
      // A transition may be called "Delete": in a name space of its own it is never taken for the right to delete.
      const part = partOf(name.id, row.name.id);
      objects.push(...functionsOf("take", part, name.id, right, right?.address ?? row.address, design));
    }
  }
  return { objects: [...objects, ...callRights(design)], guards, reads, again, steps };
}

/** A call is judged by the one row that it is given, if there is one. */
function callRights(design: Design): readonly DatabaseObject[] {
  return design.compiled.model.calls.calls.flatMap((call) => {
    if (call.kind !== "function") return [];
    const right = rightToCall(call, design.compiled);
    return functionsOf(
      "call",
      call.name.id,
      callRow(right, call.in, design),
      right,
      right?.address ?? call.address,
      design,
    );
  });
}

/**
 * `writ.may_hear_ticket(row)`: who is notified that a row was deleted. The rows that it referred to may be gone too,
 * and a condition on them would be evaluated on missing rows: only the columns of the row itself count. Left out where
 * the read right depends on nothing else.
 */
function hearingOf(entity: string, right: Right | undefined, design: Design): readonly DatabaseObject[] {
  const alone = right && withRowAlone(right, entity, design);
  return alone === undefined ? [] : functionsOf("hear", entity, entity, alone, alone.address, design);
}

/** What of a right asks for nothing but the row; undefined where that is all of it. */
export function withRowAlone(right: Right, entity: string, design: Design): Right | undefined {
  const cells = right.cells.filter(({ grant }) => grant === undefined || asksRowAlone(grant, entity, design));
  return cells.length === right.cells.length ? undefined : { ...right, cells };
}

const asksRowAlone = (grant: Grant, entity: string, { compiled, layout }: Design): boolean =>
  grantNames(grant).every(({ id }) => {
    const holds = compiled.lookup.conditions.get(id)?.holds;
    const reads = holds && compiled.checked.get(holds)?.reads;
    if (!reads) return true;
    const stored = [...reads.own].every((field) => {
      const kind = compiled.schema.entities.get(entity)?.fields.get(field)?.store.kind;
      const home = layout.computed.get(partOf(entity, field))?.home;
      return kind === "column" || kind === "array" || (kind === "computed" && home !== "function");
    });
    return stored && reads.others.size === 0 && reads.wholes.size === 0;
  });

type Inputs = Design["compiled"]["model"]["calls"]["calls"][number]["in"];

/** The entity that conditions of the row speak of; without any, that of the only input which is a row. */
function callRow(right: Right | undefined, inputs: Inputs, design: Design): string | undefined {
  const named = (right?.cells ?? [])
    .flatMap(({ grant }) => (grant ? grantNames(grant) : []))
    .flatMap(({ id }) => conditionOf(id, design)?.entity ?? []);
  if (named[0] !== undefined) return named[0].id;
  const rows = inputs.flatMap(({ type }) => (type?.kind === "reference" ? [type.entity.id] : []));
  return rows.length === 1 ? rows[0] : undefined;
}

const rightFunctions = (
  action: Writing | "read",
  entity: string,
  right: Right | undefined,
  address: string,
  design: Design,
) => functionsOf(action, entity, entity, right, address, design);

function functionsOf(
  action: "create" | "read" | "hear" | "update" | "delete" | "call" | "take",
  about: string,
  entity: string | undefined,
  right: Right | undefined,
  address: string,
  design: Design,
): readonly DatabaseObject[] {
  const judged: Omit<Judged, "right"> = { entity, row: "given", design };
  const called = (word: "may" | "why") =>
    action === "take" ? innerPlace(word, about) : innerPlace(word, action, about);
  // Every user reads and changes their own account, whatever the matrix says.
  const own = entity === "user" && (action === "read" || action === "hear" || action === "update");
  // On a row that lacks a required value, a condition may be NULL: that grants no right.
  const may = right ? `(${rightSql({ ...judged, right })}) IS TRUE` : "false";
  const define = (place: Place, returns: string, body: string): DatabaseObject => ({
    kind: "function",
    place,
    parameters: entity === undefined ? [] : [{ name: "given", type: printPlace(tableOf(design.layout, entity)) }],
    returns,
    language: "sql",
    volatility: "stable",
    actsAs: "owner",
    body: `SELECT ${body}`,
    callers: [],
    address,
  });
  return [
    define(called("may"), "boolean", own ? `COALESCE(given."id" = auth.uid(), false) OR ${may}` : may),
    // A row that the caller may not read does not exist for them: there is no reason to report.
    ...(action === "read" || action === "hear"
      ? whoFunction(whoPlace(action, about), right, { entity: about, isOwn: own, address }, design)
      : [define(called("why"), "text", whySql(right, judged))]),
  ];
}

/** What to report to a caller without the right: what they lack, where there is a single cause. */
export function whySql(right: Right | undefined, given: Omit<Judged, "right">): string {
  const { model } = given.design.compiled;
  const signedOut = "CASE WHEN auth.uid() IS NULL THEN 'NOT_SIGNED_IN'";
  if (right === undefined)
    return model.permissions.status.kind === "not shown" ? "'NOT_SHOWN'" : `${signedOut} ELSE 'FORBIDDEN' END`;
  const judged: Judged = { ...given, right };
  const cases = right.cells.flatMap((cell) => {
    const role = given.design.compiled.lookup.roles.get(cell.role.id);
    if (role === undefined) return [];
    if (cell.grant === undefined) {
      // Where the document does not show what contains a row, that may be whatever the caller holds the role in.
      const held = holdsRoleSql(role, judged) ?? holdsRoleSql(role, { ...judged, entity: undefined });
      return held === undefined ? [] : [` WHEN ${held} THEN 'NOT_SHOWN'`];
    }
    const conditions = new Set(grantNames(cell.grant).map(({ id }) => conditionOf(id, given.design)));
    return [...conditions].flatMap((condition) => {
      const code = condition && errorOf(condition);
      if (condition === undefined || code === undefined) return [];
      const alone = cellSql(cell, { ...judged, turned: condition.name.id });
      return alone === undefined ? [] : [` WHEN ${alone} THEN ${quoteText(code)}`];
    });
  });
  const mayHave = right.cells.some(({ role, grant }) => {
    const open = grant?.kind === "no" ? undefined : given.design.compiled.lookup.roles.get(role.id)?.notShown;
    return open?.includes("Given by") === true || open?.includes("Within") === true;
  });
  // A caller without another right may have that of a role whose holders are not shown.
  return `${signedOut}\n${cases.join("\n")} ELSE '${mayHave ? "NOT_SHOWN" : "FORBIDDEN"}' END`;
}

/** The error to report where a condition alone rejects the caller; an error that is not shown is unknown. */
const errorOf = ({ otherwise, notShown }: Condition): string | undefined =>
  notShown.includes("Otherwise") ? "NOT_SHOWN" : otherwise?.label;

const eventOf = { create: "insert", update: "update", delete: "delete" } as const;

const refusedSql = (entity: string, action: Writing, row: string): string =>
  `NOT ${printPlace(mayPlace(action, entity))}(${row})`;

const problemSql = (entity: string, action: Writing, row: string, address: string): string =>
  `writ.problem(${printPlace(whyPlace(action, entity))}(${row}), NULL, ${quoteText(address)})`;

/** Judges the new row at creation and the old row later, so that no caller gains a right by what they write. */
function guardOf(entity: string, action: Writing, right: Right | undefined, of: string, design: Design): GuardPart {
  const address = right?.address ?? of;
  const row = action === "create" ? "NEW" : "OLD";
  const rows = { create: ["NEW"], update: ["OLD", "NEW"], delete: ["OLD"] }[action];
  const lock = readsOwnEntity(right, entity, design) ? rightLock(right, entity, rows, design) : [];
  const refuse = `IF client AND ${refusedSql(entity, action, row)} THEN
  PERFORM writ.refuse(${problemSql(entity, action, row, address)});
END IF;`;
  // A caller without the right takes no lock that others would wait for.
  const sql = lock.length === 0 ? [refuse] : [refuse, "IF client THEN", ...lock, "END IF;", refuse];
  return { entity, on: [eventOf[action]], phase: "right", sql: sql.join("\n"), address };
}

function againOf(entity: string, action: Writing, right: Right | undefined, design: Design): readonly AgainPart[] {
  if (right === undefined || targetsOfRight(right, entity, design).length === 0) return [];
  if (readsOwnEntity(right, entity, design)) return [];
  const { address } = right;
  return [
    {
      entity,
      on: eventOf[action],
      refused: (row) => refusedSql(entity, action, row),
      problem: (row) => problemSql(entity, action, row, address),
      address,
    },
  ];
}

/** Locks what a step's right reads. The right was evaluated before, so that a caller without it makes no one wait. */
function stepAgain(right: Right | undefined, entity: string, transition: string, design: Design): readonly StepPart[] {
  const lock = rightLock(right, entity, ["given"], design);
  if (right === undefined || lock.length === 0) return [];
  const { address } = right;
  const [may, why] = (["may", "why"] as const).map(
    (word) => `${printPlace(innerPlace(word, partOf(entity, transition)))}(given)`,
  );
  const problem = `writ.problem(${why}, NULL, ${quoteText(address)})`;
  const sql = [...lock, `IF NOT ${may} THEN PERFORM writ.refuse(${problem}); END IF;`].join("\n");
  return [{ entity, transition, sql, address }];
}
