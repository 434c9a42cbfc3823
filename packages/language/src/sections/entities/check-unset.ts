// Fields that the system sets: whether anything does.
import { isShown } from "../../clause/clause.ts";
import type { Tree } from "../../expression/tree.ts";
import type { Model } from "../../model/model.ts";
import type { Reference } from "../../text/name.ts";
import type { Problem } from "../../problem.ts";
import { allFields } from "./find.ts";
import type { Field } from "./model.ts";
import { neverSet } from "./problems.ts";

export function checkUnset(model: Model): readonly Problem[] {
  // While one of these sections is not shown, what it would set is unknown, and no warning is due.
  const open = [model.states, model.permissions, model.calls].some((section) => section.status.kind === "not shown");
  // What an effect does, or a transition asks for, may set any of them while it is not shown.
  const mayDo = model.states.effects.some((effect) => !isShown(effect, "For", "Do", "With"));
  const mayAsk = model.states.machines.some(({ transitions }) =>
    transitions.some(({ notShown }) => notShown.includes("Asks for")),
  );
  const isLost = model.states.effectsNotShown || model.states.machines.some(({ bodyNotShown }) => bodyNotShown);
  if (open || mayDo || mayAsk || isLost) return [];
  const { set, mentioned } = gatherSetters(model);
  return allFields(model.entities.entities).flatMap(({ entity, field }) => {
    if (!waits(field)) return [];
    const { id, label, span } = field.name;
    if (set.has(`${entity.name.id}.${id}`) || set.has(`*.${id}`) || mentioned.has(id)) return [];
    return [neverSet.at({ span, address: field.address }, label)];
  });
}

/** Set by the system, and neither at creation nor by its type. */
function waits({ required, default: given, type, notShown }: Field): boolean {
  if (required !== "auto" || given !== undefined || type === undefined || notShown.includes("Default")) return false;
  return !["list", "computed", "sequence number", "random code", "state", "several"].includes(type.kind);
}

/** `entity.field` for what is known to be set, `*.field` where the row may be another one's; and every word of code. */
function gatherSetters(model: Model) {
  const set = new Set<string>();
  const add = (entity: string, field: Reference) => set.add(`${entity}.${field.id}`);
  for (const effect of model.states.effects) {
    const action = effect.do;
    if (action === undefined || !("values" in action)) continue;
    for (const { field, value } of action.values) {
      // Clearing a field does not give it a value.
      if (isNull(value.tree)) continue;
      if (action.kind === "create") add(action.entity.id, field);
      else if (action.kind === "do" || effect.on !== undefined) add("*", field);
      else add(effect.entity.id, field);
    }
  }
  for (const machine of model.states.machines) {
    for (const { field } of machine.transitions.flatMap((row) => row.asks)) add(machine.entity.id, field);
  }
  for (const { action, cells, for: about } of model.permissions.rights) {
    const granted = cells.some(({ grant, notShown }) => notShown.length > 0 || (grant && grant.kind !== "no"));
    if (action.kind === "set" && granted) add(about.id, action.field);
  }
  const mentioned = new Set<string>();
  for (const { code } of model.calls.calls) {
    if (code?.kind !== "below") continue;
    for (const [word] of code.code?.text.matchAll(/[a-z_][a-z0-9_]*/g) ?? []) mentioned.add(word);
  }
  return { set, mentioned };
}

const isNull = (tree: Tree | undefined) => tree?.kind === "null";
