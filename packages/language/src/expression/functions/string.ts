// string(x): a whole number or a choice as a text.
import { take, type ParameterKind } from "../check/call.ts";
import { typed } from "../check/check-point.ts";
import { constantOf } from "../constant.ts";
import { call as callOf } from "../javascript/javascript-nodes.ts";
import type { FunctionFamily, NodeDefinition } from "./function-definition.ts";

const wording = { kind: "text", empty: false } as const;
const writable: ParameterKind = {
  words: "a whole number, a choice or a text",
  fits: (type) => type.kind === "text" || type.kind === "choice" || (type.kind === "number" && type.scale === 0),
};

export const string = {
  functions: {
    string: {
      form: "string(x)",
      counts: [1],
      check(call, here) {
        const of = take(call.args[0], writable, call, here);
        if (of === undefined || of.type.kind === "text") return of;
        const value = constantOf(of);
        if (value?.kind === "point") return typed(call, wording, { node: "text", value: String(value.digits) });
        return typed(call, wording, { node: "text of", of });
      },
    },
  },
} satisfies FunctionFamily;

export const textOfValue: NodeDefinition<"text of"> = {
  showsGiven: true,
  length: ({ of }, lengthOf) => lengthOf(of),
  sql: ({ of }, print) => `(${print.strict(of)})::text`,
  javascript: ({ of }, lower) => callOf("text", lower.code(of)),
  // A number as a text reads like the number.
  english: ({ of }, here) => here.speak.value(of, here),
};
