// Which fields are never empty: required ones, those with a default that no one may clear, and those that every
// creation sets.
import { isShown } from "../clause/clause.ts";
import type { Assignment, Tree } from "../expression/tree.ts";
import type { Entity, Field } from "../sections/entities/model.ts";
import type { Right } from "../sections/permissions/model.ts";
import { blankOf, definitionOf, isSetBySystem } from "../field-types/index.ts";
import { type Lookup } from "../names/lookup.ts";
import type { Model } from "./model.ts";
/** What the rights and effects of a document say about the writing of an entity; gathered once. */
export type Writing = {
  /** Entities that some client may create. */
  readonly clientsCreate: ReadonlySet<string>;
  /** Entities that a visitor without an account may create. */
  readonly visitorsCreate: ReadonlySet<string>;
  /** `entity.field` that some client may write, at creation or later. */
  readonly clientsWrite: (entity: Entity, field: Field) => boolean;
  /** By entity: the fields that each `create E` effect sets. */
  readonly creations: ReadonlyMap<string, readonly ReadonlySet<string>[]>;
  /** By entity: the fields that the rows of each of its Seeds give. No user writes those rows. */
  readonly seeds: ReadonlyMap<string, readonly ReadonlySet<string>[]>;
  /** `entity.field` that an effect or a transition may clear. */
  readonly cleared: ReadonlySet<string>;
};

/** Whether a value of the field may be missing in a stored row. Computed fields are decided by their expression instead. */
export function mayBeEmpty(entity: Entity, field: Field, writing: Writing): boolean {
  const { type } = field;
  if (type === undefined) return true;
  if (blankOf(type) !== undefined || isSetBySystem(type) || definitionOf(type).isAlwaysRequired) return false;
  if (field.required === "yes") return false;
  const { id } = field.name;
  if (writing.cleared.has(`${entity.name.id}.${id}`)) return true;
  const clearedWithUser = type.kind === "reference" && type.onDelete === "cleared";
  if (clearedWithUser) return true;
  const creations = writing.creations.get(entity.name.id) ?? [];
  const seeds = writing.seeds.get(entity.name.id) ?? [];
  if (field.default !== undefined) {
    if (field.required === "no" && writing.clientsWrite(entity, field)) return true;
    if (!isMe(field)) return false;
    return writing.visitorsCreate.has(entity.name.id) || [...creations, ...seeds].some((fields) => !fields.has(id));
  }
  if (field.required === "no" || writing.clientsCreate.has(entity.name.id)) return true;
  return creations.length === 0 || creations.some((fields) => !fields.has(field.name.id));
}

/** Whether it is not shown. What an effect does may be to set a field that only the system sets. */
export function isOpenEmptiness({ notShown, required, default: given }: Field, { states }: Model): boolean {
  if (notShown.includes("Required") || notShown.includes("Default")) return true;
  const mayBeSet =
    states.effectsNotShown || states.effects.some((effect) => !isShown(effect, "For", "After", "Do", "With"));
  return required === "auto" && given === undefined && mayBeSet;
}

export function gatherWriting(model: Model, lookup: Lookup): Writing {
  const { roles, rights } = model.permissions;
  const anyone = new Set(
    roles.filter((role) => role.givenBy.some((giving) => giving.kind === "anyone")).map((role) => role.name.id),
  );
  const anonymous = model.constants.settings.signIn.some((way) => way.kind === "anonymous");
  const granted = (right: Right, whom: (role: string) => boolean = () => true) =>
    right.cells.some((cell) => whom(cell.role.id) && cell.grant !== undefined && cell.grant.kind !== "no");
  const may = (kind: "create" | "update", whom?: (role: string) => boolean) =>
    new Set(rights.filter((right) => right.action.kind === kind && granted(right, whom)).map((right) => right.for.id));
  const clientsCreate = may("create");
  const clientsUpdate = may("update");
  const settings = new Map<string, boolean>();
  for (const right of rights) {
    if (right.action.kind !== "set") continue;
    const entity = right.for.id;
    const key = `${entity}.${right.action.field.id}`;
    settings.set(key, (settings.get(key) ?? false) || granted(right));
  }
  const creations = new Map<string, ReadonlySet<string>[]>();
  const cleared = new Set<string>();
  const clear = (entity: string, values: readonly Assignment[]) => {
    for (const { field, value } of values) if (mayGiveNull(value.tree)) cleared.add(`${entity}.${field.id}`);
  };
  /** Which rows an effect with a column On changes is known only once it has a type: any entity may be meant. */
  const clearAnywhere = (values: readonly Assignment[]) => {
    for (const { field, value } of values) {
      if (!mayGiveNull(value.tree)) continue;
      for (const [entity, fields] of lookup.fields) {
        const id = fields.get(field.id)?.name.id;
        if (id !== undefined) cleared.add(`${entity}.${id}`);
      }
    }
  };
  // What a transition asks for and does not require may be left empty.
  for (const machine of model.states.machines) {
    const entity = machine.entity.id;
    for (const { asks } of machine.transitions) {
      for (const { field, required } of asks) if (!required) cleared.add(`${entity}.${field.id}`);
    }
  }
  for (const effect of model.states.effects) {
    if (effect.do?.kind === "set" && effect.on) clearAnywhere(effect.do.values);
    else if (effect.do?.kind === "set") clear(effect.entity.id, effect.do.values);
    if (effect.do?.kind !== "create") continue;
    const entity = effect.do.entity.id;
    clear(entity, effect.do.values);
    const fields = new Set(effect.do.values.map(({ field }) => field.id));
    const others = creations.get(entity);
    if (others) others.push(fields);
    else creations.set(entity, [fields]);
  }
  const seeds = Map.groupBy(
    model.entities.rowSets.filter(({ kind, rows }) => kind === "Seed" && rows.length > 0),
    ({ entity }) => entity.id,
  );
  return {
    clientsCreate,
    visitorsCreate: anonymous ? new Set() : may("create", (role) => anyone.has(role)),
    clientsWrite: (entity, field) =>
      settings.get(`${entity.name.id}.${field.name.id}`) ??
      (clientsCreate.has(entity.name.id) || clientsUpdate.has(entity.name.id)),
    creations,
    seeds: new Map(
      [...seeds].map(([entity, sets]) => [entity, sets.map(({ columns }) => new Set(columns.map(({ id }) => id)))]),
    ),
    cleared,
  };
}

/** `null` itself, or a choice that may end in it. */
function mayGiveNull(tree: Tree | undefined): boolean {
  if (tree === undefined) return false;
  if (tree.kind === "null") return true;
  return tree.kind === "conditional" && (mayGiveNull(tree.then) || mayGiveNull(tree.otherwise));
}

/** Its default is the writer of the row. */
export function isMe(field: Field): boolean {
  if (field.default?.kind !== "expression") return false;
  const { tree } = field.default.expression;
  return tree?.kind === "name" && tree.name === "me";
}
