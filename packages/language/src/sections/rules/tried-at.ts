// At which writes a rule is tried: at those that a user may do, and that can make a row one that the rule is about.
import { guardExpression } from "../../model/guard-expression.ts";
import type { Tree } from "../../expression/tree.ts";
import type { Guard } from "../../clause/guard.ts";
import type { Lookup } from "../../names/lookup.ts";
import type { Model } from "../../model/model.ts";
import { isEverGranted } from "../../scenario/ever-granted.ts";
import { namesIn } from "../../scenario/readers.ts";
import type { ScenarioDeed } from "../../scenario/scenario.ts";
import type { Rule } from "./model.ts";

export type Site = { readonly model: Model; readonly lookup: Lookup };

/** Where no user changes such rows, a transition does: what the rule reads is asked for, or is the state itself. */
export function deedsOf(rule: Rule, entity: string, { model, lookup }: Site): readonly ScenarioDeed[] {
  if (rule.on.length > 0) return namedDeeds(rule, entity, lookup);
  const about = lookup.entities.get(entity);
  const may = (kind: "create" | "update") => about === undefined || isEverGranted(kind, about, { model, lookup });
  const names = new Set([rule.when, rule.must?.kind === "guard" ? rule.must.guard : undefined].flatMap(read(lookup)));
  const changing: readonly ScenarioDeed[] = may("update") ? [{ kind: "update" }] : moving(entity, names, lookup);
  const deeds: readonly ScenarioDeed[] = [...(may("create") ? [{ kind: "create" } as const] : []), ...changing];
  return deeds.length > 0 ? deeds : [{ kind: "create" }, { kind: "update" }];
}

/** What is compared with others is there from the beginning, or comes with what moves the row on. */
export function deedsOfComparing(
  rule: Rule,
  fields: readonly string[],
  entity: string,
  { model, lookup }: Site,
): readonly ScenarioDeed[] {
  if (rule.on.length > 0) return namedDeeds(rule, entity, lookup);
  const isThere = (name: string) => {
    const field = lookup.fields.get(entity)?.get(name);
    const isGranted = model.permissions.rights.some(
      ({ action, for: about }) =>
        action.kind === "set" && about.id === entity && lookup.fields.get(entity)?.get(action.field.id) === field,
    );
    return field?.required !== "auto" || field.default !== undefined || isGranted;
  };
  const asking = fields.every(isThere) ? [] : moving(entity, new Set(fields), lookup);
  return asking.length > 0 ? asking : [{ kind: "create" }];
}

/** Where only rows in some state are compared, they are moved on to it. */
export function movingOn({ on, must }: Rule, entity: string, { lookup }: Site): readonly ScenarioDeed[] {
  const { tree } = (must !== undefined && "while" in must ? must.while : undefined) ?? {};
  return tree === undefined || on.length > 0 ? [] : moving(entity, new Set(namesIn(tree)), lookup);
}

function namedDeeds({ on }: Rule, entity: string, lookup: Lookup): readonly ScenarioDeed[] {
  return on.flatMap(({ id }): readonly ScenarioDeed[] => {
    if (id === "create" || id === "update" || id === "delete") return [{ kind: id }];
    const [first] = lookup.transitions.get(entity)?.get(id) ?? [];
    return first === undefined ? [] : [{ kind: "transition", transition: first.name.id }];
  });
}

/** Transitions that a user takes, and that change one of these. */
function moving(entity: string, names: ReadonlySet<string>, lookup: Lookup): readonly ScenarioDeed[] {
  const fields = lookup.fields.get(entity);
  const isState = names.has("ended") || [...names].some((name) => fields?.get(name)?.type?.kind === "state");
  return [...(lookup.transitions.get(entity)?.values() ?? [])].flatMap((rows): readonly ScenarioDeed[] => {
    const [first] = rows;
    const isChanging = rows.some(
      ({ to, asks }) => (isState && to !== "same") || asks.some(({ field }) => names.has(field.id)),
    );
    return first?.on?.kind === "button" && isChanging ? [{ kind: "transition", transition: first.name.id }] : [];
  });
}

const read =
  (lookup: Lookup) =>
  (guard: Guard | undefined): readonly string[] => {
    const tree: Tree | undefined = guardExpression(guard, lookup)?.tree;
    return tree === undefined ? [] : namesIn(tree);
  };
