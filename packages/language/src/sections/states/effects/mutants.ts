// How an effect may differ: it does not happen, happens always, or writes less than it should or something else.
import type { Tree } from "../../../expression/tree.ts";
import { guardExpression } from "../../../model/guard-expression.ts";
import { type Lookup } from "../../../names/lookup.ts";
import { expressionChanges, guardChanges, termsOf } from "../../../mutant/expression-changes.ts";
import { withoutItem, withoutRow } from "../../../mutant/lines.ts";
import type { Change, Mutable } from "../../../mutant/mutant.ts";
import { spanOf } from "../../../text/text.ts";
import { written } from "../../../scenario/words.ts";
import type { Effect } from "../model.ts";

export function effectChanges(effect: Effect, mutable: Mutable): readonly Change[] {
  const of = { clause: effect.address, through: causesOf(effect, mutable) };
  const { do: action } = effect;
  const values = action !== undefined && "values" in action ? action.values : [];
  const spans = values.map(({ field, value }) => ({ start: field.span.start, end: spanOf(value.text).end }));
  const within = { start: spans[0]?.start ?? 0, end: spans.at(-1)?.end ?? 0 };
  return [
    withoutRow(effect, mutable, of.through),
    // What never happens is the same as left out.
    ...toNobody(
      effect,
      guardChanges(effect.if, of, mutable, { always: "happens always", never: undefined }),
      mutable.lookup,
    ),
    ...(values.length < 2
      ? []
      : values.map(({ field }, index): Change => ({
          ...of,
          what: `${field.label} is not set`,
          edits: [withoutItem(spans, index)],
          within,
        }))),
    ...[...values.map(({ value }) => value), effect.on].flatMap((value) => expressionChanges(value, of, mutable)),
  ];
}

/** Without a recipient no message is sent, whether the condition tests that or not. */
function toNobody({ if: guard, do: action }: Effect, changes: readonly Change[], lookup: Lookup): readonly Change[] {
  const asked = guardExpression(guard, lookup);
  const to = action?.kind === "mail" || action?.kind === "notify" ? action.to : undefined;
  if (asked?.tree === undefined || to?.kind !== "one" || to.expression.tree === undefined) return changes;
  const told = written(to.expression, to.expression.tree);
  const isThere = (tree: Tree): boolean =>
    tree.kind === "binary" &&
    tree.operator === "!=" &&
    tree.right.kind === "null" &&
    written(asked, tree.left) === told;
  const parts = termsOf(asked.tree, "and").map(isThere);
  // That it happens always comes first, and then that it does without each of its parts.
  const unasked = [parts.every(Boolean), ...(guard?.kind === "expression" && parts.length > 1 ? parts : [])];
  return changes.map((one, index) =>
    unasked[index] === true ? { ...one, same: "nobody is told anything either way" } : one,
  );
}

/** Where what makes it happen is tried: the transition, or the rights to create, change or delete. */
function causesOf({ after, entity }: Effect, { lookup }: Mutable): readonly string[] {
  const id = entity.id;
  switch (after?.kind) {
    case "transition":
      return (lookup.transitions.get(id)?.get(after.transition.id) ?? []).map(({ address }) => address);
    case "create":
    case "update":
    case "delete":
      return [`6/${lookup.entities.get(id)?.name.label}/${after.kind}`];
    case "change":
      return [`6/${lookup.entities.get(id)?.name.label}/update`];
    default:
      return [];
  }
}
