// min(a, b), max(a, b): the lesser and the greater of two values that have an order.
import { calculated } from "../check/arithmetic.ts";
import { take, type FunctionRule, type ParameterKind } from "../check/call.ts";
import { isScalar, isTime } from "../kinds.ts";
import { beside } from "../check/comparison.ts";
import { ends, inside, phrase } from "../english/sentence-context.ts";
import { call as callOf, fitted } from "../javascript/javascript-nodes.ts";
import type { FunctionFamily, NodeDefinition } from "./function-definition.ts";

const scalar: ParameterKind = {
  words: "numbers, amounts of money, dates, moments, times or durations",
  fits: isScalar,
};

function lesserOrGreater(node: "lesser" | "greater", method: string): FunctionRule {
  return {
    form: `${method}(a, b)`,
    counts: [2],
    hint: `${method}(a, b), or list.${method}() for a list`,
    check(call, here) {
      const left = take(call.args[0], scalar, call, here);
      const right = take(call.args[1], scalar, call, here);
      const pair = left && right && beside(call, left, right, here);
      if (pair === undefined) return undefined;
      const [a, b] = [pair.left.type, pair.right.type];
      if (a.kind === "number" && b.kind === "number") {
        return calculated(call, { kind: "number", scale: Math.max(a.scale, b.scale) }, { node, ...pair });
      }
      const days = a.kind === "duration" && b.kind === "duration" ? { ...a, days: a.days && b.days } : a;
      return calculated(call, days, { node, ...pair });
    },
  };
}

export const minMax = {
  functions: { min: lesserOrGreater("lesser", "min"), max: lesserOrGreater("greater", "max") },
} satisfies FunctionFamily;

export const lesserGreater: NodeDefinition<"lesser" | "greater"> = {
  showsGiven: true,
  length: ({ left, right }, lengthOf) => Math.max(lengthOf(left), lengthOf(right)),
  sql: ({ node, left, right }, print) =>
    `${node === "lesser" ? "LEAST" : "GREATEST"}(${print.strict(left)}, ${print.strict(right)})`,
  javascript: ({ node, left, right, type }, lower) =>
    callOf(node, fitted(left, type, lower), fitted(right, type, lower)),
  english(typed, here) {
    const time = typed.node === "lesser" ? "earlier" : "later";
    const word = isTime(typed.type) ? time : typed.node;
    return phrase(ends.sum, `the ${word} of ${inside(typed.left, here)} and ${inside(typed.right, here)}`);
  },
};
