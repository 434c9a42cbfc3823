// text.lowerAscii(): the letters of ASCII in lower case; other lower cases depend on languages.
import { take, text } from "../check/call.ts";
import { typed } from "../check/check-point.ts";
import { ends, inside, phrase } from "../english/sentence-context.ts";
import { call as callOf } from "../javascript/javascript-nodes.ts";
import { runtime } from "../javascript/runtime.ts";
import type { FunctionFamily, NodeDefinition } from "./function-definition.ts";

const wording = { kind: "text", empty: false } as const;

export const lowerAscii = {
  methods: {
    lowerAscii: {
      form: "text.lowerAscii()",
      counts: [0],
      check(call, here) {
        const of = take(call.of, text, call, here);
        if (of?.node !== "text") return of && typed(call, wording, { node: "lower", of });
        return typed(call, wording, { node: "text", value: runtime.lower(of.value) });
      },
    },
  },
} satisfies FunctionFamily;

export const lowerNode: NodeDefinition<"lower"> = {
  showsGiven: true,
  length: ({ of }, lengthOf) => lengthOf(of),
  // By "C" only the letters of ASCII have a lower case. The result is back in the collation of all other texts.
  sql: ({ of }, print) => `(lower(${print.strict(of)} COLLATE "C") COLLATE "default")`,
  javascript: ({ of }, lower) => callOf("lower", lower.code(of)),
  english: ({ of }, here) => phrase(ends.sum, `${inside(of, here)} in lower case`),
};
