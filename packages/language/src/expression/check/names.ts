// Names and steps to fields: what the parts of an expression speak of.
import { pascalCase } from "../../text/name.ts";
import { nearest } from "../../text/suggestion.ts";
import type { Span } from "../../problem.ts";
import type { EntitySchema, Schema } from "../schema.ts";
import type { Tree } from "../tree.ts";
import type { Type } from "../type.ts";
import type { Typed } from "../typed.ts";
import { checkConstant } from "./constants.ts";
import { full, known, mention, placeOf, report, textOf, typed, type CheckPoint } from "./check-point.ts";
import { mismatch, unknownField, unknownName } from "./problems.ts";
import { noteField, noteName } from "./reads.ts";
import { otherWords } from "./refused.ts";
import { describe } from "./words.ts";

type TreeOf<K extends Tree["kind"]> = Extract<Tree, { kind: K }>;

export function checkName(tree: TreeOf<"name">, here: CheckPoint): Typed | undefined {
  const { name } = tree;
  if (here.items.has(name)) {
    const item = here.items.get(name);
    return item && known(tree, item.type, { node: "item", name: itemName(item) }, here);
  }
  const { scope, schema } = here.whole;
  if (scope.names.has(name)) return scopeName(name, tree, here);
  const constant = schema.constants.get(name);
  if (constant) return checkConstant(constant, tree, here);
  if (schema.openConstants?.has(name)) {
    here.whole.reads.constants.add(name);
    return undefined;
  }
  const entity = entityByName(name, schema);
  if (entity) return rowsOf(entity, tree, here);
  if (scope.open?.has("rows") && schema.entities.has(name)) return undefined;
  return report(here, unknownName.at(placeOf(here, tree), name, knownNames(here), hintForName(name, here)));
}

const itemName = (item: Typed): string => (item.node === "item" ? item.name : "");

/** A name of the scope, known to be there. */
function scopeName(name: string, at: Span, here: CheckPoint): Typed | undefined {
  const found = here.whole.scope.names.get(name);
  if (!found) return undefined;
  noteName(here.whole.reads, found.source);
  if (found.source === "row" && found.type.kind === "row") mention(here, "entity", found.type.entity, at);
  return known(at, found.type, { node: "scope", name, source: found.source }, here);
}

function rowsOf(entity: EntitySchema, at: Span, here: CheckPoint): Typed {
  const row: Type = { kind: "row", entity: entity.id, empty: false };
  mention(here, "entity", entity.id, at);
  if (entity.oneRow) return typed(at, row, { node: "the row", entity: entity.id });
  here.whole.reads.wholes.add(entity.id);
  return typed(at, { kind: "list", of: row, empty: false }, { node: "all rows", entity: entity.id });
}

function entityByName(name: string, schema: Schema): EntitySchema | undefined {
  if (!/^[A-Z]/.test(name)) return undefined;
  const id = name.replace(/(?!^)(?=[A-Z])/g, "_").toLowerCase();
  const found = schema.entities.get(id);
  if (found && pascalCase(found.id) === name) return found;
  // Identifiers with digits after an underscore cannot be derived from their PascalCase.
  return [...schema.entities.values()].find((entity) => pascalCase(entity.id) === name);
}

function knownNames({ items, whole: { scope, schema } }: CheckPoint): readonly string[] {
  const entities = [...schema.entities.keys()].map(pascalCase);
  return [...items.keys(), ...scope.names.keys(), ...schema.constants.keys(), ...entities];
}

function hintForName(name: string, here: CheckPoint): string | undefined {
  const { ownRow, scope, schema } = here.whole;
  const row = ownRow === undefined ? undefined : schema.entities.get(ownRow);
  if (row?.fields.has(name)) return `Write ${ownRow}.${name}.`;
  if (name === "me") return "Permissions belong in section 6; there is no current user here.";
  if (name === "old") return "There is no row before the change here.";
  const mine = name.startsWith("my_") ? [...scope.names.keys()].filter((one) => one.startsWith("my_")) : [];
  if (mine.length > 0) return `It is named after its entity: write ${mine.join(" or ")}.`;
  const inside = [...scope.names.keys()].filter((one) => one.startsWith(`${name}.`));
  if (inside.length > 0) return `Write ${inside.join(" or ")}.`;
  const entity = schema.entities.get(name);
  if (entity) return `Write ${pascalCase(name)}${entity.oneRow ? "" : " for the list of all its rows"}.`;
  if (nearest(name, knownNames(here)) !== undefined) return undefined;
  const field = row && nearest(name, row.fields.keys());
  if (field !== undefined) return `Did you mean ${ownRow}.${field}?`;
  const isCode = [...schema.entities.values()].some(({ fields }) =>
    [...fields.values()].some(({ type }) => type.kind === "choice" && type.codes.includes(name)),
  );
  return isCode ? `A choice or state stands in quotes: write '${name}'.` : undefined;
}

const everywhere = new Set(["id", "created_at", "created_by", "updated_at", "updated_by"]);

export function checkField(tree: TreeOf<"field">, here: CheckPoint): Typed | undefined {
  const { of, name, nameSpan } = tree;
  if (of.kind === "name" && (of.name === "route" || of.name === "input") && !here.items.has(of.name)) {
    return dottedName(of.name, tree, here);
  }
  const row = here.whole.check(of, here);
  if (row === undefined) return undefined;
  const { schema } = here.whole;
  if (row.type.kind !== "row") {
    const said = `${describe(row.type, schema)} has no fields`;
    const hint = hintForField(row.type, of, name, here);
    return report(here, mismatch.at(placeOf(here, nameSpan), hint === undefined ? said : `${said};`, hint));
  }
  const entity = schema.entities.get(row.type.entity);
  const field = entity?.fields.get(name);
  if (!entity || !field) {
    full(row, here);
    if (entity?.isOpen || entity?.openFields?.has(name)) return undefined;
    const fields = entity ? [...entity.fields.values()] : [];
    // People may know a field by its label although it has an identifier of its own.
    const byLabel = fields.find((one) => one.label.toLowerCase() === name.toLowerCase().replaceAll("_", " "));
    // What the document says of an entity comes before what every entity has.
    const words = [...fields.filter((one) => !everywhere.has(one.id)), ...fields].map((one) => one.id);
    const hint = byLabel && `Did you mean ${byLabel.id}?`;
    return report(
      here,
      unknownField.at(placeOf(here, nameSpan), entity?.label ?? row.type.entity, name, new Set(words), hint),
    );
  }
  mention(here, "field", field.id, nameSpan, entity.id);
  const from = full(row, here);
  if (from === undefined) return undefined;
  noteField(here.whole.reads, here.whole.ownRow, from, entity.id, field);
  return known(tree, field.type, { node: "field", of: from, entity: entity.id, field: field.id }, here);
}

/** What stands behind the dot of something without fields may be a function, or a field of what was meant. */
function hintForField(type: Type, of: Tree, name: string, here: CheckPoint): string | undefined {
  const { ownRow, schema } = here.whole;
  const written = textOf(here, of);
  if (type.kind === "list" && (name === "size" || otherWords.get(name) === "size(x)")) return `write ${written}.size()`;
  if (type.kind === "text" && (name === "size" || otherWords.get(name) === "size(x)")) return `write size(${written})`;
  if (type.kind !== "list" || type.of.kind !== "row") return undefined;
  const field = name.toLowerCase();
  const isOwn = of.kind === "name" && type.of.entity === ownRow && schema.entities.get(ownRow)?.fields.has(field);
  return isOwn ? `write ${ownRow}.${field}` : `write ${written}.map(x, x.${name})`;
}

/** `route.item`, `input.membership`: one name with a dot. */
function dottedName(first: "route" | "input", tree: TreeOf<"field">, here: CheckPoint): Typed | undefined {
  const name = `${first}.${tree.name}`;
  const found = scopeName(name, tree, here);
  if (found || here.whole.scope.names.has(name) || here.whole.scope.open?.has(first)) return found;
  const inside = [...here.whole.scope.names.keys()].filter((one) => one.startsWith(`${first}.`));
  const near = nearest(name, inside);
  const hint =
    near !== undefined
      ? `Did you mean ${near}?`
      : inside.length > 0
        ? `Known: ${inside.join(", ")}.`
        : first === "route"
          ? "There is no such parameter in the route."
          : "There is no such value under In.";
  return report(here, unknownName.at(placeOf(here, tree), name, [], hint));
}
