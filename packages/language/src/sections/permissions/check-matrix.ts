// The matrix: no action without a row, no row twice, every cell a grant that its role and its entity can have.
import type { CheckContext } from "../../model/check-context.ts";
import type { Model } from "../../model/model.ts";
import {
  conditionOfAnother,
  unknownCondition,
  unknownEntity,
  unknownField,
  unknownRole,
} from "../../model/problems.ts";
import { entityId, systemFields, type Lookup } from "../../model/lookup.ts";
import { identifierOf, type Reference } from "../../model/name.ts";
import type { Place, Problem } from "../../problem.ts";
import type { Entity, Field } from "../entities/model.ts";
import { viaExists } from "./check-roles.ts";
import { grantNames, grantsOwn, holdsJoiningWord } from "./grant.ts";
import type { Action, Grant, Right, RightCell, Role } from "./model.ts";
import {
  callNeedsInput,
  hadAnyway,
  noChain,
  nobodyMay,
  noRightForTransition,
  nothingSaysWho,
  oneRoleOnce,
  rightTwice,
  seeReference,
  unknownAction,
  visitorsAreNobody,
  wrongMembership,
} from "./problems.ts";
import { waysWithin } from "./within.ts";

export function checkMatrix(model: Model, context: CheckContext): readonly Problem[] {
  return [
    ...checkColumns(model, context),
    ...model.permissions.rights.flatMap((right) => checkRight(right, model, context)),
    ...checkChains(model, context),
    ...checkTwice(model.permissions.rights, context.lookup),
    ...checkTotal(model, context),
    ...checkNobody(model, context),
    ...checkAnyway(model, context),
  ];
}

/** Every table has a column per role: said once for each table, at the last column that it has. */
function checkColumns({ permissions }: Model, { lookup }: CheckContext): readonly Problem[] {
  const tables = new Map<number, Right>();
  for (const right of permissions.rights) {
    const at = right.cells[0]?.role.span.start ?? right.span.start;
    if (!tables.has(at)) tables.set(at, right);
  }
  return [...tables.values()].flatMap(({ cells, span }) => {
    const given = new Set(cells.map((cell) => lookup.roles.get(cell.role.id)?.name.id));
    // A column that names no role is told so: it stands for one of those that have none.
    const misnamed = given.has(undefined);
    const lacking = permissions.roles.filter((role) => role.name.id !== "" && !given.has(role.name.id));
    if (lacking.length === 0 || misnamed) return [];
    const place = { span: cells.at(-1)?.role.span ?? span, address: "6" };
    return [
      oneRoleOnce.at(
        place,
        lacking.map((role) => role.name.label),
      ),
    ];
  });
}

function checkRight(right: Right, model: Model, context: CheckContext): readonly Problem[] {
  const { lookup, schema } = context;
  const place = { span: right.for.span, address: right.address };
  const entity = schema.entities.get(entityId(lookup, right.for));
  const call = lookup.calls.get(right.for.id);
  if (!entity && !call) {
    // Where section 3 is not shown, nobody knows which entities there are.
    if (right.for.label === "" || model.entities.status.kind === "not shown") return [];
    const known = [...lookup.entities.values(), ...lookup.calls.values()].map((thing) => thing.name.label);
    return [unknownEntity.at(place, right.for.label, known)];
  }
  const isCall = right.action.kind === "call" || !entity;
  const problems = [...checkAction(right, isCall, context)];
  for (const cell of right.cells) {
    const role = lookup.roles.get(cell.role.id);
    if (!role) {
      const known = model.permissions.roles.map((one) => one.name.label);
      problems.push(unknownRole.at({ span: cell.role.span, address: "6" }, cell.role.label, known));
    } else if (cell.grant) {
      problems.push(...checkGrant(cell.grant, right, cell, role, isCall, model, context));
    }
  }
  return problems;
}

function checkAction(right: Right, isCall: boolean, context: CheckContext): readonly Problem[] {
  const { action } = right;
  const { lookup, schema } = context;
  const place: Place = { span: action.span, address: right.address };
  if (isCall) {
    if (action.kind === "call" && lookup.calls.has(right.for.id)) return [];
    return [unknownAction.at(place, right.for.label, actionLabel(action), ["call"])];
  }
  const entity = entityId(lookup, right.for);
  const transitions = [...(lookup.transitions.get(entity)?.values() ?? [])].flatMap((rows) => rows.slice(0, 1));
  if (action.kind === "transition") {
    const { label, id } = action.transition;
    if (transitions.some((row) => row.name.id === id || row.name.label === label)) return [];
    const known = ["create", "read", "update", "delete", ...transitions.map((row) => row.name.label)];
    return [unknownRole.at(place, action.transition.label, known)];
  }
  if (action.kind !== "see" && action.kind !== "set") return [];
  const fields = schema.entities.get(entity)?.fields;
  const stored = lookup.fields.get(entity)?.get(action.field.id);
  const field = fields?.get(stored?.name.id ?? action.field.id);
  // A field whose type is wrong is told so in section 3.
  if (!field && stored) return [];
  if (!field) {
    const known = [...(fields?.values() ?? [])].map((one) => one.label);
    return [unknownField.at({ ...place, span: action.field.span }, right.for.label, action.field.label, known)];
  }
  const type = stored?.type?.kind ?? (systemFields.has(action.field.id) ? "a field of the system" : undefined);
  const wrong = action.kind === "see" ? cannotHide(stored) : type !== undefined && unsettable.has(type);
  return wrong
    ? [seeReference.at({ ...place, span: action.field.span }, actionLabel(action), inWords(type ?? "this"))]
    : [];
}

const unsettable = new Set(["computed", "list", "sequence number", "random code", "state", "a field of the system"]);

function cannotHide(field: Field | undefined): boolean {
  const kind = field?.type?.kind;
  return kind === "reference" || kind === "belongs to" || kind === "list" || kind === "several" || kind === "state";
}

function inWords(kind: string): string {
  if (kind === "computed") return "a computed value";
  if (kind === "several") return "a list";
  if (kind === "belongs to") return "a reference";
  return /^a |^this/.test(kind) ? kind : `a ${kind}`;
}

function actionLabel(action: Action): string {
  if (action.kind === "transition") return action.transition.label;
  if (action.kind === "see") return `see ${action.field.label}`;
  if (action.kind === "set") return `set ${action.field.label}${action.on ? ` on ${action.on}` : ""}`;
  return action.kind;
}

function checkGrant(
  grant: Grant,
  right: Right,
  cell: RightCell,
  role: Role,
  isCall: boolean,
  model: Model,
  context: CheckContext,
): readonly Problem[] {
  const { lookup } = context;
  const problems: Problem[] = [];
  const visitor = role.givenBy.some((giving) => giving.kind === "anyone");
  const anonymous = model.constants.settings.signIn.some((way) => way.kind === "anonymous");
  let mentionsMe = grantsOwn(grant);
  for (const name of grantNames(grant)) {
    const place = { span: name.span, address: cell.address };
    const condition = lookup.conditions.get(name.id);
    if (!condition) {
      // "not begun" is read as not + begun: where a condition has such a name, that is what is wrong.
      if (
        model.permissions.conditions.some(
          (one) => holdsJoiningWord(one.name.label) && one.name.label.includes(name.label),
        )
      )
        continue;
      const known = model.permissions.conditions.map((one) => one.name.label);
      problems.push(unknownCondition.at(place, name.label, ["yes", "no", "own", ...known]));
      continue;
    }
    if (isCall) {
      const inputs = lookup.calls.get(right.for.id)?.in ?? [];
      const found = inputs.filter(
        ({ type }) =>
          type?.kind === "reference" && entityId(lookup, type.entity) === entityId(lookup, condition.entity),
      ).length;
      if (found !== 1) problems.push(callNeedsInput.at(place, right.for.label, condition.entity.label, found));
    } else if (entityId(lookup, condition.entity) !== entityId(lookup, right.for)) {
      problems.push(
        conditionOfAnother.at(
          place,
          condition.name.label,
          condition.entity.label,
          right.for.label,
          condition.name.span,
        ),
      );
    }
    const checked = condition.holds && context.checked.get(condition.holds);
    mentionsMe ||= checked?.reads.me === true;
    for (const giver of mentionedMemberships(condition.holds?.text.text ?? "", model, lookup)) {
      const has = role.givenBy.some((giving) => giving.kind === "row" && entityId(lookup, giving.entity) === giver);
      if (!has) problems.push(wrongMembership.at(place, condition.name.label, `my_${giver}`, role.name.label));
    }
  }
  if (visitor && !anonymous && mentionsMe)
    problems.push(visitorsAreNobody.at({ span: grant.span, address: cell.address }, role.name.label));
  return problems;
}

function mentionedMemberships(text: string, model: Model, lookup: Lookup): readonly string[] {
  const givers = new Set(
    model.permissions.roles.flatMap((role) =>
      role.givenBy.flatMap((giving) => (giving.kind === "row" ? [entityId(lookup, giving.entity)] : [])),
    ),
  );
  return [...givers].filter((giver) => giver !== "" && new RegExp(`\\bmy_${giver}\\b`).test(text));
}

/**
 * Whether the rows of an entity lead to what the roles are held within. Said once for each entity, at the first cell
 * that needs it; what belongs to such an entity is mended with it.
 */
function checkChains(model: Model, context: CheckContext): readonly Problem[] {
  const { lookup } = context;
  const judged = new Set<string>();
  const wrong = new Map<string, { readonly entity: Entity; readonly within: string; readonly problem: Problem }>();
  for (const right of model.permissions.rights) {
    const entity = lookup.entities.get(right.for.id);
    if (!entity || right.action.kind === "call") continue;
    for (const cell of right.cells) {
      const within = cell.grant && cell.grant.kind !== "no" ? lookup.roles.get(cell.role.id)?.within : undefined;
      const outer = within && lookup.entities.get(within.entity.id);
      if (!within || !outer || (within.via && !viaExists(outer.name.id, within.via.id, context))) continue;
      const way = `${outer.name.id} ${within.via?.id ?? ""}`;
      const key = `${entity.name.id} ${way}`;
      if (judged.has(key)) continue;
      judged.add(key);
      const ways = waysWithin(entity.name.id, within, lookup);
      if (ways === 1) continue;
      const place = { span: cell.grant?.span ?? cell.span, address: cell.address };
      const problem = noChain.at(place, entity.name.label, outer.name.label, within.via?.label, ways, entity.name.span);
      wrong.set(key, { entity, within: way, problem });
    }
  }
  const parents = (entity: Entity) =>
    entity.fields.flatMap(({ type }) => (type?.kind === "belongs to" ? [entityId(lookup, type.entity)] : []));
  return [...wrong.values()].flatMap(({ entity, within, problem }) =>
    parents(entity).some((parent) => parent !== entity.name.id && wrong.has(`${parent} ${within}`)) ? [] : [problem],
  );
}

function checkTwice(rights: readonly Right[], lookup: Lookup): readonly Problem[] {
  const first = new Map<string, Right>();
  return rights.flatMap((right) => {
    const clashes = keysOf(right, lookup)
      .map((key) => first.get(key))
      .find((other) => other !== undefined);
    for (const key of keysOf(right, lookup)) if (!first.has(key)) first.set(key, right);
    if (!clashes) return [];
    const place = { span: right.action.span, address: right.address };
    return [rightTwice.at(place, right.for.label, actionLabel(right.action), clashes.action.span)];
  });
}

/** `set F` is both `set F on create` and `set F on update`. */
function keysOf(right: Right, lookup: Lookup): readonly string[] {
  // A row for several things is told so; it says what it says of each of them all the same.
  const { label: written, id } = right.for;
  if (!written.includes(",")) return keysAbout(entityId(lookup, right.for), right, lookup);
  const about = written.split(",").map((part) => part.trim());
  return about.flatMap((label) => {
    const reference = { ...right.for, label, id: identifierOf(label) || id };
    return keysAbout(entityId(lookup, reference), right, lookup);
  });
}

function keysAbout(entity: string, { action }: Right, lookup: Lookup): readonly string[] {
  const key = (what: string) => `${entity}/${what}`;
  const field = (name: Reference) => lookup.fields.get(entity)?.get(name.id)?.name.id ?? name.id;
  switch (action.kind) {
    case "transition": {
      const rows = [...(lookup.transitions.get(entity)?.values() ?? [])].flat();
      const named = rows.find((row) => row.name.label === action.transition.label);
      return [key(`transition ${named?.name.id ?? action.transition.id}`)];
    }
    case "see":
      return [key(`see ${field(action.field)}`)];
    case "set":
      return (action.on ? [action.on] : ["create", "update"]).map((when) =>
        key(`set ${field(action.field)} on ${when}`),
      );
    default:
      return [key(action.kind)];
  }
}

function checkTotal(model: Model, context: CheckContext): readonly Problem[] {
  const { permissions } = model;
  const known = new Set(permissions.rights.flatMap((right) => keysOf(right, context.lookup)));
  const roles = permissions.roles.map((role) => role.name.label);
  /** Where the row should stand: after the last one about the same thing, else at the section's heading. */
  const place = (id: string, address: string): Place => {
    const last = permissions.rights.findLast((right) => entityId(context.lookup, right.for) === id);
    return { span: last?.for.span ?? permissions.heading, address };
  };
  const entities = [...context.lookup.entities.values()].filter((entity) => !entity.builtIn && entity.name.id !== "");
  return [
    ...entities.flatMap(({ name, oneRow }) =>
      (oneRow ? ["read", "update"] : ["create", "read", "update", "delete"])
        .filter((action) => !known.has(`${name.id}/${action}`))
        .map((action) =>
          nothingSaysWho.at(place(name.id, `6/${name.label}/${action}`), name.label, action, roles, name.span),
        ),
    ),
    ...[...context.lookup.transitions].flatMap(([entity, transitions]) =>
      [...transitions.values()].flatMap(([row]) => {
        if (row?.on?.kind !== "button" || known.has(`${entity}/transition ${row.name.id}`)) return [];
        const label = context.schema.entities.get(entity)?.label ?? entity;
        return [
          noRightForTransition.at(
            place(entity, `6/${label}/${row.name.label}`),
            label,
            row.name.label,
            roles,
            row.name.span,
          ),
        ];
      }),
    ),
    ...model.calls.calls.flatMap(({ name, kind, on }) => {
      if (kind !== "function" || on?.kind !== "button" || known.has(`${name.id}/call`)) return [];
      return [nothingSaysWho.at(place(name.id, `6/${name.label}/call`), name.label, "call", roles, name.span)];
    }),
  ];
}

function checkNobody(model: Model, context: CheckContext): readonly Problem[] {
  return model.permissions.rights.flatMap((right) => {
    const { action } = right;
    const pressed =
      action.kind === "call"
        ? context.lookup.calls.get(right.for.id)?.on?.kind === "button"
        : action.kind === "transition" &&
          context.lookup.transitions
            .get(entityId(context.lookup, right.for))
            ?.get(action.transition.id)
            ?.some((row) => row.on?.kind === "button");
    if (!pressed || right.cells.length === 0 || right.cells.some((cell) => cell.grant?.kind !== "no")) return [];
    return [nobodyMay.at({ span: action.span, address: right.address }, right.for.label, actionLabel(action))];
  });
}

/** Only where `no` pretends to hide or keep something: elsewhere a `no` beside a wider `yes` is plain reading. */
function checkAnyway(model: Model, context: CheckContext): readonly Problem[] {
  const wide = (cell: RightCell) =>
    context.lookup.roles
      .get(cell.role.id)
      ?.givenBy.find((giving) => giving.kind === "anyone" || giving.kind === "signed in")?.kind;
  return model.permissions.rights.flatMap((right) => {
    if (right.action.kind !== "see" && right.action.kind !== "set") return [];
    const open = right.cells.find((cell) => cell.grant?.kind === "yes" && wide(cell) !== undefined);
    if (!open) return [];
    const who = wide(open) === "anyone" ? "everybody" : "everybody signed in";
    return right.cells
      .filter((cell) => cell.grant !== undefined && cell.grant.kind !== "yes" && wide(cell) !== "anyone")
      .map((cell) =>
        hadAnyway.at({ span: cell.span, address: cell.address }, actionLabel(right.action), cell.role.label, who),
      );
  });
}
