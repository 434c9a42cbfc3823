// Fields that the system sets: whether anything does.
import type { Tree } from "../../expression/tree.ts";
import type { CheckContext } from "../../model/check-context.ts";
import { entityId } from "../../model/lookup.ts";
import type { Model } from "../../model/model.ts";
import { identifierOf } from "../../text/name.ts";
import type { Problem } from "../../problem.ts";
import { allFields } from "./find.ts";
import type { Field } from "./model.ts";
import { neverSet } from "./problems.ts";

export function checkUnset(model: Model, context: CheckContext): readonly Problem[] {
  // While one of these sections is not shown, what it would set is unknown, and no warning is due.
  const open = [model.states, model.permissions, model.calls].some((section) => section.status.kind === "not shown");
  // What an effect does, or a transition asks for, may set any of them while it is not shown.
  const mayDo = model.states.effects.some(({ notShown }) =>
    ["For", "Do", "With"].some((part) => notShown.includes(part)),
  );
  const mayAsk = model.states.machines.some(({ transitions }) =>
    transitions.some(({ notShown }) => notShown.includes("Asks for")),
  );
  const isLost = model.states.effectsNotShown || model.states.machines.some(({ bodyNotShown }) => bodyNotShown);
  if (open || mayDo || mayAsk || isLost) return [];
  const { set, mentioned } = gatherSetters(model, context);
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
function gatherSetters(model: Model, context: CheckContext) {
  const set = new Set<string>();
  const id = (reference: Parameters<typeof entityId>[1]) => entityId(context.lookup, reference);
  const add = (entity: string, word: string) => {
    const own = identifierOf(word) || word;
    set.add(`${entity}.${context.lookup.fields.get(entity)?.get(own)?.name.id ?? own}`);
  };
  for (const effect of model.states.effects) {
    const action = effect.do;
    if (action === undefined || !("values" in action)) continue;
    for (const { field, value } of action.values) {
      // Clearing a field does not give it a value.
      if (isNull(value.tree)) continue;
      if (action.kind === "create") add(id(action.entity), field.text);
      else if (action.kind === "do" || effect.on !== undefined) add("*", field.text);
      else add(id(effect.entity), field.text);
    }
  }
  for (const machine of model.states.machines) {
    for (const { field } of machine.transitions.flatMap((row) => row.asks)) add(id(machine.entity), field.label);
  }
  for (const { action, cells, for: about } of model.permissions.rights) {
    const granted = cells.some(({ grant, notShown }) => notShown.length > 0 || (grant && grant.kind !== "no"));
    if (action.kind === "set" && granted) add(id(about), action.field.label);
  }
  const mentioned = new Set<string>();
  for (const { code } of model.calls.calls) {
    if (code?.kind !== "below") continue;
    for (const [word] of code.code?.text.matchAll(/[a-z_][a-z0-9_]*/g) ?? []) mentioned.add(word);
  }
  return { set, mentioned };
}

const isNull = (tree: Tree | undefined) => tree?.kind === "null";
