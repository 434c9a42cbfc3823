// reference to, belongs to, list of, several: rows of entities.
import type { Kind } from "../expression/type.ts";
import type { Lookup } from "../names/lookup.ts";
import { readReference, type Reference } from "../text/name.ts";
import { invalid, isSet } from "./column-sql.ts";
import type { FamilyOf, FieldTypeDefinition, Literal } from "./field-type.ts";
import { entityOf, finish, options, readAmong, withEntity } from "./reading/reader.ts";

/** A row of an existing entity; an unknown one is reported where it is named, and its fields are unknown. */
export function knownRow(reference: Reference, lookup: Lookup): Extract<Kind, { kind: "row" }> | undefined {
  const entity = reference.id;
  return entity === "user" || lookup.entities.has(entity) ? { kind: "row", entity } : undefined;
}

const noWords = (): Literal => ({ hint: "A default that is a row is an expression, such as `me`." });

export const reference: FieldTypeDefinition<FamilyOf<"reference">> = {
  name: "reference to E",
  aliases: [
    "reference",
    "ref",
    "references",
    "foreign key",
    "fk",
    "relation",
    "relationship",
    "lookup",
    "has one",
    "many to one",
  ],
  pattern: withEntity("reference to\\s+"),
  read(reader, groups) {
    const found = options(reader, "reference", groups, ["among", "cleared on delete"]);
    const onDelete = found.has("cleared on delete") ? "cleared" : "blocked";
    const entity = entityOf(groups);
    return finish(reader, found, { kind: "reference", entity, among: readAmong(reader, found), onDelete });
  },
  computable: "whole",
  column: "uuid",
  resolve: (type, names) => ({ ...type, entity: names.entity(type.entity) }),
  kind: ({ entity }, _, lookup) => knownRow(entity, lookup),
  literal: noWords,
  edges: ({ among }) =>
    among === undefined ? [{ what: "not to be read", edge: { kind: "unread" }, code: "INVALID" }] : [],
  input: ({ entity }, { among }) => ({
    kind: "reference",
    entity: entity.id,
    belongs: false,
    ...(among === undefined ? {} : { among }),
  }),
  typeScript: ({ entity }, side) => (side === "read" ? `Rows[${JSON.stringify(entity.id)}]` : "string"),
};

export const belongsTo: FieldTypeDefinition<FamilyOf<"belongs to">> = {
  name: "belongs to E",
  aliases: ["belongs to", "parent", "child of", "part of"],
  pattern: withEntity("belongs to\\s+"),
  isAlwaysRequired: true,
  read: (reader, groups) =>
    finish(reader, options(reader, "belongs to", groups), { kind: "belongs to", entity: entityOf(groups) }),
  column: "uuid",
  resolve: (type, names) => ({ ...type, entity: names.entity(type.entity) }),
  kind: ({ entity }, _, lookup) => knownRow(entity, lookup),
  literal: noWords,
  edges: () => [{ what: "not to be read", edge: { kind: "unread" }, code: "INVALID" }],
  input: ({ entity }) => ({ kind: "reference", entity: entity.id, belongs: true }),
  typeScript: () => "string",
};

export const list: FieldTypeDefinition<FamilyOf<"list">> = {
  name: "list of E",
  aliases: ["list", "has many", "one to many", "array", "children", "collection"],
  pattern: withEntity("list of\\s+"),
  read(reader, groups) {
    const found = options(reader, "list", groups, ["via"]);
    const via = found.get("via")?.groups["name"];
    return finish(reader, found, { kind: "list", entity: entityOf(groups), via: via && readReference(via) });
  },
  column: undefined,
  setBySystem: "derived",
  resolve(type, names) {
    const entity = names.entity(type.entity);
    return { ...type, entity, via: names.field(entity.id, type.via) };
  },
  literal: () => ({ hint: "Its value is not written in rows: leave the cell empty." }),
  input(_, context) {
    const reverse = context.reverse();
    return reverse && { kind: "list", ...reverse };
  },
  typeScript: () => "string[]",
};

export const several: FieldTypeDefinition<FamilyOf<"several">> = {
  name: "several E",
  aliases: ["several", "many to many", "has and belongs to many", "habtm", "m2m"],
  pattern: withEntity("several\\s+(?!of\\b)"),
  read(reader, groups) {
    const found = options(reader, "several", groups, ["among"]);
    return finish(reader, found, { kind: "several", entity: entityOf(groups), among: readAmong(reader, found) });
  },
  column: "uuid[]",
  isArray: true,
  blank: "'{}'",
  resolve: (type, names) => ({ ...type, entity: names.entity(type.entity) }),
  literal: noWords,
  refused: (_, column) => [invalid(`NOT ${isSet(column)}`)],
  input: ({ entity }, { among }) => ({ kind: "several", entity: entity.id, ...(among === undefined ? {} : { among }) }),
  typeScript: () => "string[]",
};
