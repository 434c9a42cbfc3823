// Functions of text, and the size of texts and lists.
import { constantOf } from "../constant.ts";
import { readPattern } from "../regex/regex.ts";
import { runtime } from "../javascript/runtime.ts";
import type { Tree } from "../tree.ts";
import type { Typed } from "../typed.ts";
import { fitting, take, text, type Call, type FunctionRule, type Wanted } from "./call.ts";
import { yesNo } from "./fold.ts";
import { deciding, placeOf, report, textOf, typed, type CheckPoint } from "./check-point.ts";
import { wrongForm, wrongLiteral } from "./problems.ts";

const decision = { kind: "yes/no", empty: false } as const;
const wording = { kind: "text", empty: false } as const;
const whole = { kind: "number", scale: 0, empty: false } as const;

const sized: Wanted = { words: "a text or a list", fits: (type) => type.kind === "text" || type.kind === "list" };
const writable: Wanted = {
  words: "a whole number, a choice or a text",
  fits: (type) => type.kind === "text" || type.kind === "choice" || (type.kind === "number" && type.scale === 0),
};

/** Code points are counted, as people count characters. */
function size(tree: Tree | undefined, call: Call, here: CheckPoint): Typed | undefined {
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

function textTest(test: "startsWith" | "endsWith" | "contains"): FunctionRule {
  return {
    form: `text.${test}(part)`,
    counts: [1],
    check: (call, outside) => {
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

export const textFunctions = {
  size: { form: "size(x)", counts: [1], check: (call, here) => size(call.args[0], call, here) },
  slug: {
    form: "slug(text)",
    counts: [1],
    check: (call, here) => {
      const of = take(call.args[0], text, call, here);
      if (of?.node !== "text") return of && typed(call, wording, { node: "slug", of });
      return typed(call, wording, { node: "text", value: runtime.slug(of.value) });
    },
  },
  string: {
    form: "string(x)",
    counts: [1],
    check: (call, here) => {
      const of = take(call.args[0], writable, call, here);
      if (of === undefined || of.type.kind === "text") return of;
      const value = constantOf(of);
      if (value?.kind === "point") return typed(call, wording, { node: "text", value: String(value.digits) });
      return typed(call, wording, { node: "text of", of });
    },
  },
} satisfies Record<string, FunctionRule>;

/** A pattern that takes long on a long text is left to run time, where texts are cut first. */
const longestFolded = 200;

export const textMethods = {
  // The one name that texts and lists share.
  size: { form: "x.size()", counts: [0], check: (call, here) => size(call.of, call, here) },
  startsWith: textTest("startsWith"),
  endsWith: textTest("endsWith"),
  contains: textTest("contains"),
  lowerAscii: {
    form: "text.lowerAscii()",
    counts: [0],
    check: (call, here) => {
      const of = take(call.of, text, call, here);
      if (of?.node !== "text") return of && typed(call, wording, { node: "lower", of });
      return typed(call, wording, { node: "text", value: runtime.lower(of.value) });
    },
  },
  matches: {
    form: "text.matches('pattern')",
    counts: [1],
    check: (call, outside) => {
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
} satisfies Record<string, FunctionRule>;

/** The very character of the pattern, where the text stands in the source as it is meant. */
function patternPlace(tree: Extract<Tree, { kind: "text" }>, at: number, here: CheckPoint) {
  const written = textOf(here, tree);
  if (written.slice(1, -1) !== tree.value) return tree;
  const start = Math.min(tree.start + 1 + at, tree.end - 1);
  return { start, end: start + 1 };
}
