// The rights of users, as far as a browser can tell ahead: each cell of the matrix as a formula. The database decides.
import { partOf } from "../plan/layout.ts";
import { recordOf } from "../text/own-of.ts";
import type { Design } from "../plan/design.ts";
import type { Typed } from "../expression/typed.ts";
import { conditionOf } from "../sections/permissions/database.ts";
import { grantTyped, mentionsGiver } from "../sections/permissions/database.ts";
import { grantNames } from "../clause/grant.ts";
import type { Action, Right } from "../sections/permissions/model.ts";
import type { Allowed, ApplicationRole, Formula } from "./application.ts";
import { formulaOf, type Source } from "../browser/formula.ts";

export function rightsOf(entity: string, design: Design): Readonly<Record<string, readonly Allowed<Source>[]>> {
  const { model } = design.compiled;
  const rights = model.permissions.rights.filter((right) => right.for.id === entity);
  const own = recordOf(
    rights.flatMap((right) => keysOf(right.action).map((key) => [key, allowedBy(right, entity, design)] as const)),
  );
  return { ...own, ...recordOf(seenByLists(entity, own, design)) };
}

/** References that put rows into lists which not every reader sees: whether they do, the row that is named decides. */
function seenByLists(
  entity: string,
  own: Readonly<Record<string, readonly Allowed<Source>[]>>,
  design: Design,
): readonly (readonly [string, readonly Allowed<Source>[]])[] {
  return [...(design.layout.masked.get(entity) ?? [])].flatMap((field) => {
    const lists = design.layout.listed.get(partOf(entity, field));
    if (lists === undefined) return [];
    const key = `see:${field}`;
    const cells = [
      ...(own[key] === undefined ? [] : [own[key]]),
      ...lists.map((list) => allowedBy(list.right, list.entity, design)),
    ];
    const all = cells.map((some) => new Map(some.map((one) => [one.role, one])));
    const roles = [...new Set(cells.flatMap((some) => some.map(({ role }) => role)))];
    return [
      [
        key,
        roles
          .filter((role) => all.every((some) => some.has(role)))
          .map((role): Allowed<Source> => {
            const isAlways = all.every((some) => some.get(role)?.when === undefined);
            return { role, when: isAlways ? undefined : "unknown", otherwise: [] };
          }),
      ] as const,
    ];
  });
}

export function openRightsOf(entity: string, design: Design): Readonly<Record<string, readonly string[]>> {
  const { model } = design.compiled;
  return recordOf(
    model.permissions.rights
      .filter((right) => right.for.id === entity)
      .flatMap((right) => {
        const open = right.cells.filter(({ notShown }) => notShown.length > 0);
        const roles = open.map(({ role }) => role.id);
        return roles.length === 0 ? [] : keysOf(right.action).map((key) => [key, roles] as const);
      }),
  );
}

export function callRights(design: Design): Readonly<Record<string, readonly Allowed<Source>[]>> {
  const { model } = design.compiled;
  return recordOf(
    model.permissions.rights.flatMap((right) =>
      right.action.kind === "call" ? [[right.for.id, allowedBy(right, "", design)]] : [],
    ),
  );
}

function keysOf(action: Action): readonly string[] {
  switch (action.kind) {
    case "transition":
      return [`transition:${action.transition.id}`];
    case "set":
      return (action.on === undefined ? ["create", "update"] : [action.on]).map((on) => `set:${action.field.id}:${on}`);
    case "see":
      return [`see:${action.field.id}`];
    default:
      return [action.kind];
  }
}

function allowedBy({ cells }: Right, entity: string, design: Design): readonly Allowed<Source>[] {
  const { schema } = design.compiled;
  return cells.flatMap(({ role, grant }): readonly Allowed<Source>[] => {
    if (grant === undefined || grant.kind === "no") return [];
    const id = role.id;
    const typed = grantTyped(grant, entity, design);
    if (typed === undefined) return [{ role: id, when: undefined, otherwise: [] }];
    const asked = (one: Typed | undefined): Formula<Source> | "unknown" =>
      (mentionsGiver(grant, design) ? undefined : formulaOf(one, schema)) ?? "unknown";
    const conditions = new Set(grantNames(grant).map((name) => conditionOf(name.id, design)));
    const otherwise = [...conditions].flatMap((condition) =>
      condition?.otherwise === undefined
        ? []
        : [
            {
              code: condition.otherwise.label,
              when: asked(grantTyped(grant, entity, design, condition.name.id)),
            },
          ],
    );
    return [{ role: id, when: asked(typed), otherwise }];
  });
}

export function rolesOf({ compiled: { model } }: Design): readonly ApplicationRole[] {
  return model.permissions.roles.map(({ name, givenBy, within }) => {
    const kinds = new Set(givenBy.map(({ kind }) => kind));
    return {
      id: name.id,
      label: name.label,
      heldBy: kinds.has("anyone") ? "anyone" : kinds.has("signed in") ? "signed in" : "some",
      byRows: kinds.has("row"),
      within: within && within.entity.id,
      assignedBy: givenBy.flatMap((giving) => (giving.kind === "assigned by" ? [giving.role.id] : [])),
    };
  });
}
