// div(a, b, places), div(money, n): exact division, rounded half away from zero.
import { number, placesOf, take, type Call, type ParameterKind } from "../check/call.ts";
import { known, placeOf, report, textOf, type CheckPoint } from "../check/check-point.ts";
import { isNeverZero } from "../check/facts.ts";
import { wrongForm } from "../check/problems.ts";
import { ends, inside, phrase } from "../english/sentence-context.ts";
import { call as callOf, rescaled, scaleOf, times } from "../javascript/javascript-nodes.ts";
import { exact, sqlRuntimeCall } from "../sql/sql-values.ts";
import type { Type } from "../type.ts";
import type { Typed } from "../typed.ts";
import type { FunctionFamily, NodeDefinition } from "./function-definition.ts";
import { roundedTo } from "./round.ts";

const quantity: ParameterKind = {
  words: "a number or an amount of money",
  fits: (type) => type.kind === "number" || type.kind === "money",
};

export const div = {
  functions: {
    div: {
      form: "div(a, b, places)",
      counts: [2, 3],
      check(call, here) {
        const left = take(call.args[0], quantity, call, here);
        const right = take(call.args[1], number, call, here);
        const places = call.args[2] && placesOf(call.args[2], here);
        if (left === undefined || right === undefined) return undefined;
        return call.args[2] && places === undefined ? undefined : divideExactly(call, left, right, places, here);
      },
    },
  },
} satisfies FunctionFamily;

/** Money keeps its minor units, so that only numbers need a number of places. */
function divideExactly(
  call: Call,
  left: Typed,
  right: Typed,
  places: number | undefined,
  here: CheckPoint,
): Typed | undefined {
  const isMoney = left.type.kind === "money";
  if (isMoney !== (places === undefined)) {
    const [a, b] = [textOf(here, left), textOf(here, right)];
    const said = isMoney ? "money keeps its minor units:" : "div needs to know how many decimal places to keep:";
    const form = isMoney ? `write div(${a}, ${b})` : `write div(${a}, ${b}, places)`;
    return report(here, wrongForm.at(placeOf(here, call.nameSpan), said, form));
  }
  const empty = !isNeverZero(right, here.facts);
  const type: Type = isMoney ? { kind: "money", empty } : { kind: "number", scale: places ?? 0, empty };
  return known(
    call,
    type,
    { node: "divide exactly", left, right, places: places ?? here.whole.schema.moneyScale },
    here,
  );
}

export const divideExactlyNode: NodeDefinition<"divide exactly"> = {
  showsGiven: false,
  length: ({ left, right, places }, lengthOf) => lengthOf(left) + lengthOf(right) + places,
  sql: ({ left, right, places }, print) =>
    sqlRuntimeCall("divide", print, exact(left, print), exact(right, print), String(places)),
  isNumeric: true,
  javascript({ left, right, places, type }, lower) {
    // left / right × 10^places, with both counted in units of their own scales.
    const exponent = places + scaleOf(right.type, lower) - scaleOf(left.type, lower);
    const [a, b] = [lower.code(left), lower.code(right)];
    const divided = exponent >= 0 ? callOf("divide", times(a, exponent), b) : callOf("divide", a, times(b, -exponent));
    return rescaled(divided, places, scaleOf(type, lower), true);
  },
  english({ left, right, places, type }, here) {
    const rounded = type.kind === "money" ? "" : ` and ${roundedTo(places)}`;
    return phrase(ends.sum, `${inside(left, here)} divided by ${inside(right, here)}${rounded}`);
  },
};
