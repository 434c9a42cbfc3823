// What an expression's tree speaks of: who asks, and the fields of a clause's own row.
import type { Tree } from "@writ/language/model";
import { fieldOf } from "./names.ts";
import type { Program } from "../world/world.ts";

export function partsOf(tree: Tree): readonly Tree[] {
  switch (tree.kind) {
    case "field":
    case "unary":
      return [tree.of];
    case "index":
      return [tree.of, tree.index];
    case "list":
      return tree.items;
    case "binary":
      return [tree.left, tree.right];
    case "conditional":
      return [tree.test, tree.then, tree.otherwise];
    case "call":
      return tree.args;
    case "method":
      return [tree.of, ...tree.args];
    default:
      return [];
  }
}

/** Whether it depends on who asks, itself or through a computed field. Fields are known by name alone. */
export function mentionsCaller(program: Program, tree: Tree, passed: ReadonlySet<string> = new Set()): boolean {
  if (tree.kind === "name" && tree.name === "me") return true;
  if (tree.kind === "field" && !passed.has(tree.name)) {
    const inside = new Set(passed).add(tree.name);
    for (const entity of program.lookup.entities.keys()) {
      const type = fieldOf(program, entity, tree.name)?.type;
      const worked = type?.kind === "computed" ? type.expression.tree : undefined;
      if (worked !== undefined && mentionsCaller(program, worked, inside)) return true;
    }
  }
  return partsOf(tree).some((part) => mentionsCaller(program, part, passed));
}

/** Whether it speaks of the row that gives a role. */
export const mentionsGiver = (tree: Tree): boolean =>
  (tree.kind === "name" && tree.name.startsWith("my_")) || partsOf(tree).some(mentionsGiver);

/** The fields of the row under its entity's identifier that it reads, through computed fields too. */
export function ownReads(program: Program, entity: string, tree: Tree, passed: Set<string> = new Set()): Set<string> {
  if (tree.kind === "field" && tree.of.kind === "name" && tree.of.name === entity && !passed.has(tree.name)) {
    passed.add(tree.name);
    const type = fieldOf(program, entity, tree.name)?.type;
    if (type?.kind === "computed" && type.expression.tree) ownReads(program, entity, type.expression.tree, passed);
  }
  for (const part of partsOf(tree)) ownReads(program, entity, part, passed);
  return passed;
}

/** Whether it reads anything but the fields that the row itself stores. Lists of the row are rows too. */
export function readsOtherRows(program: Program, entity: string, tree: Tree): boolean {
  // All rows of an entity are named in PascalCase.
  if (tree.kind === "name") return /^[A-Z]/.test(tree.name);
  if (tree.kind !== "field") return partsOf(tree).some((part) => readsOtherRows(program, entity, part));
  if (tree.of.kind !== "name" || tree.of.name !== entity) return true;
  const type = fieldOf(program, entity, tree.name)?.type;
  const worked = type?.kind === "computed" ? type.expression.tree : undefined;
  return type?.kind === "list" || (worked !== undefined && readsOtherRows(program, entity, worked));
}

export const mentionsName = (tree: Tree, name: string): boolean =>
  (tree.kind === "name" && tree.name === name) || partsOf(tree).some((part) => mentionsName(part, name));
