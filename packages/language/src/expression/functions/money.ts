// money(n): a number as an amount of money.
import { amountOfMoney } from "../check/adapt.ts";
import { number, take } from "../check/call.ts";
import { typed } from "../check/check-point.ts";
import { ends, inside, phrase } from "../english/sentence-context.ts";
import { rescaled, scaleOf } from "../javascript/javascript-nodes.ts";
import { exact } from "../sql/sql-values.ts";
import type { FunctionFamily, NodeDefinition } from "./function-definition.ts";

export const money = {
  functions: {
    money: {
      form: "money(n)",
      counts: [1],
      check(call, here) {
        const of = take(call.args[0], number, call, here);
        if (of?.node === "number") return amountOfMoney({ ...of, start: call.start, end: call.end }, here);
        return of && typed(call, { kind: "money", empty: false }, { node: "money of", of });
      },
    },
  },
} satisfies FunctionFamily;

export const moneyOf: NodeDefinition<"money of"> = {
  showsGiven: true,
  length: ({ of }, lengthOf) => lengthOf(of) + 10,
  sql: ({ of }, print) => `round(${exact(of, print)}, ${print.target.moneyScale})`,
  javascript: ({ of }, lower) => rescaled(lower.code(of), scaleOf(of.type, lower), lower.moneyScale, of.type.empty),
  english: ({ of }, here) => phrase(ends.sum, `${inside(of, here)} as money`),
};
