// size(x), x.size(): the length of a text in code points, as people count characters, and the items of a list.
import { fitting, type Call, type ParameterKind } from "../check/call.ts";
import { placeOf, report, textOf, typed, type CheckPoint } from "../check/check-point.ts";
import { wrongForm } from "../check/problems.ts";
import { partOf } from "../english/sentence-context.ts";
import { call as callOf } from "../javascript/javascript-nodes.ts";
import { runtime } from "../javascript/runtime.ts";
import type { Tree } from "../tree.ts";
import type { Typed } from "../typed.ts";
import type { FunctionFamily, NodeDefinition } from "./function-definition.ts";

const whole = { kind: "number", scale: 0, empty: false } as const;
const sized: ParameterKind = {
  words: "a text or a list",
  fits: (type) => type.kind === "text" || type.kind === "list",
};

function check(tree: Tree | undefined, call: Call, here: CheckPoint): Typed | undefined {
  const found = tree && here.whole.check(tree, here);
  if (found?.type.kind === "file") {
    const said = "the size of a file is not known here:";
    return report(here, wrongForm.at(placeOf(here, found), said, `write ${textOf(here, found)} != null`));
  }
  const of = found && fitting(found, sized, call, here);
  if (of === undefined) return undefined;
  if (of.type.kind === "list") return typed(call, whole, { node: "count", of });
  if (of.node === "text") return typed(call, whole, { node: "number", digits: runtime.length(of.value), scale: 0 });
  return typed(call, whole, { node: "length", of });
}

export const size = {
  functions: { size: { form: "size(x)", counts: [1], check: (call, here) => check(call.args[0], call, here) } },
  methods: { size: { form: "x.size()", counts: [0], check: (call, here) => check(call.of, call, here) } },
} satisfies FunctionFamily;

export const length: NodeDefinition<"length"> = {
  showsGiven: false,
  length({ of }, lengthOf) {
    lengthOf(of);
    return 10;
  },
  sql: ({ of }, print) => `char_length(${print.strict(of)})`,
  javascript: ({ of }, lower) => callOf("length", lower.code(of)),
  english: ({ of }, here) => partOf("the length of", of, here),
};
