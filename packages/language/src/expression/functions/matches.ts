// text.matches('pattern'): whether a text has a form that is written out.
import { decision } from "../kinds.ts";
import { take, text } from "../check/call.ts";
import { deciding, placeOf, report, textOf, typed, type CheckPoint } from "../check/check-point.ts";
import { yesNo } from "../check/fold.ts";
import { wrongForm, wrongLiteral } from "../check/problems.ts";
import { says } from "../english/clause.ts";
import { besideVerb } from "../english/sentence-context.ts";
import { call as callOf, literal } from "../javascript/javascript-nodes.ts";
import { readPattern } from "../regex/regex.ts";
import { quoteText } from "../sql/sql-quote.ts";
import type { Tree } from "../tree.ts";
import type { FunctionFamily, NodeDefinition } from "./function-definition.ts";

/** A pattern that takes long on a long text is left to run time, where texts are cut first. */
const longestFolded = 200;

export const matches = {
  methods: {
    matches: {
      form: "text.matches('pattern')",
      counts: [1],
      check(call, outside) {
        const here = deciding(outside);
        const of = take(call.of, text, call, here);
        const [pattern] = call.args;
        if (pattern?.kind !== "text") {
          const said = "a pattern is written out, so that it can be read beforehand";
          return pattern && report(here, wrongForm.at(placeOf(here, pattern), said));
        }
        const read = readPattern(pattern.value);
        if ("message" in read)
          return report(here, wrongLiteral.at(placeOf(here, patternPlace(pattern, read.at, here)), read.message));
        if (of === undefined) return undefined;
        if (of.node === "text" && of.value.length <= longestFolded) {
          return yesNo(call, new RegExp(read.pattern.regex, "u").test(of.value));
        }
        return typed(call, decision, { node: "matches", of, pattern: read.pattern });
      },
    },
  },
} satisfies FunctionFamily;

/** The very character of the pattern, where the text stands in the source as it is meant. */
function patternPlace(tree: Extract<Tree, { kind: "text" }>, at: number, here: CheckPoint) {
  const written = textOf(here, tree);
  if (written.slice(1, -1) !== tree.value) return tree;
  const start = Math.min(tree.start + 1 + at, tree.end - 1);
  return { start, end: start + 1 };
}

export const matchesNode: NodeDefinition<"matches"> = {
  showsGiven: false,
  length: ({ of }, lengthOf) => lengthOf(of),
  sql: ({ of, pattern }, print) => `(${print.strict(of)} COLLATE "C" ~ ${quoteText(pattern.regex)})`,
  javascript: ({ of, pattern }, lower) => callOf("matches", lower.code(of), literal(pattern.regex)),
  condition: ({ of, pattern }, here, holds) =>
    says(besideVerb(of, here), `${holds ? "matches" : "does not match"} the pattern ${pattern.source}`),
};
