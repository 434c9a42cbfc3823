// Whether a row may ever be deleted while another one refers to it: section 6 may keep what is used from going.
import { isReference, referredEntity } from "../../../field-types/index.ts";
import { truth } from "../../../expression/build-tree.ts";
import type { Tree } from "../../../expression/tree.ts";
import { type Lookup } from "../../../names/lookup.ts";
import type { Model } from "../../../model/model.ts";
import { pascalCase } from "../../../text/name.ts";
import { formulaOfGrant, factsToSatisfy } from "../../../scenario/formula.ts";
import type { Fact } from "../../../scenario/scenario.ts";
import { simplified } from "../../../scenario/when-gone.ts";
import type { Entity, Field } from "../model.ts";

export const whyNotUsed = "nobody may delete one that is referred to";

/** A field by which rows of an entity refer to the one that goes. */
type Use = { readonly target: string; readonly entity: string; readonly field: Field };

export function isDeletedUsed(
  { name: { id } }: Entity,
  field: Field,
  { model, lookup }: { readonly model: Model; readonly lookup: Lookup },
): boolean {
  const { type } = field;
  if (!isReference(type)) return true;
  const target = lookup.entities.get(type.entity.id);
  // What goes with something else is not asked for, and neither is what effects delete.
  if (target === undefined || type.entity.id === "user" || target.fields.some((one) => one.type?.kind === "belongs to"))
    return true;
  const isByEffect = model.states.effects.some(
    ({ do: action, on, entity }) =>
      action?.kind === "delete" && (on !== undefined || action.on !== undefined || entity.id === target.name.id),
  );
  if (isByEffect) return true;
  const use: Use = { target: target.name.id, entity: id, field };
  const comesTo = (fact: Fact) => (fact.kind === "holds" ? whenUsed(fact.tree, use, lookup) : undefined);
  return model.permissions.rights
    .filter(({ action, for: about }) => action.kind === "delete" && lookup.entities.get(about.id) === target)
    .flatMap(({ cells }) => cells.flatMap(({ grant }) => grant ?? []))
    .some((grant) => factsToSatisfy(simplified(formulaOfGrant(grant, lookup, "before"), comesTo), true).length > 0);
}

/** A condition of the one that goes, where at least one row refers to it. */
function whenUsed(tree: Tree, use: Use, lookup: Lookup): Tree {
  if (tree.kind === "method" && (tree.name === "exists" || tree.name === "all")) {
    const [item, body] = tree.args;
    const operator = tree.name === "exists" ? "==" : "!=";
    const isAllOfThem = isAllRows(tree.of, use) && item?.kind === "name" && isItsOwn(body, operator, item.name, use);
    return isAllOfThem ? truth(tree.name === "exists", tree) : tree;
  }
  if (tree.kind !== "binary" || tree.right.kind !== "number" || !isCount(tree.left, use, lookup)) return tree;
  const { digits, scale } = tree.right;
  const none = digits === 0n;
  const one = digits === 1n && scale === 0;
  const found: Readonly<Record<string, boolean | undefined>> = {
    "==": none ? false : undefined,
    "<=": none ? false : undefined,
    "<": none || one ? false : undefined,
    "!=": none ? true : undefined,
    ">": none ? true : undefined,
    ">=": none || one ? true : undefined,
  };
  const is = found[tree.operator];
  return is === undefined ? tree : truth(is, tree);
}

const isAllRows = (list: Tree, { entity }: Use): boolean => list.kind === "name" && pascalCase(entity) === list.name;

/** `cup.shelf == shelf`, either way round. */
function isItsOwn(body: Tree | undefined, operator: string, item: string, { target, field }: Use): boolean {
  if (body?.kind !== "binary" || body.operator !== operator) return false;
  const isField = (one: Tree) =>
    one.kind === "field" && one.name === field.name.id && one.of.kind === "name" && one.of.name === item;
  const isIt = (one: Tree) => one.kind === "name" && one.name === target;
  return (isField(body.left) && isIt(body.right)) || (isField(body.right) && isIt(body.left));
}

/** How many rows refer to it. */
function isCount(tree: Tree, use: Use, lookup: Lookup): boolean {
  if ((tree.kind !== "method" && tree.kind !== "call") || tree.name !== "size") return false;
  const list = tree.kind === "method" ? tree.of : tree.args[0];
  if (list?.kind === "method" && list.name === "filter") {
    const [item, body] = list.args;
    return isAllRows(list.of, use) && item?.kind === "name" && isItsOwn(body, "==", item.name, use);
  }
  if (list?.kind !== "field" || list.of.kind !== "name" || list.of.name !== use.target) return false;
  const type = lookup.fields.get(use.target)?.get(list.name)?.type;
  if (type?.kind !== "list" || type.entity.id !== use.entity) return false;
  const back = [...(lookup.fields.get(use.entity)?.values() ?? [])].filter(
    ({ type: of }) => referredEntity(of) === use.target,
  );
  return type.via === undefined ? back.length === 1 : lookup.fields.get(use.entity)?.get(type.via.id) === use.field;
}
