// Between which numbers a field lies whose value only effects and its default give.
import { either, unbounded, type Range, type RangeOf } from "../../expression/analysis/range.ts";
import type { Lookup } from "../../names/lookup.ts";
import type { Model } from "../../model/model.ts";
import type { Default, Entity } from "./model.ts";

type Site = { readonly model: Model; readonly lookup: Lookup; readonly rangeOf: RangeOf };

export type ValueRange = {
  /** Of the effects; none where its default alone gives it a value. */
  readonly addresses: readonly string[];
  readonly range: Range;
};

/** Undefined where another writer may, or nothing does. What code gives it as the system is the code's own. */
export function rangeSetByEffects({ name: entity }: Entity, field: string, site: Site): ValueRange | undefined {
  const { model, lookup } = site;
  const isNamed = (named: string) => named === field;
  const isField: IsField = (about, named) => (about === undefined || about.id === entity.id) && isNamed(named);
  const isGranted = model.permissions.rights.some(
    ({ action, for: about }) => action.kind === "set" && isField(about, action.field.id),
  );
  const isAsked = [...(lookup.transitions.get(entity.id)?.values() ?? [])]
    .flat()
    .some(({ asks }) => asks.some((asked) => isField(entity, asked.field.id)));
  const { required, default: usual } = lookup.fields.get(entity.id)?.get(field) ?? {};
  if (isGranted || isAsked || required !== "auto") return undefined;
  const giving = givingEffects(isField, site);
  const begun = usual === undefined ? [] : [rangeOfDefault(usual, site)];
  const ranges = [...begun, ...giving.map(({ value }) => site.rangeOf(value))];
  const [first, ...others] = ranges;
  return first && { addresses: giving.map(({ address }) => address), range: others.reduce(either, first) };
}

/** A number as it is written: other notations have no range. */
function rangeOfDefault(usual: Default, { rangeOf }: Site): Range {
  if (usual.kind === "expression") return rangeOf(usual.expression);
  const number = /^-?\d+(?:\.\d+)?(?= [A-Z]{3}$|$)/.exec(usual.text.text)?.[0];
  return number === undefined ? unbounded : { least: Number(number), most: Number(number) };
}

/** About what is not known: of whatever entity it is. */
type IsField = (about: { readonly id: string } | undefined, named: string) => boolean;

const givingEffects = (isField: IsField, { model: { states } }: Site) =>
  states.effects.flatMap(({ entity: own, on, do: action, address }) => {
    if (action?.kind !== "set" && action?.kind !== "create") return [];
    // What is set in a row that is named is of whatever entity that row is.
    const about = action.kind === "create" ? action.entity : on === undefined ? own : undefined;
    return action.values.filter(({ field }) => isField(about, field.id)).map(({ value }) => ({ value, address }));
  });
