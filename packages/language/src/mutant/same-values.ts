// Whether a document differs from another one only in expressions that still give the same values.
import type { Compiled } from "../compile.ts";
import { spanOf } from "../text/text.ts";
import { giveTheSame } from "../expression/analysis/same-value.ts";
import type { Expression } from "../expression/tree.ts";
import { applyEdits } from "../text/edits.ts";
import { areOneWhenGone } from "../scenario/when-gone.ts";
import { replaced } from "./mutant.ts";

export function haveEqualValues(one: Compiled, other: Compiled): boolean {
  const [mine, theirs] = [one, other].map(({ checked }) => [...checked.values()]);
  if (mine === undefined || theirs === undefined || mine.length !== theirs.length) return false;
  const pairs = mine.flatMap((own, index) => {
    const beside = theirs[index];
    return beside === undefined ? [] : [{ own, beside }];
  });
  const edits = pairs
    .filter(({ own, beside }) => own.expression.text.text !== beside.expression.text.text)
    .map(({ own, beside }) => replaced(spanOf(own.expression.text), beside.expression.text.text));
  return (
    edits.length > 0 &&
    applyEdits(one.document.source, edits) === other.document.source &&
    pairs.every(
      ({ own, beside }) =>
        own.expression.address === beside.expression.address &&
        own.typed !== undefined &&
        beside.typed !== undefined &&
        (giveTheSame(own.typed, beside.typed) || areOneOfGone(own.expression, beside.expression, one)),
    )
  );
}

/** Of a rule that is asked of rows that go, and of no others. */
function areOneOfGone(own: Expression, other: Expression, { model, lookup }: Compiled): boolean {
  const rule = model.rules.rules.find(({ address }) => own.address.startsWith(`${address}/`));
  return (
    rule !== undefined &&
    own.tree !== undefined &&
    other.tree !== undefined &&
    rule.on.every(({ id }) => id === "delete") &&
    rule.on.length > 0 &&
    areOneWhenGone(own.tree, other.tree, rule.entity.id, lookup)
  );
}
