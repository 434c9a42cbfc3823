// What an effect gives to fields, where that is worked out: each branch, list and number of it makes a difference.
import { type Lookup } from "../../../names/lookup.ts";
import type { Fact, Holding } from "../../../scenario/scenario.ts";
import { inTurns, partsThatMatter, type WorkedOut } from "../../../scenario/worked-out.ts";
import type { EffectAction } from "../model.ts";
import { ofOne, type Others } from "../other-rows.ts";

type Site = { readonly own: string; readonly others: Others | undefined; readonly lookup: Lookup };

export function valuesWorkedOut(action: EffectAction | undefined, { own, others, lookup }: Site): readonly WorkedOut[] {
  if (action === undefined || !("values" in action)) return [];
  const entity = action.kind === "create" ? action.entity.id : (others?.entity ?? own);
  return action.values.flatMap(({ field: { id: name }, value }) => {
    const field = action.kind === "call" ? undefined : lookup.fields.get(entity)?.get(name);
    const to = others && { rows: others.list, entity: others.entity };
    const of: Holding = { entity, field: field?.name.id ?? name, at: "after", ...(to && { to }) };
    const isWhole = field?.type?.kind === "integer";
    const { branches, lists, numbers } = partsThatMatter(value, of, { lookup, isWhole });
    const withNumbers = inTurns(numbers.map(({ what, where }) => ({ what: `with ${what}`, where })));
    return [...branches, ...lists, ...withNumbers].map(({ what, where }) => ({
      what: `${name} ${what}`,
      where: where.flatMap((fact) => aboutOne(fact, others)),
    }));
  });
}

const aboutOne = (fact: Fact, others: Others | undefined): readonly Fact[] =>
  fact.kind === "matters" || others === undefined ? [fact] : ofOne([fact], others);
