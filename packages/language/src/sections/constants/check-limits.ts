// Whether limits count something that exists, per user or row that it leads to, and answer with a known error.
import { referredEntity } from "../../field-types/index.ts";
import { spanOf } from "../../text/text.ts";
import { checkAmount } from "../../model/check-amount.ts";
import type { CheckContext } from "../../model/check-context.ts";
import { checkError } from "../../model/known-errors.ts";
import type { Model } from "../../model/model.ts";
import { mayLeadOn } from "../../model/open-types.ts";
import { mentionsMe, unknownEntity, unknownField } from "../../clause/problems.ts";
import { checkGuard } from "../../model/resolve-guard.ts";
import { rowScope } from "../../model/scopes.ts";
import type { Problem } from "../../problem.ts";
import type { Call } from "../calls/model.ts";
import type { Limit, LimitCounts } from "./model.ts";
import { quotaScope, uncountable, unknownCounted } from "./problems.ts";

/** What people do that is no row of any entity. */
const builtInActs = ["sign in", "sign up"];

export function checkLimits(model: Model, context: CheckContext): readonly Problem[] {
  return model.constants.limits.flatMap((limit) => {
    const problems: Problem[] = [];
    const counted = limit.counts && findCounted(limit, limit.counts, context, problems);
    if (limit.value) {
      const { amount } = limit.value;
      problems.push(
        ...checkAmount(
          amount,
          "whole number",
          "a limit begins with a whole number",
          `${limit.address}/Value`,
          model,
          context,
        ),
      );
    }
    if (limit.value?.kind === "quota") problems.push(...checkQuota(limit, counted, context));
    if (counted) problems.push(...checkWhen(limit, counted, context));
    return [
      ...problems,
      ...checkError(
        limit.otherwise,
        `limit "${limit.name.label}"`,
        `${limit.address}/Otherwise`,
        model,
        context.lookup,
      ),
    ];
  });
}

/** The entity whose rows are looked at; undefined where what is counted is no row. */
type Counted = { readonly entity: string | undefined };

function findCounted(
  { value, address }: Limit,
  counts: LimitCounts,
  context: CheckContext,
  problems: Problem[],
): Counted | undefined {
  const { lookup, schema } = context;
  const entity = schema.entities.get(counts.of.id);
  const known = [...lookup.entities.values()].map((one) => one.name.label);
  const place = { span: counts.of.span, address: `${address}/Counts` };
  const say = (words: readonly string[], hint?: string) => {
    const written = counts.act ? `${counts.act} ${counts.of.label}` : counts.of.label;
    problems.push(unknownCounted.at({ ...place, span: counts.span }, written, words, hint));
    return undefined;
  };
  if (value?.kind === "quota") {
    if (entity && counts.act === undefined) return { entity: entity.id };
    return entity ? say(known, `A quota counts rows: write "${entity.label}".`) : say(known);
  }
  if (counts.act) return entity ? { entity: entity.id } : say(known.map((label) => `${counts.act} ${label}`));
  const call = lookup.calls.get(counts.of.id);
  if (builtInActs.includes(counts.of.label) || (call !== undefined && isMadeByPeople(call)))
    return { entity: undefined };
  const owners = [...lookup.transitions]
    .filter(([, transitions]) => transitions.has(counts.of.id))
    .map(([owner]) => owner);
  if (owners[0] !== undefined) return { entity: owners.length === 1 ? owners[0] : undefined };
  if (entity && value === undefined) return { entity: entity.id };
  if (entity) return say([], `A rate counts what people do: write "create ${entity.label}".`);
  const transitions = [...lookup.transitions.values()].flatMap((rows) =>
    [...rows.values()].flatMap(([row]) => row?.name.label ?? []),
  );
  const acts = [
    ...builtInActs,
    ...transitions,
    ...[...lookup.calls.values()].filter(isMadeByPeople).map(({ name }) => name.label),
  ];
  if (call !== undefined) return say(acts, "A rate counts what users do, and no button makes this call.");
  return say([...known.map((label) => `create ${label}`), ...acts]);
}

/** A call by an effect, a schedule or another program is no request of a user. */
const isMadeByPeople = ({ kind, on }: Call): boolean =>
  (kind === undefined || kind === "function") && on?.kind !== "effect";

/** Rows are counted by the one that they refer to. */
function checkQuota(limit: Limit, counted: Counted | undefined, { lookup, schema }: CheckContext): readonly Problem[] {
  const { value, address } = limit;
  if (value?.kind !== "quota") return [];
  const target = schema.entities.get(value.entity.id);
  const at = `${address}/Value`;
  if (!target) {
    const known = [...schema.entities.values()].map((entity) => entity.label);
    return [unknownEntity.at({ span: value.entity.span, address: at }, value.entity.label, known)];
  }
  const source = counted?.entity === undefined ? undefined : schema.entities.get(counted.entity);
  if (!source) return [];
  const fields = lookup.fields.get(source.id);
  const links = [...(fields?.values() ?? [])].filter(({ type }) => referredEntity(type) === target.id);
  const names = links.map(({ name }) => name.label);
  if (!value.via) {
    return links.length === 1 || mayLeadOn(source.id, lookup)
      ? []
      : [quotaScope.at({ span: value.entity.span, address: at }, source.label, target.label, names)];
  }
  const place = { span: value.via.span, address: at };
  const via = fields?.get(value.via.id);
  if (!via) return [unknownField.at(place, source.label, value.via.label, names)];
  return links.includes(via) || !via.type
    ? []
    : [quotaScope.at(place, source.label, target.label, names, via.name.label)];
}

function checkWhen(limit: Limit, { entity }: Counted, context: CheckContext): readonly Problem[] {
  const { when } = limit;
  if (!when) return [];
  const address = `${limit.address}/When`;
  const span = when.kind === "condition" ? when.name.span : spanOf(when.expression.text);
  if (entity === undefined) return [uncountable.at({ span, address }, limit.counts?.of.label ?? "")];
  const { checked, problems } = checkGuard(
    when,
    entity,
    rowScope(entity, { me: "present" }),
    '"When"',
    address,
    context,
  );
  return checked?.reads.me ? [...problems, mentionsMe.at({ span, address }, "limit")] : problems;
}
