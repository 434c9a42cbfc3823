// A guard as the typed expression that stands for it where it stands, whether it is written out or named.
import { decision } from "../expression/kinds.ts";
import type { CheckedExpression } from "../expression/check.ts";
import type { Typed } from "../expression/typed.ts";
import type { Guard } from "../clause/guard.ts";
import { rowScope, type ScopeOptions } from "../model/scopes.ts";
import type { Design } from "./design.ts";

/** `typed` is undefined where something that it reads is not shown: then it is unknown whether it holds. */
export function checkedGuard(
  guard: Guard,
  entity: string,
  design: Design,
  options: ScopeOptions = {},
  given: readonly CheckedExpression[] = [],
): CheckedExpression | undefined {
  const { checked, lookup } = design.compiled;
  if (guard.kind === "expression") return checked.get(guard.expression);
  const condition = lookup.conditions.get(guard.name.id);
  const expected = { kind: "type", type: decision, what: "a condition" } as const;
  return condition?.holds && design.context.judge(condition.holds, rowScope(entity, options), expected, given);
}

/** Own computed fields written out, so that what reads only the row itself stays in it. */
export function written(typed: Typed, entity: string, computed: (field: string) => Typed | undefined): Typed {
  const change = (node: Typed): Typed => {
    if (node.node === "field" && node.entity === entity && node.of.node === "scope" && node.of.source === "row") {
      const inside = computed(node.field);
      return inside === undefined ? node : change(inside);
    }
    const changed: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(node))
      changed[key] = isTyped(value)
        ? change(value)
        : Array.isArray(value)
          ? value.map((one: unknown) => (isTyped(one) ? change(one) : one))
          : value;
    return changed as Typed;
  };
  return change(typed);
}

const isTyped = (value: unknown): value is Typed =>
  typeof value === "object" && value !== null && "node" in value && "type" in value;
