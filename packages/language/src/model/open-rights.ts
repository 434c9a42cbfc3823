// What a row of the matrix may speak of that does not show what it is about: all of it is not shown, and nobody may do it.
import type { Entity } from "../sections/entities/model.ts";
import type { Action, OpenRight, Right } from "../sections/permissions/model.ts";
import { address } from "./clause.ts";
import { entityId, type Lookup } from "./lookup.ts";
import type { Model } from "./model.ts";
import type { Name, Reference } from "./name.ts";

/** The model with a row for each right that no other row gives and that one of these may be about. */
export function withOpenRights(model: Model, lookup: Lookup): Model {
  const { permissions } = model;
  if (permissions.openRights.length === 0) return model;
  const said = new Set(permissions.rights.map((right) => keyOf(aboutId(right.for, lookup), right.action, lookup)));
  const added = permissions.openRights.flatMap((open) =>
    meant(open, model, lookup).flatMap(({ about, action, label }): readonly Right[] => {
      const key = keyOf(about.id, action, lookup);
      if (said.has(key)) return [];
      said.add(key);
      const at = address(6, about.label, label);
      const { span } = open;
      const cells = permissions.roles.map(({ name }) => {
        const role = { ...name, span };
        return { address: `${at}/${name.label}`, span, notShown: [name.label], role, grant: undefined };
      });
      return [{ address: at, span, notShown: open.notShown, for: { ...about, span }, action, cells }];
    }),
  );
  return { ...model, permissions: { ...permissions, rights: [...permissions.rights, ...added] } };
}

type Meant = { readonly about: Name; readonly action: Action; readonly label: string };

/** All that needs a row, as far as what is shown of this one leaves it open. */
function meant(open: OpenRight, model: Model, lookup: Lookup): readonly Meant[] {
  const id = open.for && aboutId(open.for, lookup);
  const all = [...needed(model, lookup, open), ...narrowed(open, lookup)];
  return all.filter(
    ({ about, action }) =>
      (id === undefined || about.id === id) &&
      (open.actions.length === 0 ||
        open.actions.some((one) => keyOf(about.id, one.action, lookup) === keyOf(about.id, action, lookup))),
  );
}

function needed({ calls }: Model, lookup: Lookup, { span }: OpenRight): readonly Meant[] {
  const entities = [...lookup.entities.values()].filter(({ builtIn, name }) => !builtIn && name.id !== "");
  return [
    ...entities.flatMap(({ name, oneRow }) =>
      (oneRow ? (["read", "update"] as const) : (["create", "read", "update", "delete"] as const)).map(
        (kind): Meant => ({ about: name, action: { kind, span }, label: kind }),
      ),
    ),
    ...entities.flatMap(({ name }) =>
      [...(lookup.transitions.get(name.id)?.values() ?? [])].flatMap(([row]): readonly Meant[] => {
        if (row === undefined || (row.on !== undefined && row.on.kind !== "button")) return [];
        return [{ about: name, action: { kind: "transition", transition: row.name, span }, label: row.name.label }];
      }),
    ),
    ...calls.calls.flatMap(({ name, kind }): readonly Meant[] =>
      kind === "function" && name.id !== "" ? [{ about: name, action: { kind: "call", span }, label: "call" }] : [],
    ),
  ];
}

/** `see` and `set` of each entity that has such a field: shown to nobody, rather than to those whom a row leaves out. */
function narrowed({ for: about, actions }: OpenRight, lookup: Lookup): readonly Meant[] {
  if (about !== undefined) return [];
  return actions.flatMap(({ action, label }) => {
    if (action.kind !== "see" && action.kind !== "set") return [];
    const has = ({ name }: Entity) => lookup.fields.get(name.id)?.has(action.field.id) === true;
    return [...lookup.entities.values()].filter(has).map(({ name }): Meant => ({ about: name, action, label }));
  });
}

const aboutId = (about: Reference, lookup: Lookup): string =>
  lookup.entities.get(about.id)?.name.id ?? lookup.calls.get(about.id)?.name.id ?? entityId(lookup, about);

function keyOf(about: string, action: Action, lookup: Lookup): string {
  switch (action.kind) {
    case "transition":
      return `${about}/transition ${lookup.transitions.get(about)?.get(action.transition.id)?.[0]?.name.id ?? action.transition.id}`;
    case "see":
    case "set":
      return `${about}/${action.kind} ${lookup.fields.get(about)?.get(action.field.id)?.name.id ?? action.field.id}`;
    default:
      return `${about}/${action.kind}`;
  }
}
