// What a row of the matrix may cover that does not show what it is about: all of it is not shown, and no one may do it.
import type { Action, OpenRight, Right } from "../sections/permissions/model.ts";
import { address } from "../clause/clause.ts";
import { mayBeHidden, mayBeSet } from "../model/field-rights.ts";
import { type Lookup } from "../names/lookup.ts";
import type { Model } from "../model/model.ts";
import { identifierOf, type Name } from "../text/name.ts";

/** The model with a row for each right that no other row gives and that one of these may be about. */
export function withOpenRights(model: Model, lookup: Lookup): Model {
  const { permissions } = model;
  const unsaid = unsaidFields(model, lookup);
  if (permissions.openRights.length === 0 && unsaid.length === 0) return model;
  const said = new Set(permissions.rights.flatMap(({ for: of, action }) => keysOf(of.id, action)));
  const added = permissions.openRights.flatMap((open) =>
    meant(open, model, lookup).flatMap(({ about, action, label }): readonly Right[] => {
      const keys = keysOf(about.id, action);
      if (keys.every((key) => said.has(key))) return [];
      for (const key of keys) said.add(key);
      const { span, notShown } = open;
      const at = address(6, about.label, label);
      return [{ ...nobodys({ about, action }, span, at, model), notShown }];
    }),
  );
  const reserved = unsaid.flatMap(({ about, action, label }): readonly Right[] => {
    if (keysOf(about.id, action).some((key) => said.has(key))) return [];
    const right = nobodys({ about, action }, action.span, label, model);
    // It is the cell of the field that is not shown, and none of a role.
    return [{ ...right, cells: right.cells.map((cell) => ({ ...cell, address: label })) }];
  });
  return { ...model, permissions: { ...permissions, rights: [...permissions.rights, ...added, ...reserved] } };
}

/** A row of which nothing is shown but what it is about. */
function nobodys(
  { about, action }: Pick<Meant, "about" | "action">,
  span: OpenRight["span"],
  at: string,
  { permissions: { roles } }: Model,
): Right {
  const cells = roles.map(({ name }) => ({
    address: `${at}/${name.label}`,
    span,
    notShown: [name.label],
    role: { ...name, span },
    grant: undefined,
  }));
  return { address: at, span, notShown: ["May"], for: { ...about, span }, action, cells };
}

/**
 * `set` of each field that the system would set, where it is not shown whether only the system does: no one may but
 * those whom a row of the matrix lets. A user who could give it might be taken for another one.
 */
function unsaidFields({ states: { effects, machines } }: Model, lookup: Lookup): readonly Meant[] {
  const values = effects.flatMap(({ do: action }) => (action && "values" in action ? action.values : []));
  const asks = machines.flatMap(({ transitions }) => transitions.flatMap((row) => row.asks));
  const set = new Set([...values.map(({ field }) => field.id), ...asks.map(({ field }) => field.id)]);
  return [...lookup.entities.values()].flatMap(({ name: about }) =>
    [...(lookup.fields.get(about.id)?.values() ?? [])].flatMap((one): readonly Meant[] => {
      const { notShown, name, type, default: given, requiredSpan: span } = one;
      const isSet = [name.id, identifierOf(name.label)].some((word) => set.has(word));
      const isDefaulted = given !== undefined || notShown.includes("Default");
      if (!notShown.includes("Required") || !(isDefaulted || isSet) || type === undefined || !mayBeSet(one)) return [];
      const field = { ...name, span };
      const label = `${one.address}/Required`;
      return (["create", "update"] as const).map((on): Meant => ({
        about,
        action: { kind: "set", field, on, span },
        label,
      }));
    }),
  );
}

/** `label`: as it is called in an address. */
type Meant = { readonly about: Name; readonly action: Action; readonly label: string };

/** All that needs a row, as far as what is shown of this one leaves it open. */
function meant(open: OpenRight, model: Model, lookup: Lookup): readonly Meant[] {
  const id = open.for && open.for.id;
  const all = [...needed(model, lookup, open), ...narrowed(open, lookup)];
  return all.filter(({ about, action }) => {
    const shown = new Set(open.actions.flatMap((one) => keysOf(about.id, one.action)));
    const isMeant = shown.size === 0 || keysOf(about.id, action).some((key) => shown.has(key));
    return (id === undefined || about.id === id) && isMeant;
  });
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

/** `see` and `set` of each field that the row may be about: no role sees or sets it, rather than those left out. */
function narrowed({ span }: OpenRight, lookup: Lookup): readonly Meant[] {
  return [...lookup.entities.values()].flatMap(({ name: about }) =>
    [...(lookup.fields.get(about.id)?.values() ?? [])].flatMap((one): readonly Meant[] => {
      const field = { ...one.name, span };
      const see: Meant = { about, action: { kind: "see", field, span }, label: `see ${field.label}` };
      const set = (["create", "update"] as const).map((on): Meant => {
        return { about, action: { kind: "set", field, on, span }, label: `set ${field.label} on ${on}` };
      });
      return [...(mayBeHidden(one) ? [see] : []), ...(mayBeSet(one) ? set : [])];
    }),
  );
}

/** `set F` is both `set F on create` and `set F on update`. */
function keysOf(about: string, action: Action): readonly string[] {
  switch (action.kind) {
    case "transition":
      return [`${about}/transition ${action.transition.id}`];
    case "see":
      return [`${about}/see ${action.field.id}`];
    case "set":
      return (action.on ? [action.on] : ["create", "update"]).map((on) => `${about}/set ${action.field.id} on ${on}`);
    default:
      return [`${about}/${action.kind}`];
  }
}
