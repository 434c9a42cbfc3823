// slug(text): a text as a part of an address.
import { take, text } from "../check/call.ts";
import { typed } from "../check/check-point.ts";
import { ends, inside, phrase } from "../english/sentence-context.ts";
import { call as callOf } from "../javascript/javascript-nodes.ts";
import { runtime } from "../javascript/runtime.ts";
import { sqlRuntimeCall } from "../sql/sql-values.ts";
import type { FunctionFamily, NodeDefinition } from "./function-definition.ts";

const wording = { kind: "text", empty: false } as const;

export const slug = {
  functions: {
    slug: {
      form: "slug(text)",
      counts: [1],
      check(call, here) {
        const of = take(call.args[0], text, call, here);
        if (of?.node !== "text") return of && typed(call, wording, { node: "slug", of });
        return typed(call, wording, { node: "text", value: runtime.slug(of.value) });
      },
    },
  },
} satisfies FunctionFamily;

export const slugNode: NodeDefinition<"slug"> = {
  showsGiven: true,
  // A letter may be spelled by two.
  length: ({ of }, lengthOf) => lengthOf(of) * 2,
  sql: ({ of }, print) => `(${sqlRuntimeCall("slug", print, print.strict(of))} COLLATE "default")`,
  javascript: ({ of }, lower) => callOf("slug", lower.code(of)),
  english: ({ of }, here) => phrase(ends.sum, `${inside(of, here)} as a part of an address`),
};
