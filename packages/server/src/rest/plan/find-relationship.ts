// Finds the one way that an embedding means, or says between which the client has to choose.
import { ambiguousRelationship, noRelationship } from "../failure.ts";
import { keyOf, type Catalogue, type Name, type Relationship } from "../catalogue/catalogue.ts";
import { nearest } from "./nearest.ts";

/**
 * `target` names a table, a foreign key, or the column of one; `hint` narrows it to a foreign key, its column, or the
 * table between. A function of the row comes before everything that was found in the catalogue.
 */
export function findRelationship(
  from: Name,
  target: string,
  hint: string | undefined,
  catalogue: Catalogue,
): Relationship {
  const all = (catalogue.relationships.get(keyOf(from)) ?? []).filter(isOpen);
  const computed = all.find(({ by }) => by.kind === "computed" && by.function.name === target);
  if (computed) return computed;
  const found = all.filter((way) => {
    const end = catalogue.tables.get(keyOf(way.to));
    return way.by.kind !== "computed" && means(way, target, hint, end?.isView === true && !end.isEntity);
  });
  const [first, ...more] = found;
  if (first === undefined) {
    throw noRelationship(from.name, target, hint, from.schema, suggestion(from, target, catalogue));
  }
  if (more.length > 0) {
    const listed = found.toSorted((a, b) => places.indexOf(a.by.kind) - places.indexOf(b.by.kind));
    throw ambiguousRelationship(from.name, target, listed.map(describe), listed.map(choice));
  }
  return first;
}

/** The order in which the choices are listed. */
const places: readonly Relationship["by"]["kind"][] = [
  "one-to-many",
  "one-to-one",
  "many-to-one",
  "many-to-many",
  "computed",
];

/** Only tables of the same schema can be named, and no join goes through another schema unseen. */
function isOpen({ from, to, by }: Relationship): boolean {
  if (by.kind === "computed") return true;
  return to.schema === from.schema && (by.kind !== "many-to-many" || by.junction.schema === from.schema);
}

/**
 * `isView`: what lies at the end. A view has no foreign keys of its own, so only its name leads there; the view of an entity
 * stands for its table, whose fields are named alike whether or not some are hidden.
 */
function means(way: Relationship, target: string, hint: string | undefined, isView: boolean): boolean {
  const { by, from, to } = way;
  if (by.kind === "computed") return false;
  const isTable = to.name === target;
  if (by.kind === "many-to-many") return isTable && (hint === undefined || by.junction.name === hint);
  const [own, other] = by.columns.length === 1 ? (by.columns[0] ?? []) : [];
  if (keyOf(from) === keyOf(to)) {
    // One foreign key, two ways: the table's name is the way down, the column's name the way up.
    if (hint !== undefined) return isTable && by.kind === "one-to-many" && other === hint;
    return (isTable && by.kind === "one-to-many") || (own === target && by.kind === "many-to-one");
  }
  if (hint === undefined) return isTable || (!isView && (by.constraint === target || own === target));
  return isTable && (by.constraint === hint || own === hint || other === hint);
}

function describe({ from, to, by }: Relationship): unknown {
  const names = (pairs: readonly (readonly [string, string])[], side: 0 | 1) =>
    `(${pairs.map((pair) => pair[side]).join(", ")})`;
  const embedding = `${from.name} with ${to.name}`;
  if (by.kind === "computed") return { embedding };
  if (by.kind === "many-to-many") {
    const { junction, constraints, source, target } = by;
    return {
      cardinality: by.kind,
      embedding,
      relationship: `${junction.name} using ${constraints[0]}${names(source, 1)} and ${constraints[1]}${names(target, 0)}`,
    };
  }
  return {
    cardinality: by.kind,
    embedding,
    relationship: `${by.constraint} using ${from.name}${names(by.columns, 0)} and ${to.name}${names(by.columns, 1)}`,
  };
}

const choice = ({ to, by }: Relationship): string =>
  by.kind === "many-to-many"
    ? `${to.name}!${by.junction.name}`
    : by.kind === "computed"
      ? to.name
      : `${to.name}!${by.constraint}`;

function suggestion(from: Name, target: string, catalogue: Catalogue): string | undefined {
  const ways = catalogue.relationships.get(keyOf(from));
  if (ways === undefined) {
    const parents = [...catalogue.relationships.keys()]
      .filter((key) => key.startsWith(`${from.schema}.`))
      .map((key) => key.slice(from.schema.length + 1));
    const near = nearest(from.name, parents);
    return near === undefined ? undefined : `Perhaps you meant '${near}' instead of '${from.name}'.`;
  }
  const names = ways.map(({ to }) => to.name);
  if (names.includes(target)) return undefined;
  const near = nearest(target, names);
  return near === undefined ? undefined : `Perhaps you meant '${near}' instead of '${target}'.`;
}
