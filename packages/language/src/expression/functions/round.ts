// round(x, places): half away from zero.
import { number, placesOf, take, type ParameterKind } from "../check/call.ts";
import { typed } from "../check/check-point.ts";
import { ends, inside, phrase } from "../english/sentence-context.ts";
import { rescaled, scaleOf } from "../javascript/javascript-nodes.ts";
import { exact } from "../sql/sql-values.ts";
import type { FunctionFamily, NodeDefinition } from "./function-definition.ts";

const roundable: ParameterKind = {
  ...number,
  instead: ({ kind }) => (kind === "money" ? "money is rounded by itself: leave round out" : undefined),
};

export const round = {
  functions: {
    round: {
      form: "round(x, places)",
      counts: [2],
      check(call, here) {
        const of = take(call.args[0], roundable, call, here);
        const places = placesOf(call.args[1], here);
        if (of === undefined || places === undefined) return undefined;
        return typed(call, { kind: "number", scale: places, empty: false }, { node: "round", of, places });
      },
    },
  },
} satisfies FunctionFamily;

export const roundedTo = (places: number): string =>
  places === 0 ? "rounded to a whole number" : `rounded to ${places} decimal place${places === 1 ? "" : "s"}`;

export const roundNode: NodeDefinition<"round"> = {
  showsGiven: false,
  length: ({ of }, lengthOf) => lengthOf(of) + 10,
  sql: ({ of, places }, print) => `round(${exact(of, print)}, ${places})`,
  isNumeric: true,
  javascript({ of, places, type }, lower) {
    const scale = scaleOf(of.type, lower);
    const rounded = rescaled(lower.code(of), scale, Math.min(scale, places), of.type.empty);
    return rescaled(rounded, Math.min(scale, places), scaleOf(type, lower), of.type.empty);
  },
  english: ({ of, places }, here) => phrase(ends.sum, `${inside(of, here)} ${roundedTo(places)}`),
};
