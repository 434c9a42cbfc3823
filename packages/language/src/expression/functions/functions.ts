// All functions that work on single values. A node that one of them makes does not compile without its definition.
import type { FunctionNode, Typed } from "../typed.ts";
import type { FunctionRule } from "../check/call.ts";
import { daysBetween, daysBetweenNode } from "./days-between.ts";
import { div, divideExactlyNode } from "./div.ts";
import { durationOf, durations } from "./durations.ts";
import type { FunctionFamily, NodeDefinition } from "./function-definition.ts";
import { lowerAscii, lowerNode } from "./lower-ascii.ts";
import { matches, matchesNode } from "./matches.ts";
import { lesserGreater, minMax } from "./min-max.ts";
import { dateOf, momentOf, moments, timeOf } from "./moments.ts";
import { money, moneyOf } from "./money.ts";
import { numberOrder } from "./number-order.ts";
import { round, roundNode } from "./round.ts";
import { length, size } from "./size.ts";
import { slug, slugNode } from "./slug.ts";
import { string, textOfValue } from "./string.ts";
import { textTestNode, textTests } from "./text-tests.ts";
import { weekday, weekdayNode } from "./weekday.ts";

/** In the order in which documentation lists them. */
const families = [
  round,
  div,
  minMax,
  money,
  durations,
  weekday,
  daysBetween,
  moments,
  size,
  slug,
  string,
  textTests,
  lowerAscii,
  matches,
] as const satisfies readonly FunctionFamily[];

type NamesIn<Family, Part extends keyof FunctionFamily> = Family extends { readonly [Key in Part]: infer Rules }
  ? keyof Rules
  : never;

/** `round`, `date`: code with a part of its own for each function lists them by this. */
export type FunctionName = NamesIn<(typeof families)[number], "functions">;
/** `startsWith`, `size`. */
export type MethodName = NamesIn<(typeof families)[number], "methods">;

/** Written `name(x, …)`. */
export const functionRules: Readonly<Record<string, FunctionRule>> = Object.assign(
  {},
  ...families.map((family) => ("functions" in family ? family.functions : {})),
);

/** Written `x.name(…)`. */
export const methodRules: Readonly<Record<string, FunctionRule>> = Object.assign(
  {},
  ...families.map((family) => ("methods" in family ? family.methods : {})),
);

const functionNodes: { readonly [Name in FunctionNode]: NodeDefinition<Name> } = {
  round: roundNode,
  "divide exactly": divideExactlyNode,
  lesser: lesserGreater,
  greater: lesserGreater,
  "money of": moneyOf,
  "duration of": durationOf,
  weekday: weekdayNode,
  "days between": daysBetweenNode,
  "date of": dateOf,
  "time of": timeOf,
  "moment of": momentOf,
  length,
  slug: slugNode,
  "text of": textOfValue,
  "text test": textTestNode,
  lower: lowerNode,
  matches: matchesNode,
  "in number order": numberOrder,
};

export type FunctionTyped = Extract<Typed, { readonly node: FunctionNode }>;

export const isFunctionNode = (typed: Typed): typed is FunctionTyped => typed.node in functionNodes;

/** Its parts take the very node that it was asked for. */
export const definitionOfNode = ({ node }: FunctionTyped): NodeDefinition<FunctionNode> =>
  functionNodes[node] as NodeDefinition<FunctionNode>;

type Printers<Part extends "sql" | "javascript"> = {
  readonly [Name in FunctionNode]: NodeDefinition<Name>[Part];
};

/** One part of all definitions. */
export const functionPrinters = <Part extends "sql" | "javascript">(part: Part): Printers<Part> =>
  Object.fromEntries(Object.entries(functionNodes).map(([name, node]) => [name, node[part]])) as Printers<Part>;
