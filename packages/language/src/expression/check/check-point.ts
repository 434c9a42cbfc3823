// Where the checker is: what is known at this place of an expression, and how a mistake at this place is reported.
import { spanOf } from "../../text/text.ts";
import type { Place, Problem, Span } from "../../problem.ts";
import { itemKey, keyOf } from "../key.ts";
import type { Schema, Scope } from "../schema.ts";
import type { Expression, Tree } from "../tree.ts";
import type { Type } from "../type.ts";
import type { Node, Typed, TypedOf } from "../typed.ts";
import { bothFacts, isKnown, itemFacts, present, type Facts } from "./facts.ts";
import type { FunctionRule } from "./call.ts";
import { mayBeEmpty, mismatch, zeroDivision } from "./problems.ts";
import type { MutableReads } from "./reads.ts";
import { describe } from "./words.ts";

export type CheckPoint = {
  readonly whole: Whole;
  /** Names bound by list functions around this place; undefined where the list itself was wrong. */
  readonly items: ReadonlyMap<string, Typed | undefined>;
  readonly facts: Facts;
  /** Whether yes or no is decided here, so that `and` and `or` can guard; a map's body gives a value instead. */
  readonly decides: boolean;
};

/** A name in an expression that the document defines. */
export type ExpressionMention = Span & {
  readonly kind: "entity" | "field" | "constant" | "role";
  /** The entity of a field. */
  readonly of: string | undefined;
  readonly id: string;
};

/** What stays the same throughout one expression. */
export type Whole = {
  readonly expression: Expression;
  readonly schema: Schema;
  readonly scope: Scope;
  readonly ownRow: string | undefined;
  readonly problems: Problem[];
  readonly reads: MutableReads;
  /** What it speaks of, by the place where that begins: also where nothing of it is left in the value. */
  readonly mentions: Map<number, ExpressionMention>;
  /** Values already said to be possibly empty: each is one mistake, however often it occurs. */
  readonly complained: Set<string>;
  /** A value is needed of which the document does not show whether it is there: nothing is wrong, and nothing is known. */
  isOpen: boolean;
  /** Unique names of items, each with the name that was written. */
  readonly itemNames: Map<string, string>;
  /** The way back to the checker of any tree, so that its rooms need not know each other. */
  readonly check: Check;
  /** Written `name(x, …)`. */
  readonly functions: ReadonlyMap<string, FunctionRule>;
  /** Written `x.name(…)`. */
  readonly methods: ReadonlyMap<string, FunctionRule>;
};

/** Undefined: there is a mistake in it, and it has been reported; nothing that follows from it is. */
export type Check = (tree: Tree, here: CheckPoint) => Typed | undefined;

export function mention(here: CheckPoint, kind: ExpressionMention["kind"], id: string, at: Span, of?: string): void {
  here.whole.mentions.set(at.start, { kind, of, id, start: at.start, end: at.end });
}

export const withFacts = (here: CheckPoint, facts: Facts): CheckPoint => ({
  ...here,
  facts: bothFacts(here.facts, facts),
});
export const deciding = (here: CheckPoint): CheckPoint => (here.decides ? here : { ...here, decides: true });

export function placeOf({ whole: { expression } }: CheckPoint, at: Span): Place {
  return { span: spanOf(expression.text, at.start, at.end), address: expression.address };
}

export const textOf = ({ whole: { expression } }: CheckPoint, at: Span): string =>
  expression.text.text.slice(at.start, at.end);

export const report = (here: CheckPoint, problem: Problem): undefined => {
  here.whole.problems.push(problem);
};

export const typed = (at: Span, type: Type, node: Node): Typed => ({ start: at.start, end: at.end, type, ...node });

/** As `typed`; a value that is known not to be empty here loses its emptiness. */
export function known(at: Span, type: Type, node: Node, here: CheckPoint): Typed {
  const built = typed(at, type, node);
  if (!type.empty || type.kind === "null" || !isPresent(built, here.facts)) return built;
  return { ...built, type: { ...type, empty: false } };
}

function isPresent(value: Typed, facts: Facts): boolean {
  let root = value;
  while (root.node === "field") root = root.of;
  const isPicked = root !== value && (root.node === "first" || root.node === "only");
  if (!isPicked && facts !== "everything" && facts.size === 0) return false;
  const key = keyOf(value);
  if (isKnown(facts, present(key))) return true;
  // The first or only row of a filtered list is like every row of it, if there is one.
  if (!isPicked || (root.node !== "first" && root.node !== "only")) return false;
  const item = itemKey("");
  return isKnown(itemFacts(root.list, item), present(key.replaceAll(keyOf(root), item)));
}

/** A null that is written out is no operand, whatever stands beside it. */
export const notNull = (value: Typed | undefined, here: CheckPoint): Typed | undefined =>
  value?.type.kind === "null" ? full(value, here) : value;

/** The value, which must not be empty here; the mistake is reported, and what else is wrong is looked for. */
export function full(value: Typed | undefined, here: CheckPoint): Typed | undefined {
  if (value === undefined || !value.type.empty) return value;
  if (value.type.kind === "null") {
    return report(
      here,
      mismatch.at(placeOf(here, value), "null is no value to work with;", "compare with == null or != null"),
    );
  }
  complain(value, here);
  return { ...value, type: { ...value.type, empty: false } };
}

/** Reports that a value may be empty, with the guard to write. */
export function complain(value: Typed, here: CheckPoint): void {
  const key = keyOf(value);
  if (here.whole.complained.has(key)) return;
  here.whole.complained.add(key);
  const cause = causeOf(value);
  if (isOpenEmptiness(cause, here)) {
    here.whole.isOpen = true;
    return;
  }
  const place = placeOf(here, cause);
  if (isDivision(cause)) return report(here, zeroDivision.at(place, textOf(here, cause.right), here.decides));
  const by =
    cause.node === "field" ? here.whole.schema.entities.get(cause.entity)?.fields.get(cause.field)?.emptyBy : undefined;
  if (by !== undefined) return report(here, zeroDivision.at(by, by.divisor, false, place.span));
  // A branch of a conditional gives a value: it is guarded there, not around the whole.
  const inside = cause === value ? here : { ...here, decides: false };
  report(here, mayBeEmpty.at(place, textOf(here, cause), guardFor(cause, inside)));
}

const isOpenEmptiness = (value: Typed, { whole: { schema } }: CheckPoint): boolean =>
  value.node === "field" && schema.entities.get(value.entity)?.fields.get(value.field)?.openEmptiness === true;

export const isDivision = (value: Typed): value is TypedOf<"divide"> | TypedOf<"divide exactly"> =>
  value.node === "divide" || value.node === "divide exactly";

/** What makes a value possibly empty: of a conditional, the branch that may be. */
export function causeOf(value: Typed): Typed {
  if (value.node !== "conditional") return value;
  const branch = [value.then, value.otherwise].find((one) => one.type.empty && one.node !== "null");
  return branch ? causeOf(branch) : value;
}

const joinedNodes = new Set(["arithmetic", "concatenate", "conditional", "divide", "time arithmetic"]);

function guardFor(value: Typed, here: CheckPoint): string {
  const written = textOf(here, value);
  const text = joinedNodes.has(value.node) ? `(${written})` : written;
  if (here.decides)
    return `write \`${text} != null and ...\` (empty fails) or \`${text} == null or ...\` (empty passes)`;
  const choice = `\`${text} == null ? ... : ...\``;
  let root = value;
  while (root.node === "field") root = root.of;
  if (root.node !== "item") return `write ${choice}`;
  return `write \`.filter(${here.whole.itemNames.get(root.name) ?? ""}, ${text} != null)\` before it, or ${choice}`;
}

/** A full value of yes or no; `what` names the place for the message. */
export function condition(value: Typed | undefined, what: string, here: CheckPoint): Typed | undefined {
  if (value === undefined) return undefined;
  const { type } = value;
  if (type.kind === "yes/no") return full(value, here);
  const hint = type.kind !== "null" && type.empty ? `write ${textOf(here, value)} != null` : undefined;
  const said = `${what} must be yes or no, and this is ${describe(type, here.whole.schema)}${hint === undefined ? "" : ";"}`;
  return report(here, mismatch.at(placeOf(here, value), said, hint));
}
