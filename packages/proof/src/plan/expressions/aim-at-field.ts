// Ways to give a field of a row the value that is wished for: stored, computed, or one that the system keeps.
import type { Field, Tree } from "@writ/language/model";
import { isFileType } from "@writ/language/plan";
import { allRowsName, fieldOf, machinesOf, targetOf } from "../../interpreter/document/names.ts";
import { evaluate } from "../../interpreter/evaluate.ts";
import { compare, equal, isRow, type RowValue, type Value } from "../../interpreter/values/value.ts";
import { amountOf } from "../../interpreter/world/constants.ts";
import { asValue, rowsOf, valueOf, type Program } from "../../interpreter/world/world.ts";
import { isNeverEmpty } from "../../interpreter/writes/never-empty.ts";
import { isAddress } from "../../interpreter/field-types/text.ts";
import { isWithinYears } from "../../interpreter/field-types/time.ts";
import { wrongValue } from "../../interpreter/writes/stored-values.ts";
import { kindOf } from "../../field-types/measure.ts";
import { converted, isOfKind } from "../samples/amounts.ts";
import { filesFor } from "../samples/files.ts";
import { samplesOf, withNew } from "../samples/sample.ts";
import { asksForTrue, some, type SearchContext, type Wish } from "../situation/search-context.ts";
import { withField, type Situation } from "../situation/situation.ts";

/** Where a step leads through an empty reference, it is filled first; where a field is computed, its expression is aimed at. */
export function aimAtField(
  tree: Extract<Tree, { readonly kind: "field" }>,
  wish: Wish,
  context: SearchContext,
): readonly Situation[] {
  const { scope, situation } = context;
  // The old row exists before any change.
  const at = tree.of.kind === "name" && tree.of.name === "old" ? "before" : context.at;
  const { program } = scope.world;
  const of = (tree.of.kind === "name" ? onlyRow(tree.of.name, context) : undefined) ?? evaluate(tree.of, scope);
  // A step through an empty reference: somewhere to step to first.
  if (!isRow(of)) return context.solvers.aim(tree.of, { kind: "not", value: null }, context);
  const field = fieldOf(program, of.entity, tree.name);
  if (field === undefined && tree.name === "ended") return ended(of, wish, context);
  if (field?.type?.kind === "computed") {
    const worked = field.type.expression.tree;
    if (worked === undefined) return [];
    const inside = { ...context, scope: { ...scope, names: new Map([[of.entity, of as Value]]) } };
    return kindOf(wish.value) === "boolean" && wish.kind === "is"
      ? context.solvers.hold(worked, wish.value === true, inside)
      : context.solvers.aim(worked, wish, inside);
  }
  const name = field?.name.id ?? tree.name;
  const fresh = targetOf(program, field?.type) ?? (name.endsWith("_by") ? "user" : undefined);
  const result = valuesFor(wish, of, name, context)
    .map((value) => withinBounds(value, field, of, context))
    .filter((value) => (field === undefined ? isOfSystem(of.entity, name, value) : isStorable(program, field, value)));
  const set = result.flatMap((value) => some(withField(situation, of, name, value, at)));
  // Where there is no other row to refer to, one is made.
  if (wish.kind === "not" && fresh !== undefined && fresh !== "user") {
    const made = withNew(situation.world, fresh);
    set.push(...some(withField({ ...situation, world: made.world }, of, name, asValue(made.row), at)));
  }
  return [...set, ...elsewhere(tree, of, name, wish, context)];
}

/** Behind a reference there may be another row of which it is so already, such as the one that gives a user their role. */
const elsewhere = (
  { of: path }: Extract<Tree, { readonly kind: "field" }>,
  of: RowValue,
  name: string,
  wish: Wish,
  context: SearchContext,
): readonly Situation[] =>
  path.kind !== "field" || wish.kind !== "is"
    ? []
    : rowsOf(context.scope.world, of.entity)
        .filter((row) => row.id !== of.id && equal(valueOf(row, name), wish.value))
        .slice(0, 2)
        .flatMap((row) => context.solvers.aim(path, { kind: "is", value: asValue(row) }, context));

/** As near as it may come: what else there is in the condition makes up for the rest. */
function withinBounds(
  value: Value,
  field: Field | undefined,
  of: RowValue,
  { situation: { world } }: SearchContext,
): Value {
  const type = field?.type;
  if (field === undefined || type === undefined || !("from" in type) || !["number", "money"].includes(kindOf(value)))
    return value;
  const bound = [type.from, type.to]
    .map((amount) => amountOf(world.program, amount))
    .find((one, index) => one !== undefined && compare(value, one) === (index === 0 ? -1 : 1));
  return bound === undefined ? value : converted(bound, of, field.name.id, 0, world);
}

/** Whatever is there beforehand is what its type allows. */
const isStorable = (program: Program, field: Field, value: Value): boolean =>
  value === null || (isOfKind(value, field.type) && wrongValue(program, field, value) === undefined);

/** Also what the system keeps of every row, and of people. */
const isOfSystem = (entity: string, name: string, value: Value): boolean =>
  value === null || (entity === "user" && name === "email" ? isAddress(value) : isWithinYears(value));

/** What there is one of is called as all of its kind are. */
function onlyRow(name: string, { scope }: SearchContext): RowValue | undefined {
  if (scope.names.has(name)) return undefined;
  const entity = [...scope.world.program.lookup.entities.keys()].find((one) => allRowsName(one) === name);
  const [row] = entity === undefined ? [] : rowsOf(scope.world, entity);
  return row && asValue(row);
}

function valuesFor(wish: Wish, of: RowValue, name: string, context: SearchContext): readonly Value[] {
  const { world } = context.situation;
  const { program } = world;
  const field = fieldOf(program, of.entity, name);
  const machine = machinesOf(program, of.entity).find((one) => one.field === name)?.machine;
  const isKept = machine !== undefined || (field === undefined ? alwaysThere.has(name) : isNeverEmpty(program, field));
  if (wish.kind === "is" && wish.value === null && isKept) return [];
  if (wish.kind === "is") return [converted(wish.value, of, name, 0, context.situation.world)];
  if (wish.kind === "near") return [converted(wish.value, of, name, wish.steps, context.situation.world)];
  const others: readonly Value[] = machine
    ? machine.states.map((state) => state.name.id)
    : name === "created_by" || name === "updated_by"
      ? rowsOf(world, "user").map(asValue)
      : field === undefined
        ? (otherWords[`${of.entity}.${name}`] ?? [])
        : isFileType(field.type)
          ? [filesFor(field, of.id)]
          : samplesOf(world, field);
  const nothing: readonly Value[] = wish.value === null || isKept ? [] : [null];
  return [...others, ...nothing].filter((value) => !equal(value, wish.value));
}

/** What the system keeps of every row, and of people. */
const alwaysThere: ReadonlySet<string> = new Set(["id", "created_at", "updated_at", "name"]);

const otherWords: Readonly<Record<string, readonly string[]>> = {
  "user.name": ["Zoe", "Mo"],
  "user.email": ["zoe@example.test", "mo@example.test"],
};

function ended(of: RowValue, wish: Wish, context: SearchContext): readonly Situation[] {
  const isTrue = asksForTrue(wish);
  return machinesOf(context.scope.world.program, of.entity).flatMap(({ field, machine }) =>
    machine.states
      .filter((state) => (state.kind === "end") === isTrue)
      .flatMap((state) => some(withField(context.situation, of, field, state.name.id, "before"))),
  );
}
