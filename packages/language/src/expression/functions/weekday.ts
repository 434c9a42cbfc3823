// weekday(date): Monday is 1.
import { date, take } from "../check/call.ts";
import { typed } from "../check/check-point.ts";
import { partOf } from "../english/sentence-context.ts";
import { call as callOf } from "../javascript/javascript-nodes.ts";
import type { FunctionFamily, NodeDefinition } from "./function-definition.ts";

export const weekday = {
  functions: {
    weekday: {
      form: "weekday(date)",
      counts: [1],
      check(call, here) {
        const of = take(call.args[0], date, call, here);
        return of && typed(call, { kind: "number", scale: 0, empty: false }, { node: "weekday", of });
      },
    },
  },
} satisfies FunctionFamily;

export const weekdayNode: NodeDefinition<"weekday"> = {
  showsGiven: false,
  length: ({ of }, lengthOf) => lengthOf(of),
  sql: ({ of }, print) => `extract(isodow FROM ${print.strict(of)})::integer`,
  javascript: ({ of }, lower) => callOf("weekday", lower.code(of)),
  english: ({ of }, here) => partOf("the number of the weekday of", of, here),
};
