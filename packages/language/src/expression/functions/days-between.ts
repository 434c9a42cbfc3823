// days_between(from, to): how many days lie between two dates.
import { date, take } from "../check/call.ts";
import { typed } from "../check/check-point.ts";
import { ends, inside, phrase } from "../english/sentence-context.ts";
import { binary, call as callOf } from "../javascript/javascript-nodes.ts";
import type { FunctionFamily, NodeDefinition } from "./function-definition.ts";

export const daysBetween = {
  functions: {
    days_between: {
      form: "days_between(from, to)",
      counts: [2],
      check(call, here) {
        const left = take(call.args[0], date, call, here);
        const right = take(call.args[1], date, call, here);
        if (left === undefined || right === undefined) return undefined;
        return typed(call, { kind: "number", scale: 0, empty: false }, { node: "days between", left, right });
      },
    },
  },
} satisfies FunctionFamily;

export const daysBetweenNode: NodeDefinition<"days between"> = {
  showsGiven: false,
  length: ({ left, right }, lengthOf) => Math.max(lengthOf(left), lengthOf(right)),
  sql: ({ left, right }, print) => `(${print.strict(right)} - ${print.strict(left)})`,
  javascript: ({ left, right }, lower) => callOf("whole", binary("-", lower.code(right), lower.code(left))),
  english: ({ left, right }, here) =>
    phrase(ends.sum, `the number of days from ${inside(left, here)} to ${inside(right, here)}`),
};
