// What effects alone give to fields: at the edges of what each takes, and just beyond, where all that sets it off is refused.
import { isShown } from "../../../clause/clause.ts";
import type { Expression } from "../../../expression/tree.ts";
import { either, numberOf, rangeWords, unbounded, type Range } from "../../../expression/analysis/range.ts";
import { type Lookup } from "../../../names/lookup.ts";
import type { Model } from "../../../model/model.ts";
import { edgesOf, type Edged } from "../../../field-types/index.ts";
import { success, refused, type Fact, type Scenario } from "../../../scenario/scenario.ts";
import type { Entity, Field, FieldType } from "../../entities/model.ts";
import type { Effect } from "../model.ts";
import { doing } from "../done-from.ts";
import { ofOne, othersOf, type Others } from "../other-rows.ts";
import { mayExceed } from "./may-exceed.ts";
import { effectScenarios, type Known } from "./scenarios.ts";

export function setValueScenarios(model: Model, lookup: Lookup, known: Known): readonly Scenario[] {
  return model.entities.entities.flatMap((entity) =>
    entity.fields.flatMap((field) => {
      const { type } = field;
      if (type === undefined || !isEdged(type)) return [];
      const isOfEffects = field.required === "auto" && !isGivenByPeople(entity, field, model, lookup);
      const giving = model.states.effects.flatMap((effect) => givingOf(effect, entity, field, lookup));
      const range = giving
        .map(({ value }) => known.rangeOf(value))
        .reduce<Range | undefined>((all, one) => (all === undefined ? one : either(all, one)), undefined);
      // What effects give is rounded to what the field keeps.
      const edges = edgesOf(type).filter(({ edge: { kind } }) => kind !== "finest" && kind !== "finer");
      const around = { model, lookup, known, range: range ?? unbounded };
      if (isOfEffects) return edges.flatMap((edge) => scenarioOf({ entity, field, edge }, giving, around));
      // What people give as well is tried by them; of effects, that what is not taken refuses all that it follows from.
      return edges
        .filter(({ edge, code }) => code !== undefined && unfit.has(edge.kind))
        .flatMap((edge) => {
          const some = giving.filter((one) => isEverUnfit(one, edge, type, lookup));
          return scenarioOf({ entity, field, edge }, some, around).filter(({ beyond }) => beyond === undefined);
        });
    }),
  );
}

/** Of references, files and the rest nothing lies just beyond. */
const isEdged = (type: FieldType): boolean => "upTo" in type || "from" in type || "choices" in type;

const unfit: ReadonlySet<string> = new Set(["amount", "length", "unmatched"]);

const isEverUnfit = ({ value, effect, others }: Giving, { edge }: Edged, type: FieldType, lookup: Lookup): boolean =>
  value.tree !== undefined &&
  (edge.kind === "amount" ||
    mayExceed(value.tree, edge, type, lookup, new Set([effect.entity.id, others?.entity ?? ""])));

function isGivenByPeople({ name: { id } }: Entity, field: Field, model: Model, lookup: Lookup): boolean {
  const isIt = (named: { readonly id: string }) => lookup.fields.get(id)?.get(named.id) === field;
  return (
    model.permissions.rights.some(
      ({ action, for: about }) => action.kind === "set" && about.id === id && isIt(action.field),
    ) ||
    [...(lookup.transitions.get(id)?.values() ?? [])]
      .flat()
      .some(({ on, asks }) => on?.kind === "button" && asks.some((asked) => isIt(asked.field)))
  );
}

type Giving = { readonly effect: Effect; readonly value: Expression; readonly others: Others | undefined };

function givingOf(effect: Effect, entity: Entity, field: Field, lookup: Lookup): readonly Giving[] {
  const { do: action, on } = effect;
  if ((action?.kind !== "set" && action?.kind !== "create") || !isShown(effect, "If", "Do", "With", "On")) return [];
  const own = effect.entity.id;
  const others = othersOf(on, own, lookup);
  if (on !== undefined && others === undefined) return [];
  const about = action.kind === "create" ? action.entity.id : (others?.entity ?? own);
  return action.values
    .filter(({ field: named }) => about === entity.name.id && lookup.fields.get(about)?.get(named.id) === field)
    .map(({ value }) => ({ effect, value, others }));
}

type About = { readonly entity: Entity; readonly field: Field; readonly edge: Edged };
type Around = { readonly model: Model; readonly lookup: Lookup; readonly known: Known; readonly range: Range };

function scenarioOf(
  { entity, field, edge: { what, edge, code } }: About,
  giving: readonly Giving[],
  { model, lookup, known, range }: Around,
): readonly Scenario[] {
  const ways = giving.flatMap(({ effect, value, others }) => {
    const [follows] = effectScenarios(effect, lookup, known);
    if (follows === undefined) return [];
    const gives: Extract<Fact, { readonly kind: "gives" }> = {
      kind: "gives",
      entity: entity.name.id,
      field: field.name.id,
      expression: value,
      to: others && { rows: others.list, entity: others.entity },
      value: edge,
    };
    // Whether it follows is not to be seen where that is refused.
    const where = follows.where.filter(({ kind }) => code === undefined || kind !== "follows");
    const way = { entity: follows.entity, deed: follows.deed, where: [gives, ...where] };
    const by = doneBy(effect, model, lookup);
    return by.length === 0 ? [way] : by.flatMap((one) => throughAnother(one, way, gives, { lookup, known }));
  });
  const [first, ...orAs] = ways;
  if (first === undefined) return [];
  const wanted = edge.kind === "amount" ? (numberOf(edge.amount, lookup) ?? Number.NaN) : Number.NaN;
  const steps = edge.kind === "amount" ? edge.steps : 0;
  const isNever =
    wanted < range.least ||
    wanted > range.most ||
    (steps < 0 && wanted <= range.least) ||
    (steps > 0 && wanted >= range.most);
  return [
    {
      ...first,
      orAs,
      address: `${field.address}#${what} by an effect`,
      clause: field.address,
      sentence: `${entity.name.label}: ${field.name.label} ${what}, which an effect gives it, is ${code === undefined ? "taken" : "refused"}`,
      by: undefined,
      expected: code === undefined ? success : refused(code, field.name.id),
      ...(isNever && { beyond: `effects give it nothing but ${rangeWords(range)}` }),
    },
  ];
}

/** The effects that take the transition that it follows, which no user takes. */
function doneBy({ entity, after }: Effect, model: Model, lookup: Lookup): readonly Effect[] {
  const [row] = after?.kind === "transition" ? (lookup.transitions.get(entity.id)?.get(after.transition.id) ?? []) : [];
  return row === undefined ? [] : doing(row, model);
}

type Way = Pick<Scenario, "entity" | "deed" | "where">;

/** By what sets off the other effect, of the rows that this one moves on. */
function throughAnother(
  by: Effect,
  { where }: Way,
  gives: Extract<Fact, { readonly kind: "gives" }>,
  { lookup, known }: Pick<Around, "lookup" | "known">,
): readonly Way[] {
  const [follows] = effectScenarios(by, lookup, known);
  const moved = by.do?.kind === "do" ? (by.do.on ?? by.on) : undefined;
  if (follows === undefined) return [];
  const others = othersOf(moved, follows.entity, lookup);
  // Of rows of rows, and of those that are found in another way than by references and lists, nothing can be said.
  if (moved !== undefined && (others === undefined || gives.to !== undefined)) return [];
  // Where what it does has an effect, it has followed itself.
  const own = follows.where.filter(({ kind }) => kind !== "follows");
  if (others === undefined) return [{ entity: follows.entity, deed: follows.deed, where: [...where, ...own] }];
  const of = { ...gives, to: { rows: others.list, entity: others.entity } };
  const asked = where.flatMap((fact): readonly Fact[] =>
    fact.kind === "follows" ? [{ ...fact, of: undefined }] : ofOne([fact], others),
  );
  return [{ entity: follows.entity, deed: follows.deed, where: [of, ...asked, ...own] }];
}
