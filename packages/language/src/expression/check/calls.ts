// Calls: whether there is such a function, in which form it is written, and what to say about the others.
import type { Tree } from "../tree.ts";
import type { Typed } from "../typed.ts";
import type { Call, FunctionRule } from "./call.ts";
import { placeOf, report, textOf, type CheckPoint } from "./check-point.ts";
import { notCheckable, unknownFunction, wrongForm } from "./problems.ts";
import { otherWords, refused } from "./refused.ts";

export function checkCall(tree: Extract<Tree, { kind: "call" }>, here: CheckPoint): Typed | undefined {
  const { name, args } = tree;
  const call: Call = { ...tree, of: undefined };
  const { functions, methods } = here.whole;
  const rule = functions.get(name);
  if (rule) return apply(rule, call, here);
  if (here.items.has(name) || here.whole.scope.names.has(name)) {
    return report(
      here,
      wrongForm.at(placeOf(here, tree.nameSpan), `${name} is a name, not a function:`, `write ${name}`),
    );
  }
  const [first, ...rest] = args.map((one) => textOf(here, one));
  const method = methods.get(name);
  if (method) {
    // Where the values are as many as behind the dot, what stands before it is missing.
    const isWhole = method.counts.includes(args.length) && !method.counts.includes(rest.length);
    const [before, inside] = isWhole ? [(method.hint ?? method.form).split(".")[0], [first, ...rest]] : [first, rest];
    const hint = `write ${before ?? "x"}.${name}(${inside.join(", ")})`;
    return report(here, wrongForm.at(placeOf(here, tree.nameSpan), `${name} is written with a dot:`, hint));
  }
  if (name === "has" && first !== undefined) return refuse(call, `write ${first} != null`, here);
  return unknown(call, functions.keys(), here);
}

export function checkMethod(tree: Extract<Tree, { kind: "method" }>, here: CheckPoint): Typed | undefined {
  const { functions, methods } = here.whole;
  const rule = methods.get(tree.name);
  if (rule) return apply(rule, tree, here);
  if (!functions.has(tree.name)) return unknown(tree, methods.keys(), here);
  const values = [tree.of, ...tree.args].map((one) => textOf(here, one)).join(", ");
  const hint = `write ${tree.name}(${values})`;
  return report(here, wrongForm.at(placeOf(here, tree.nameSpan), `${tree.name} is written without a dot:`, hint));
}

function apply(rule: FunctionRule, call: Call, here: CheckPoint): Typed | undefined {
  if (rule.counts.includes(call.args.length)) return rule.check(call, here);
  const wanted = rule.counts
    .map((count) => (count === 0 ? "nothing" : count === 1 ? "one value" : `${count} values`))
    .join(" or ");
  const said = `${call.name} takes ${wanted}, and this has ${call.args.length}:`;
  return report(here, wrongForm.at(placeOf(here, call.nameSpan), said, `write ${rule.hint ?? rule.form}`));
}

function unknown(call: Call, known: Iterable<string>, here: CheckPoint): undefined {
  if (refused.has(call.name)) return refuse(call, refused.get(call.name) || undefined, here);
  const other = otherWords.get(call.name);
  report(here, unknownFunction.at(placeOf(here, call.nameSpan), call.name, known, other && `Write ${other}.`));
  // The values of a function that is meant may be wrong too; items of a list that is not one have no type.
  if (call.of) here.whole.check(call.of, here);
  else for (const one of call.args) here.whole.check(one, here);
}

function refuse(call: Call, hint: string | undefined, here: CheckPoint): undefined {
  report(here, notCheckable.at(placeOf(here, call.nameSpan), hint));
}
