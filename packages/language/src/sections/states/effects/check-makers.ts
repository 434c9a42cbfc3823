// Effects act in the name of the user who triggers them: what they write elsewhere names that user there, hidden maker
// or not.
import type { Model } from "../../../model/model.ts";
import type { Problem } from "../../../problem.ts";
import { makerElsewhere } from "./problems.ts";
import type { ResolvedEffect } from "./resolve.ts";

const labels = { created_by: "Created by", updated_by: "Updated by" } as const;
type Maker = keyof typeof labels;

export function checkMakers(effects: readonly ResolvedEffect[], { permissions }: Model): readonly Problem[] {
  const hidden = new Map<string, Set<string>>();
  for (const { action, for: about } of permissions.rights) {
    if (action.kind !== "see" || !(action.field.id in labels)) continue;
    const entity = about.id;
    hidden.set(entity, (hidden.get(entity) ?? new Set()).add(action.field.id));
  }
  return effects.flatMap(({ effect, entity, target }): readonly Problem[] => {
    const { after, do: action } = effect;
    if (entity === undefined || target === undefined || target.id === entity.id) return [];
    const own = hidden.get(entity.id);
    const isHidden = (maker: Maker) => own?.has(maker) === true;
    // A timer names no user, and a deleted row has no maker any more.
    const event = after?.kind === "create" ? "created_by" : "updated_by";
    if (after === undefined || after.kind === "at" || after.kind === "delete" || !isHidden(event)) return [];
    const writes: Readonly<Record<string, readonly Maker[]>> = {
      create: ["created_by", "updated_by"],
      set: ["updated_by"],
      do: ["updated_by"],
    };
    const there = hidden.get(target.id);
    const shown = (writes[action?.kind ?? ""] ?? []).filter((maker) => there?.has(maker) !== true);
    if (shown.length === 0) return [];
    const place = { span: effect.span, address: effect.address };
    return [
      makerElsewhere.at(
        place,
        { of: entity.label, hidden: labels[event], at: target.label },
        shown.map((maker) => labels[maker]),
      ),
    ];
  });
}
