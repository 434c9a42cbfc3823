// Which expressions of a document no one can work out, because something that they read is not shown.
import type { Expression, Field, FieldType, Tree } from "@writ/language/model";
import { expressionsIn, type Placed } from "./document/expressions-in.ts";
import { partsOf } from "./document/mentions.ts";
import { allRowsName, entityOf, fieldOf, machinesOf, reversed } from "./document/names.ts";
import { isNeverEmpty } from "./writes/never-empty.ts";
import { systemFields } from "./gaps/clause-gaps.ts";
import type { Program } from "./world/world.ts";

export function expressionGapsIn(program: Program): ReadonlySet<Expression> {
  const isUnknown = ({ expression: { tree }, entity, given, isNeeded }: Placed): boolean => {
    if (tree === undefined) return true;
    const names = new Map<string, Kind>(entity === undefined ? [] : [["old", { entity, isList: false }]]);
    const present = given?.tree === undefined ? new Set<string>() : presentWhen(given.tree, true);
    return !isKnown(tree, { program, names, present, passed: new Set(), isPlaced: entity !== "" }, isNeeded);
  };
  return new Set(
    expressionsIn(program)
      .filter(isUnknown)
      .map(({ expression }) => expression),
  );
}

/** What a row, or a list of rows, is of. */
type Kind = { readonly entity: string; readonly isList: boolean };

type Place = {
  readonly program: Program;
  /** The items of lists, and `old`. */
  readonly names: ReadonlyMap<string, Kind | undefined>;
  /** What is certain to be there, as it is written. */
  readonly present: ReadonlySet<string>;
  /** Computed fields that are being looked into. */
  readonly passed: ReadonlySet<Field>;
  /** Whether it is shown which row it speaks of. */
  readonly isPlaced: boolean;
};

/** `isNeeded`: whether a value has to be there. */
function isKnown(tree: Tree, at: Place, isNeeded: boolean): boolean {
  switch (tree.kind) {
    case "name":
      return at.names.has(tree.name) || !isNameGap(tree.name, at);
    case "field":
      return isKnown(tree.of, at, true) && isKnownField(tree, at, isNeeded);
    case "binary":
      return isKnownBinary(tree, at);
    case "conditional": {
      const { test, then, otherwise } = tree;
      return (
        isKnown(test, at, true) &&
        isKnown(then, withPresent(at, presentWhen(test, true)), isNeeded) &&
        isKnown(otherwise, withPresent(at, presentWhen(test, false)), isNeeded)
      );
    }
    case "method": {
      const [name] = tree.args;
      const item = kindOf(tree.of, at);
      if (name?.kind !== "name" || tree.args.length < 2 || item === undefined)
        return partsOf(tree).every((part) => isKnown(part, at, true));
      const names = new Map(at.names).set(name.name, { ...item, isList: false });
      const kept = [...presentInItems(tree.of)].map((one) => one.replace(anyItem, name.name));
      const inside = withPresent({ ...at, names }, new Set(kept));
      return isKnown(tree.of, at, true) && tree.args.slice(1).every((part) => isKnown(part, inside, true));
    }
    default:
      return partsOf(tree).every((part) => isKnown(part, at, true));
  }
}

function isKnownBinary({ operator, left, right }: Of<"binary">, at: Place): boolean {
  if (operator === "and" || operator === "or")
    return isKnown(left, at, true) && isKnown(right, withPresent(at, presentWhen(left, operator === "and")), true);
  // Nothing equals nothing, and is in no list.
  const isNeeded = !["==", "!=", "in", "not in"].includes(operator);
  return isKnown(left, at, isNeeded) && isKnown(right, at, isNeeded);
}

type Of<Form extends Tree["kind"]> = Extract<Tree, { readonly kind: Form }>;

function isNameGap(name: string, { program, isPlaced }: Place): boolean {
  const constant = program.lookup.constants.get(name);
  if (constant !== undefined) return constant.value === undefined;
  return !isPlaced && program.lookup.entities.has(name);
}

function isKnownField(tree: Of<"field">, at: Place, isNeeded: boolean): boolean {
  const { program } = at;
  const of = kindOf(tree.of, at);
  if (of === undefined) return true;
  const field = fieldOf(program, of.entity, tree.name);
  if (field === undefined) return isKnownOfSystem(of.entity, tree.name, program);
  const { type } = field;
  if (type === undefined) return false;
  if (type.kind === "state") return machinesOf(program, of.entity).some(({ machine }) => machine.states.length > 0);
  if (type.kind === "list") return reversed(program, of.entity, type).field !== "";
  if (type.kind === "computed") {
    const inside = type.expression.tree;
    if (at.passed.has(field)) return true;
    const names = new Map<string, Kind>();
    const passed = new Set(at.passed).add(field);
    return (
      inside !== undefined && isKnown(inside, { program, names, present: new Set(), passed, isPlaced: true }, false)
    );
  }
  return !isNeeded || at.present.has(textOf(tree)) || !isOpenEmptiness(program, field);
}

function isKnownOfSystem(entity: string, name: string, program: Program): boolean {
  if (systemFields.has(name)) return true;
  const isOpen = program.lookup.entities.get(entity)?.bodyNotShown === true;
  if (name !== "ended") return !isOpen;
  return machinesOf(program, entity).some(({ machine }) => machine.states.length > 0);
}

/** Whether it is not shown whether a field may be empty, and it may. What an effect does may be to set what only the system sets. */
function isOpenEmptiness(program: Program, field: Field): boolean {
  const { effects, effectsNotShown } = program.model.states;
  const mayBeSet =
    effectsNotShown ||
    effects.some(({ notShown }) => ["For", "After", "Do", "With"].some((part) => notShown.includes(part)));
  const isOpen =
    field.notShown.includes("Required") ||
    field.notShown.includes("Default") ||
    (field.required === "auto" && field.default === undefined && mayBeSet);
  return isOpen && !(field.type !== undefined && always.has(field.type.kind)) && !isNeverEmpty(program, field);
}

/** What is there in any case: no, and a list without items, are something. */
const always: ReadonlySet<FieldType["kind"]> = new Set([
  "yes/no",
  "several",
  "several of",
  "files",
  "sequence number",
  "random code",
]);

function kindOf(tree: Tree, at: Place): Kind | undefined {
  const { program, names } = at;
  switch (tree.kind) {
    case "name":
      return names.has(tree.name) ? names.get(tree.name) : namedKind(tree.name, program);
    case "field": {
      const of = kindOf(tree.of, at);
      if (of === undefined) return undefined;
      if (tree.name === "created_by" || tree.name === "updated_by") return { entity: "user", isList: false };
      const type = fieldOf(program, of.entity, tree.name)?.type;
      if (type === undefined || !("entity" in type)) return undefined;
      return { entity: entityOf(program, type.entity), isList: type.kind === "list" || type.kind === "several" };
    }
    case "conditional":
      return kindOf(tree.then, at) ?? kindOf(tree.otherwise, at);
    case "method": {
      const of = kindOf(tree.of, at);
      const [name, body] = tree.args;
      if (of === undefined || tree.name === "filter") return of;
      if (tree.name !== "map") return { ...of, isList: false };
      if (name?.kind !== "name" || body === undefined) return undefined;
      const inside = { ...at, names: new Map(names).set(name.name, { ...of, isList: false }) };
      return kindOf(body, inside);
    }
    default:
      return undefined;
  }
}

function namedKind(name: string, program: Program): Kind | undefined {
  if (name === "me") return { entity: "user", isList: false };
  const entities = ["user", ...program.lookup.entities.keys()];
  const own = entities.find((entity) => entity === name || `my_${entity}` === name);
  if (own !== undefined) return { entity: own, isList: false };
  const all = entities.find((entity) => allRowsName(entity) === name);
  return all === undefined ? undefined : { entity: all, isList: true };
}

const withPresent = (at: Place, more: ReadonlySet<string>): Place =>
  more.size === 0 ? at : { ...at, present: new Set([...at.present, ...more]) };

/** What is certain to be there once a condition holds, or does not. */
function presentWhen(tree: Tree, holds: boolean): ReadonlySet<string> {
  if (tree.kind === "unary" && tree.operator === "not") return presentWhen(tree.of, !holds);
  if (tree.kind !== "binary") return new Set();
  const { operator, left, right } = tree;
  if (operator === "and" || operator === "or") {
    const [one, other] = [presentWhen(left, holds), presentWhen(right, holds)];
    return (operator === "and") === holds ? new Set([...one, ...other]) : one.intersection(other);
  }
  if (operator === "in" || operator === "not in") return (operator === "in") === holds ? textsOf(left) : new Set();
  if (operator !== "==" && operator !== "!=") return new Set();
  const isEqual = (operator === "==") === holds;
  return new Set([left, right].flatMap((one, index) => [...thereBeside(one, index === 0 ? right : left, isEqual)]));
}

/** What equals something that is written out is there, and what does not equal nothing. */
function thereBeside(one: Tree, other: Tree, isEqual: boolean): ReadonlySet<string> {
  const isThere = isEqual ? ["text", "number", "boolean"].includes(other.kind) : other.kind === "null";
  return isThere ? textsOf(one) : new Set();
}

const textsOf = (tree: Tree): ReadonlySet<string> => new Set(tree.kind === "field" ? [textOf(tree)] : []);

/** `box.barn.name`; of what is no way from row to row nothing is remembered. */
const textOf = (tree: Tree): string =>
  tree.kind === "name" ? tree.name : tree.kind === "field" ? `${textOf(tree.of)}.${tree.name}` : "?";

const anyItem = "*";

/** What is certain of every item of a list by what it was filtered with. */
function presentInItems(tree: Tree): ReadonlySet<string> {
  if (tree.kind !== "method" || tree.name !== "filter") return new Set();
  const [name, body] = tree.args;
  if (name?.kind !== "name" || body === undefined) return new Set();
  const own = [...presentWhen(body, true)].filter((one) => one.startsWith(`${name.name}.`));
  return new Set([...own.map((one) => anyItem + one.slice(name.name.length)), ...presentInItems(tree.of)]);
}
