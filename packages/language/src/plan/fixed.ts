// Whether a field ever holds another value: ways over references that do not can be followed without locking the rows between.
import type { Compiled } from "../compile.ts";

/** Clients may not change it once it is given, and no effect sets it. */
export function isFixed(entity: string, field: string, { lookup, model }: Pick<Compiled, "lookup" | "model">): boolean {
  if (["id", "created_at", "created_by"].includes(field)) return true;
  const known = lookup.fields.get(entity)?.get(field);
  if (known?.type?.kind !== "belongs to" && known?.type?.setOnce !== true) return false;
  const allowed = model.permissions.rights.some(
    ({ action, for: of }) =>
      action.kind === "set" && of.id === entity && lookup.fields.get(entity)?.get(action.field.id) === known,
  );
  const effects = model.states.effects.some(
    ({ do: action }) => action?.kind === "set" && action.values.some((value) => value.field.id === field),
  );
  return !allowed && !effects;
}
