// Whether the text that an effect gives could be longer, or of another form, than the field takes, by its type alone.
import { referredEntity } from "../../../field-types/index.ts";
import type { Tree } from "../../../expression/tree.ts";
import { numberOf } from "../../../expression/analysis/range.ts";
import { type Lookup } from "../../../names/lookup.ts";
import type { Edge } from "../../../scenario/scenario.ts";
import type { FieldType } from "../../entities/model.ts";

/** `names`: the entities of the rows that stand under these names. */
export function mayExceed(
  tree: Tree,
  edge: Edge,
  type: FieldType,
  lookup: Lookup,
  names: ReadonlySet<string>,
): boolean {
  if (tree.kind === "text" || tree.kind === "null") return false;
  if (tree.kind === "conditional")
    return [tree.then, tree.otherwise].some((one) => mayExceed(one, edge, type, lookup, names));
  const given = typeAt(tree, lookup, names);
  if (given === undefined) return true;
  if (edge.kind === "length" && "upTo" in given && "upTo" in type) {
    const [own, most] = [numberOf(given.upTo, lookup), numberOf(type.upTo, lookup)];
    return own === undefined || most === undefined || own > most;
  }
  if (edge.kind !== "unmatched" || !("matching" in given) || !("matching" in type)) return true;
  return given.matching?.pattern.source !== type.matching?.pattern.source;
}

/** Of the field that references lead to. */
function typeAt(tree: Tree, lookup: Lookup, names: ReadonlySet<string>): FieldType | undefined {
  if (tree.kind !== "field") return undefined;
  const of =
    tree.of.kind === "name" ? (names.has(tree.of.name) ? tree.of.name : undefined) : leadsTo(tree.of, lookup, names);
  return of === undefined ? undefined : lookup.fields.get(of)?.get(tree.name)?.type;
}

function leadsTo(tree: Tree, lookup: Lookup, names: ReadonlySet<string>): string | undefined {
  const type = typeAt(tree, lookup, names);
  return referredEntity(type);
}
