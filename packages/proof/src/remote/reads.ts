// What of a document looks past the rows that are laid: at all rows of an entity, at the one that there is, at the clock.
import type { Tree } from "@writ/language/model";
import { allRowsName, fieldOf } from "../interpreter/document/names.ts";
import { partsOf } from "../interpreter/document/mentions.ts";
import type { Program } from "../interpreter/world/world.ts";
import { comparedFields } from "../agreement/texts.ts";

export type Watched = {
  readonly program: Program;
  /** The entities all of whose rows some expression has spoken of since `forget`. */
  readonly seen: ReadonlySet<string>;
  readonly forget: () => void;
};

/** The program itself, which notes what its expressions look at as they are asked for. */
export function watched(program: Program): Watched {
  const seen = new Set<string>();
  const entities = new Map(["user", ...program.lookup.entities.keys()].map((entity) => [allRowsName(entity), entity]));
  const known = new WeakMap<Tree, readonly string[]>();
  const namesIn = (tree: Tree): readonly string[] => {
    const result = known.get(tree) ?? [...namesOf(tree)].filter((name) => entities.has(name));
    known.set(tree, result);
    return result;
  };
  const evaluate: Program["evaluate"] = (tree, scope) => {
    for (const name of namesIn(tree)) if (!scope.names.has(name)) seen.add(entities.get(name) ?? name);
    return program.evaluate(tree, scope);
  };
  return { program: { ...program, evaluate }, seen, forget: () => seen.clear() };
}

const namesOf = (tree: Tree): ReadonlySet<string> =>
  new Set([...(tree.kind === "name" ? [tree.name] : []), ...partsOf(tree).flatMap((part) => [...namesOf(part)])]);

/** The fields of an entity that say the same whatever else is there, and whenever they are asked for. */
export const steadyFields = (program: Program, entity: string): readonly string[] =>
  comparedFields(program, entity).filter((name) => {
    const type = fieldOf(program, entity, name)?.type;
    if (type?.kind === "sequence number") return false;
    return type?.kind !== "computed" || type.expression.tree === undefined || isSteady(program, type.expression.tree);
  });

/** Fields are known by name alone. All rows of an entity are named in PascalCase. */
function isSteady(program: Program, tree: Tree, passed: ReadonlySet<string> = new Set()): boolean {
  if (tree.kind === "name" && (tree.name === "now" || /^[A-Z]/.test(tree.name))) return false;
  if (tree.kind === "field" && !passed.has(tree.name)) {
    const inside = new Set(passed).add(tree.name);
    for (const entity of program.lookup.entities.keys()) {
      const type = fieldOf(program, entity, tree.name)?.type;
      const worked = type?.kind === "computed" ? type.expression.tree : undefined;
      if (type?.kind === "sequence number" || (worked !== undefined && !isSteady(program, worked, inside)))
        return false;
    }
  }
  return partsOf(tree).every((part) => isSteady(program, part, passed));
}
