// Transitions as the wire sees them: one name each, among all transitions and calls; and whether anything does them.
import type { CheckContext } from "../../../model/check-context.ts";
import type { Model } from "../../../model/model.ts";
import type { Problem, Span } from "../../../problem.ts";
import type { CheckedEffect } from "../effects/check-effect.ts";
import { transitionName, type KnownMachine } from "./known-machine.ts";
import { transitionUnused, sameProcedure } from "./problems.ts";

/** `/rpc/ticket_solve` is one thing: a transition or a call. */
export function checkProcedures(machines: readonly KnownMachine[], model: Model): readonly Problem[] {
  const taken = new Map<string, { readonly entity: string; readonly words: string; readonly span: Span }>();
  for (const { name } of [...model.calls.calls].reverse()) {
    if (name.id !== "") taken.set(name.id, { entity: "", words: `call "${name.label}"`, span: name.span });
  }
  return machines.flatMap((known) =>
    known.transitions.flatMap(([row]) => {
      if (row.name.id === "") return [];
      const id = `${known.entity.id}_${row.name.id}`;
      const words = `transition ${transitionName(known, row)}`;
      const other = taken.get(id);
      if (!other) taken.set(id, { entity: known.entity.id, words, span: row.name.span });
      // The same transition in two machines of one entity is a duplicate name, and reported as such.
      if (!other || other.entity === known.entity.id) return [];
      return [sameProcedure.at({ span: row.name.span, address: row.address }, words, other.words, id, other.span)];
    }),
  );
}

export function checkDone(
  machines: readonly KnownMachine[],
  effects: readonly CheckedEffect[],
  model: Model,
  { lookup }: CheckContext,
): readonly Problem[] {
  // Code may do it too, and the content of a file is unknown here.
  const codes = model.calls.calls.flatMap((call) => call.code ?? []);
  const isOpen = model.calls.status.kind === "not shown" || effects.some(({ effect }) => effect.do === undefined);
  if (isOpen || codes.some((code) => code.kind === "path" || code.code === undefined)) return [];
  const words = new Set(
    codes.flatMap((code) =>
      code.kind === "below" ? [...(code.code?.text.matchAll(/[a-z_][a-z0-9_]*/g) ?? [])].map(String) : [],
    ),
  );
  const done = new Set<string>();
  for (const { effect, target } of effects) {
    if (effect.do?.kind !== "do") continue;
    const row = target && lookup.transitions.get(target.id)?.get(effect.do.transition.id)?.[0];
    // Where its row could not be understood, it may be any entity's.
    done.add(row ? `${target.id}/${row.name.id}` : effect.do.transition.id);
  }
  return machines.flatMap((known) =>
    known.transitions.flatMap(([row]) => {
      const { id, label, span } = row.name;
      if (row.on?.kind !== "effect" || done.has(`${known.entity.id}/${id}`) || done.has(id) || words.has(id)) return [];
      return [transitionUnused.at({ span, address: row.address }, known.entity.label, label)];
    }),
  );
}
