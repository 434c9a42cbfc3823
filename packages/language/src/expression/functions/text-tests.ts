// text.startsWith(part), text.endsWith(part), text.contains(part).
import { decision } from "../kinds.ts";
import { fitting, take, text, type FunctionRule } from "../check/call.ts";
import { deciding, placeOf, report, textOf, typed } from "../check/check-point.ts";
import { yesNo } from "../check/fold.ts";
import { wrongForm } from "../check/problems.ts";
import { says } from "../english/clause.ts";
import { besideVerb } from "../english/sentence-context.ts";
import { call as callOf } from "../javascript/javascript-nodes.ts";
import type { FunctionFamily, NodeDefinition } from "./function-definition.ts";

function textTest(test: "startsWith" | "endsWith" | "contains"): FunctionRule {
  return {
    form: `text.${test}(part)`,
    counts: [1],
    check(call, outside) {
      const here = deciding(outside);
      const of = call.of && here.whole.check(call.of, here);
      if (of?.type.kind === "list" && test === "contains") {
        const item = call.args[0] ? textOf(here, call.args[0]) : "x";
        const said = "contains is for texts:";
        return report(here, wrongForm.at(placeOf(here, call.nameSpan), said, `write ${item} in ${textOf(here, of)}`));
      }
      const all = of && fitting(of, text, call, here);
      const part = take(call.args[0], text, call, here);
      if (all === undefined || part === undefined) return undefined;
      if (all.node !== "text" || part.node !== "text")
        return typed(call, decision, { node: "text test", test, of: all, part });
      return yesNo(call, test === "contains" ? all.value.includes(part.value) : all.value[test](part.value));
    },
  };
}

export const textTests = {
  methods: {
    startsWith: textTest("startsWith"),
    endsWith: textTest("endsWith"),
    contains: textTest("contains"),
  },
} satisfies FunctionFamily;

export const textTestNode: NodeDefinition<"text test"> = {
  showsGiven: false,
  length: ({ of, part }, lengthOf) => Math.max(lengthOf(of), lengthOf(part)),
  sql({ test, of, part }, print) {
    const [all, sought] = [print.strict(of), print.strict(part)];
    if (test === "contains") return `(strpos(${all}, ${sought}) > 0)`;
    // Turned round, so that neither text is printed twice.
    return test === "startsWith"
      ? `starts_with(${all}, ${sought})`
      : `starts_with(reverse(${all}), reverse(${sought}))`;
  },
  javascript: ({ test, of, part }, lower) => callOf(test, lower.code(of), lower.code(part)),
  condition({ test, of, part }, here, holds) {
    const verb = { startsWith: "start", endsWith: "end", contains: "contain" }[test];
    const rest = `${test === "contains" ? "" : " with"} ${besideVerb(part, here)}`;
    return says(besideVerb(of, here), holds ? `${verb}s${rest}` : `does not ${verb}${rest}`);
  },
};
