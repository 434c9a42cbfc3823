// Brackets around nothing but brackets say nothing, where they are no part of a call or of a list.
import { isMark, isWordOf, type Group, type Item, type Run } from "./items.ts";

/** Behind these a bracket groups; behind a name it calls, and behind IN, ANY or EXISTS it may be a query. */
const grouping: ReadonlySet<string> = new Set(
  "SELECT AND OR NOT THEN WHEN ELSE WHERE RETURN IF ELSIF HAVING ON CASE".split(" "),
);

const isGrouping = (before: Item | undefined): boolean =>
  before === undefined || before.kind === "operator" || isMark(before, ",") || isWordOf(before, grouping);

const onlyBrackets = ({ items: [only, ...more] }: Group): Group | undefined =>
  more.length === 0 && only?.kind === "group" && isMark(only.open, "(") && isMark(only.close, ")") ? only : undefined;

const isDoubled = (item: Item): item is Group =>
  item.kind === "group" && isMark(item.open, "(") && isMark(item.close, ")") && onlyBrackets(item) !== undefined;

/** `((a = b))` is `(a = b)`. */
export function withoutDoubleBrackets(run: Run): Run {
  // Few runs have any, and thousands of bodies are looked at.
  if (!run.some(isDoubled)) return run;
  return run.map((item, index) => {
    if (!isDoubled(item) || !isGrouping(run[index - 1])) return item;
    let group: Group = item;
    for (let inner = onlyBrackets(group); inner !== undefined; inner = onlyBrackets(group))
      group = { ...inner, open: { ...inner.open, isApart: item.open.isApart } };
    return group;
  });
}
