// Ways to give an expression the value that is wished for: the fields to set, however far inside of it they stand.
import type { Field, Tree } from "@writ/language/model";
import { isFileType } from "@writ/language/plan";
import { evaluate } from "../interpreter/evaluate.ts";
import { allRowsName, fieldOf, machinesOf, targetOf } from "../interpreter/names.ts";
import { isNeverEmpty } from "../interpreter/never-empty.ts";
import { amountOf } from "../interpreter/constants.ts";
import { isAddress, isWithinYears, wrongValue } from "../interpreter/stored-values.ts";
import { startOfDay } from "../interpreter/time.ts";
import {
  compare,
  durationOf,
  equal,
  isList,
  isRow,
  momentOf,
  numberOf,
  quantity,
  type RowValue,
  type Value,
} from "../interpreter/value.ts";
import { asValue, rowsOf, timeZoneOf, valueOf, type Program } from "../interpreter/world.ts";
import { converted, dayLength, isOfKind, kindOf, leaving, less, mirror, more, portion, shifted } from "./amounts.ts";
import { filesFor } from "./files.ts";
import { some, type SearchContext, type Wish } from "./search-context.ts";
import { addTo, sized } from "./lists.ts";
import { samplesOf, withNew } from "./sample.ts";
import { withField, type Situation } from "./situation.ts";
import { aimedAt, partsOf, summedUp } from "./sums.ts";

/** Situations in which the expression has the value that is wished for. */
export function aim(tree: Tree, wish: Wish, here: SearchContext): readonly Situation[] {
  const { scope } = here;
  switch (tree.kind) {
    case "field":
      return aimAtField(tree, wish, here);
    case "name":
      return tree.name === "me" ? become(wish, here) : [];
    case "conditional": {
      const isSo = evaluate(tree.test, scope) === true;
      const taken = isSo ? tree.then : tree.otherwise;
      // Where it is nothing, the other one it has to be.
      return taken.kind === "null" ? here.ways.hold(tree.test, !isSo, here) : aim(taken, wish, here);
    }
    case "binary": {
      if (kindOf(wish.value) === "boolean") return here.ways.hold(tree, isWished(wish), here);
      const [left, right] = [evaluate(tree.left, scope), evaluate(tree.right, scope)];
      if (tree.operator === "+")
        return [...aim(tree.left, less(wish, right), here), ...aim(tree.right, less(wish, left), here)];
      if (tree.operator === "-")
        return [...aim(tree.left, more(wish, right), here), ...aim(tree.right, mirror(wish, left), here)];
      if (tree.operator === "%") return leaving(wish, left, right).flatMap((one) => aim(tree.left, one, here));
      if (tree.operator === "*")
        return [...aim(tree.left, portion(wish, right), here), ...aim(tree.right, portion(wish, left), here)];
      return [...aim(tree.left, wish, here), ...aim(tree.right, wish, here)];
    }
    case "method":
      return aimAtMethod(tree, wish, here);
    case "call":
      return aimAtCall(tree, wish, here);
    case "unary":
      return tree.operator === "-"
        ? aim(tree.of, mirror(wish, numberOf(0)), here)
        : here.ways.hold(tree, isWished(wish), here);
    default:
      return [];
  }
}

const isWished = (wish: Wish): boolean => (wish.kind === "is" ? wish.value === true : wish.value !== true);

function aimAtField(
  tree: Extract<Tree, { readonly kind: "field" }>,
  wish: Wish,
  here: SearchContext,
): readonly Situation[] {
  const { scope, situation } = here;
  // What a row was is there before anybody changes it.
  const at = tree.of.kind === "name" && tree.of.name === "old" ? "before" : here.at;
  const { program } = scope.world;
  const of = (tree.of.kind === "name" ? onlyRow(tree.of.name, here) : undefined) ?? evaluate(tree.of, scope);
  // A step through an empty reference: somewhere to step to first.
  if (!isRow(of)) return aim(tree.of, { kind: "not", value: null }, here);
  const field = fieldOf(program, of.entity, tree.name);
  if (field === undefined && tree.name === "ended") return ended(of, wish, here);
  if (field?.type?.kind === "computed") {
    const worked = field.type.expression.tree;
    if (worked === undefined) return [];
    const inside = { ...here, scope: { ...scope, names: new Map([[of.entity, of as Value]]) } };
    return kindOf(wish.value) === "boolean" && wish.kind === "is"
      ? here.ways.hold(worked, wish.value === true, inside)
      : aim(worked, wish, inside);
  }
  const name = field?.name.id ?? tree.name;
  const fresh = targetOf(program, field?.type) ?? (name.endsWith("_by") ? "user" : undefined);
  const found = valuesFor(wish, of, name, here)
    .map((value) => withinBounds(value, field, of, here))
    .filter((value) => (field === undefined ? isOfSystem(of.entity, name, value) : isStorable(program, field, value)));
  const set = found.flatMap((value) => some(withField(situation, of, name, value, at)));
  // Where there is no other row to refer to, one is made.
  if (wish.kind === "not" && fresh !== undefined && fresh !== "user") {
    const made = withNew(situation.world, fresh);
    set.push(...some(withField({ ...situation, world: made.world }, of, name, asValue(made.row), at)));
  }
  return [...set, ...elsewhere(tree, of, name, wish, here)];
}

/** Behind a reference there may be another row of which it is so already, such as the one that gives somebody their role. */
const elsewhere = (
  { of: way }: Extract<Tree, { readonly kind: "field" }>,
  of: RowValue,
  name: string,
  wish: Wish,
  here: SearchContext,
): readonly Situation[] =>
  way.kind !== "field" || wish.kind !== "is"
    ? []
    : rowsOf(here.scope.world, of.entity)
        .filter((row) => row.id !== of.id && equal(valueOf(row, name), wish.value))
        .slice(0, 2)
        .flatMap((row) => aim(way, { kind: "is", value: asValue(row) }, here));

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

function valuesFor(wish: Wish, of: RowValue, name: string, here: SearchContext): readonly Value[] {
  const { world } = here.situation;
  const { program } = world;
  const field = fieldOf(program, of.entity, name);
  const machine = machinesOf(program, of.entity).find((one) => one.field === name)?.machine;
  const isKept = machine !== undefined || (field === undefined ? alwaysThere.has(name) : isNeverEmpty(program, field));
  if (wish.kind === "is" && wish.value === null && isKept) return [];
  if (wish.kind === "is") return [converted(wish.value, of, name, 0, here.situation.world)];
  if (wish.kind === "near") return [converted(wish.value, of, name, wish.steps, here.situation.world)];
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

function ended(of: RowValue, wish: Wish, here: SearchContext): readonly Situation[] {
  const wanted = isWished(wish);
  return machinesOf(here.scope.world.program, of.entity).flatMap(({ field, machine }) =>
    machine.states
      .filter((state) => (state.kind === "end") === wanted)
      .flatMap((state) => some(withField(here.situation, of, field, state.name.id, "before"))),
  );
}

/** Who tries it is somebody else, where the wish is for somebody. */
function become(wish: Wish, { situation }: SearchContext): readonly Situation[] {
  if (wish.kind !== "is" || !isRow(wish.value)) return [];
  return situation.me === null ? [] : [{ ...situation, me: wish.value.id }];
}

function aimAtCall(
  tree: Extract<Tree, { readonly kind: "call" }>,
  wish: Wish,
  here: SearchContext,
): readonly Situation[] {
  const { name, args } = tree;
  const [first, second] = args;
  if (first === undefined) return [];
  const value = evaluate(first, here.scope);
  if (name === "size") return sizedAs(first, value, wish, here);
  if (name === "days_between" && second !== undefined) {
    const days = (from: Value) =>
      from === null || wish.value === null || typeof wish.value !== "object"
        ? null
        : shifted({ kind: "is", value: from }, durationOf(quantity(wish.value).digits * dayLength), 1n).value;
    const steps = wish.kind === "near" ? wish.steps : 0;
    const end = days(value);
    if (end === null) return aim(first, { kind: "not", value: null }, here);
    const last = evaluate(second, here.scope);
    const start =
      last === null || typeof wish.value !== "object" || wish.value === null
        ? null
        : shifted({ kind: "is", value: last }, durationOf(quantity(wish.value).digits * dayLength), -1n).value;
    return [
      ...aim(second, { kind: "near", value: end, steps }, here),
      ...(start === null ? [] : aim(first, { kind: "near", value: start, steps: -steps }, here)),
    ];
  }
  if (name === "weekday") {
    const now = evaluate(tree, here.scope);
    if (value === null || now === null || wish.value === null) return aim(first, { kind: "not", value: null }, here);
    // There are seven of them, and none is beyond the last.
    const steps = wish.kind === "near" ? BigInt(Math.sign(wish.steps)) : 0n;
    const days = wish.kind === "not" ? 1n : quantity(wish.value).digits + steps - quantity(now).digits;
    // The same day of the week before, or of the one after: the nearer one may be kept from it by something else.
    const others = days === 0n ? [] : [days < 0n ? days + 7n : days - 7n];
    return [days, ...others].flatMap((by) =>
      aim(first, shifted({ kind: "is", value }, durationOf(by * dayLength), 1n), here),
    );
  }
  if (name === "date" && kindOf(wish.value) === "date") {
    const { program } = here.scope.world;
    const steps = wish.kind === "near" ? wish.steps : wish.kind === "not" ? 1 : 0;
    const day = Number(quantity(wish.value).digits) + steps;
    return aim(first, { kind: "is", value: momentOf(startOfDay(day, timeZoneOf(program))) }, here);
  }
  if (name === "string") return written(wish, value).flatMap((one) => aim(first, one, here));
  const unit = units[name];
  if (unit !== undefined) return aim(first, portion(wish, durationOf(unit)), here);
  return args.flatMap((arg) => aim(arg, wish, here));
}

const units: Readonly<Record<string, bigint>> = { days: dayLength, hours: 3_600_000n, minutes: 60_000n };

/** Of what is written as a text: the whole number that is written so, where one is. */
function written(wish: Wish, value: Value): readonly Wish[] {
  if (typeof wish.value !== "string" || typeof value === "string") return [wish];
  if (wish.kind !== "near" && /^(?:0|-?[1-9]\d{0,17})$/.test(wish.value))
    return [{ kind: wish.kind, value: numberOf(BigInt(wish.value)) }];
  return value === null ? [{ kind: "not", value: null }] : [];
}

function aimAtMethod(
  tree: Extract<Tree, { readonly kind: "method" }>,
  wish: Wish,
  here: SearchContext,
): readonly Situation[] {
  if (tree.name === "size") {
    return sizedAs(tree.of, evaluate(tree.of, here.scope), wish, here);
  }
  if (kindOf(wish.value) === "boolean") return here.ways.hold(tree, isWished(wish), here);
  const list = evaluate(tree.of, here.scope);
  if (["sum", "min", "max", "average", "median"].includes(tree.name) || tree.name === "first" || tree.name === "only") {
    if (!isList(list)) return [];
    if (list.length === 0) return addTo(tree.of, here);
    const [last] = partsOf(tree, here);
    if (last === undefined) return [];
    if (tree.name !== "sum") return aim(last.value, wish, last.inside);
    // Where its own bounds keep one item from that, others help, or one more row does.
    return [...summedUp(tree, wish, here), ...aimedAt(last, tree, wish, here), ...addTo(tree.of, here)];
  }
  return aim(tree.of, wish, here);
}

/** Of what is not there yet both are tried: a list takes rows, and a text characters. */
const sizedAs = (tree: Tree, value: Value, wish: Wish, here: SearchContext): readonly Situation[] => [
  ...(isList(value) || value === null ? sized(tree, wish, here) : []),
  ...(isList(value) ? [] : lengthened(tree, wish, here)),
];

function lengthened(text: Tree, wish: Wish, here: SearchContext): readonly Situation[] {
  if (wish.value === null || typeof wish.value !== "object") return [];
  const length =
    Number(quantity(wish.value).digits) + (wish.kind === "near" ? Math.max(-1, Math.min(1, wish.steps)) : 0);
  return length < 0 ? [] : aim(text, { kind: "is", value: "a".repeat(length) }, here);
}
