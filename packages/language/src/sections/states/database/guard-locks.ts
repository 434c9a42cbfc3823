// What must stand still while a transition looks at other rows: the rows that its conditions step to.
import { quoteText } from "../../../expression/sql-quote.ts";
import { childrenOf } from "../../../expression/children.ts";
import type { Typed } from "../../../expression/typed.ts";
import type { Design } from "../../../plan/design.ts";
import { printPlace, tableOf } from "../../../plan/layout.ts";
import { guardExpression, typedOf } from "./expressions.ts";
import type { Transition } from "./machines.ts";

/**
 * Two people who collect the same item each look at it before the other one has: so whoever looks at rows behind a
 * reference, or at lists of such a row, first takes that row for themselves. What comes from all rows of an entity is
 * one thing, taken by its name. Always in the same order, so that nobody waits in a circle.
 */
export function guardLocks(transition: Transition, design: Design): readonly string[] {
  const { machine, rows } = transition;
  const steps = new Map<string, string>();
  const wholes = new Set<string>();
  for (const { onlyIf } of rows) {
    const expression = onlyIf && guardExpression(onlyIf, design);
    const typed = expression && typedOf(expression, design);
    if (expression === undefined || typed === undefined) continue;
    for (const step of stepsOf(typed)) {
      const { type } = step;
      if (type.kind !== "row") continue;
      steps.set(design.print(step, "strict", { rows: { [machine.entity]: "given" } }), type.entity);
    }
    for (const whole of design.compiled.checked.get(expression)?.reads.wholes ?? []) wholes.add(whole);
  }
  const byEntity = new Map<string, string[]>();
  for (const [id, entity] of steps) byEntity.set(entity, [...(byEntity.get(entity) ?? []), id]);
  return [
    ...[...wholes]
      .sort()
      .map((entity) => `PERFORM pg_advisory_xact_lock(hashtextextended(${quoteText(`writ ${entity}`)}, 0));`),
    ...[...byEntity]
      .sort(([one], [two]) => (one < two ? -1 : 1))
      .map(
        ([entity, ids]) =>
          `PERFORM FROM ${printPlace(tableOf(design.layout, entity))} AS _step WHERE _step.id IN (${ids.join(", ")}) ORDER BY _step.id FOR NO KEY UPDATE OF _step;`,
      ),
  ];
}

/** Rows reached from the clause's own row by references, whose fields or lists are then looked at. */
function stepsOf(typed: Typed): readonly Typed[] {
  const inner = childrenOf(typed).flatMap(stepsOf);
  const of = typed.node === "field" ? typed.of : undefined;
  return of !== undefined && of.node === "field" && leadsFromOwnRow(of) ? [of, ...inner] : inner;
}

function leadsFromOwnRow(typed: Typed): boolean {
  if (typed.node === "field") return leadsFromOwnRow(typed.of);
  return typed.node === "scope" && typed.source === "row";
}
