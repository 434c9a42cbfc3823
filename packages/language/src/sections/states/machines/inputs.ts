// The inputs of a transition, and what is therefore known of the row while it runs.
import { emptyText } from "../../../text/text.ts";
import type { CheckedExpression } from "../../../expression/check.ts";
import type { EntitySchema } from "../../../expression/schema.ts";
import type { Tree } from "../../../expression/tree.ts";
import type { CheckContext } from "../../../model/check-context.ts";
import { rowScope } from "../../../model/scopes.ts";
import type { TransitionInput, TransitionRow } from "../model.ts";

/** What its rows ask for; the first that asks speaks for all. */
export function inputsOf(rows: readonly TransitionRow[]): readonly TransitionInput[] {
  return rows.find((row) => row.asks.length > 0)?.asks ?? [];
}

/** `ticket.resolution != null` for each field that must be filled in. */
export function factsOfInputs(
  entity: EntitySchema,
  asks: readonly TransitionInput[],
  context: CheckContext,
): readonly CheckedExpression[] {
  const { judge } = context;
  const at = { start: 0, end: 0 };
  return asks.flatMap((asked) => {
    const name = asked.field.id;
    if (!asked.required || !entity.fields.get(name)?.type.empty) return [];
    const left: Tree = { ...at, kind: "field", of: { ...at, kind: "name", name: entity.id }, name, nameSpan: at };
    const tree: Tree = { ...at, kind: "binary", operator: "!=", left, right: { ...at, kind: "null" } };
    return [judge({ address: "", text: emptyText(0), tree }, rowScope(entity.id), { kind: "any" })];
  });
}
