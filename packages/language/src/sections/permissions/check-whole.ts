// The matrix as a whole: no action without a row or with two, none that no role may do or that every user may anyway.
import type { CheckContext } from "../../model/check-context.ts";
import type { Model } from "../../model/model.ts";
import { type Lookup } from "../../names/lookup.ts";
import { identifierOf, type Name } from "../../text/name.ts";
import type { Place, Problem } from "../../problem.ts";
import type { TransitionRow } from "../states/model.ts";
import type { Right, RightCell } from "./model.ts";
import {
  redundantRight,
  deniedToAll,
  noRightForTransition,
  actionWithoutRow,
  ownAccountKept,
  rightTwice,
} from "./problems.ts";
import { actionLabel } from "./check-action.ts";

export function checkTwice(rights: readonly Right[], lookup: Lookup): readonly Problem[] {
  const first = new Map<string, Right>();
  const named = transitionsByLabel(lookup);
  return rights.flatMap((right) => {
    const keys = keysOf(right, named);
    const clashes = keys.map((key) => first.get(key)).find((other) => other !== undefined);
    for (const key of keys) if (!first.has(key)) first.set(key, right);
    if (!clashes) return [];
    const place = { span: right.action.span, address: right.address };
    return [rightTwice.at(place, right.for.label, actionLabel(right.action), clashes.action.span)];
  });
}

/** By entity, then by the label of a transition: its identifier. Made once, not for each row of the matrix. */
type Named = ReadonlyMap<string, ReadonlyMap<string, string>>;

function transitionsByLabel(lookup: Lookup): Named {
  const ids = (transitions: Iterable<readonly TransitionRow[]>) =>
    new Map(
      [...transitions]
        .flat()
        .reverse()
        .map((row) => [row.name.label, row.name.id]),
    );
  return new Map([...lookup.transitions].map(([entity, transitions]) => [entity, ids(transitions.values())]));
}

/** `set F` is both `set F on create` and `set F on update`. */
function keysOf(right: Right, named: Named): readonly string[] {
  // A row for several things is reported as such; it still applies to each of them.
  const { label: written, id } = right.for;
  if (!written.includes(",")) return keysAbout(right.for.id, right, named);
  const about = written.split(",").map((part) => part.trim());
  return about.flatMap((label) => {
    const reference = { ...right.for, label, id: identifierOf(label) || id };
    return keysAbout(reference.id, right, named);
  });
}

function keysAbout(entity: string, { action }: Right, named: Named): readonly string[] {
  const key = (what: string) => `${entity}/${what}`;
  switch (action.kind) {
    case "transition":
      return [key(`transition ${named.get(entity)?.get(action.transition.label) ?? action.transition.id}`)];
    case "see":
      return [key(`see ${action.field.id}`)];
    case "set":
      return (action.on ? [action.on] : ["create", "update"]).map((when) => key(`set ${action.field.id} on ${when}`));
    default:
      return [key(action.kind)];
  }
}

export function checkTotal(model: Model, context: CheckContext): readonly Problem[] {
  const { permissions } = model;
  const named = transitionsByLabel(context.lookup);
  const known = new Set(permissions.rights.flatMap((right) => keysOf(right, named)));
  const roles = permissions.roles.map((role) => role.name.label);
  const lastFor = new Map(permissions.rights.map((right) => [right.for.id, right.for]));
  /** Where the row should stand: after the last one about the same thing, else at the section's heading. */
  const place = (id: string, address: string): Place => {
    return { span: lastFor.get(id)?.span ?? permissions.heading, address };
  };
  const entities = [...context.lookup.entities.values()].filter((entity) => !entity.builtIn && entity.name.id !== "");
  return [
    ...entities.flatMap(({ name, oneRow }) =>
      (oneRow ? ["read", "update"] : ["create", "read", "update", "delete"])
        .filter((action) => !known.has(`${name.id}/${action}`))
        .map((action) =>
          actionWithoutRow.at(place(name.id, `6/${name.label}/${action}`), name.label, action, roles, name.span),
        ),
    ),
    ...[...context.lookup.transitions].flatMap(([entity, transitions]) =>
      // Whose transitions they are meant to be is asked in section 4.
      (context.schema.entities.has(entity) ? [...transitions.values()] : []).flatMap(([row]) => {
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
      return [actionWithoutRow.at(place(name.id, `6/${name.label}/call`), name.label, "call", roles, name.span)];
    }),
  ];
}

export function checkDeniedToAll(model: Model, context: CheckContext): readonly Problem[] {
  return model.permissions.rights.flatMap((right) => {
    const { action } = right;
    const pressed =
      action.kind === "call"
        ? context.lookup.calls.get(right.for.id)?.on?.kind === "button"
        : action.kind === "transition" &&
          context.lookup.transitions
            .get(right.for.id)
            ?.get(action.transition.id)
            ?.some((row) => row.on?.kind === "button");
    if (!pressed || right.cells.length === 0 || right.cells.some((cell) => cell.grant?.kind !== "no")) return [];
    return [deniedToAll.at({ span: action.span, address: right.address }, right.for.label, actionLabel(action))];
  });
}

/** Only where `no` pretends to hide or keep something: elsewhere a `no` beside a wider `yes` is plain reading. */
export function checkRedundantRights(model: Model, context: CheckContext): readonly Problem[] {
  const wide = (cell: RightCell) =>
    context.lookup.roles
      .get(cell.role.id)
      ?.givenBy.find((giving) => giving.kind === "anyone" || giving.kind === "signed in")?.kind;
  return model.permissions.rights.flatMap((right) => {
    if (right.action.kind !== "see" && right.action.kind !== "set") return [];
    const open = right.cells.find((cell) => cell.grant?.kind === "yes" && wide(cell) !== undefined);
    if (!open) return [];
    const who = wide(open) === "anyone" ? "everyone" : "every signed-in user";
    return right.cells
      .filter((cell) => cell.grant !== undefined && cell.grant.kind !== "yes" && wide(cell) !== "anyone")
      .map((cell) =>
        redundantRight.at({ span: cell.span, address: cell.address }, actionLabel(right.action), cell.role.label, who),
      );
  });
}

/** `User | update | no` keeps no user from their own account: reported where they could change something there. */
export function checkOwnAccount({ permissions, entities }: Model, { lookup }: CheckContext): readonly Problem[] {
  const account = entities.entities.find(({ builtIn }) => builtIn);
  const about = permissions.rights.filter((right) => right.for.id === "user");
  const fields = (account?.fields ?? []).filter(
    ({ type, required }) =>
      required !== "auto" && type !== undefined && type.kind !== "computed" && type.kind !== "list" && !type.setOnce,
  );
  const isKept = (field: Name, role: string) =>
    about.some(
      ({ action, cells }) =>
        action.kind === "set" &&
        action.on !== "create" &&
        action.field.id === field.id &&
        cells.some((cell) => cell.role.id === role && cell.grant?.kind !== "yes" && cell.grant?.kind !== "own"),
    );
  return about.flatMap(({ action, cells }) =>
    (action.kind === "update" ? cells : []).flatMap((cell) => {
      const role = lookup.roles.get(cell.role.id);
      if (role === undefined || cell.grant?.kind !== "no" || role.givenBy.some(({ kind }) => kind === "anyone"))
        return [];
      const changed = fields.filter(({ name }) => !isKept(name, cell.role.id)).map(({ name }) => name.label);
      if (changed.length === 0) return [];
      return [ownAccountKept.at({ span: cell.span, address: cell.address }, role.name.label, changed)];
    }),
  );
}
