// Whether the rows that come with the product can be stored: their columns, keys, values, and what has to be there.
import { isSetBySystem, isYesNo } from "../../../field-types/index.ts";
import { spanOf } from "../../../text/text.ts";
import type { Known } from "../../../expression/analysis/decider.ts";
import type { CheckContext } from "../../../model/check-context.ts";
import { isMe } from "../../../model/emptiness.ts";
import type { Model } from "../../../model/model.ts";
import type { Place, Problem } from "../../../problem.ts";
import { checkSamples } from "./check-samples.ts";
import type { Field } from "../model.ts";
import { personMissing, sameValue, valueMissing, wrongKey } from "./problems.ts";
import { gatherKeys, readRowSets, type Keys, type ReadRow, type ReadSet } from "./row-values.ts";

export function checkRowSets(model: Model, context: CheckContext): readonly Problem[] {
  const problems: Problem[] = [];
  const keys = gatherKeys(model.entities.rowSets);
  const sets = readRowSets(model, context, keys, problems);
  return [
    ...problems,
    ...checkKeys(model, keys),
    ...sets.flatMap((set) => checkRequired(set, context)),
    ...checkUnique(sets, context),
    ...checkSamples(model, sets, context),
  ];
}

/** Rows of one entity have different keys, in Seeds and Samples together. */
function checkKeys(model: Model, keys: Keys): readonly Problem[] {
  return model.entities.rowSets.flatMap((set) =>
    set.rows.flatMap((row) => {
      const place = { span: row.key.text === "" ? row.span : spanOf(row.key), address: row.address };
      if (row.key.text === "") return [wrongKey.at(place, set.entity.label, undefined)];
      if (/[,`]/.test(row.key.text))
        return [wrongKey.at(place, set.entity.label, { key: row.key.text, first: undefined })];
      const first = keys.get(set.entity.id)?.get(row.key.text);
      if (!first || first.row === row) return [];
      return [wrongKey.at(place, set.entity.label, { key: row.key.text, first: spanOf(first.row.key) })];
    }),
  );
}

/**
 * No user writes the rows of a Seed, so the default `me` gives them nothing. Those of a Sample are the first account's.
 */
function isNeeded(field: Field, { set, entity }: ReadSet): boolean {
  const { type, required, default: given, name, notShown } = field;
  if (notShown.includes("Default")) return false;
  if (isMe(field)) return set.kind === "Seed" && entity.fields.get(name.id)?.type.empty === false;
  if (type === undefined || given !== undefined) return false;
  if (isSetBySystem(type) || isYesNo(type) || type.kind === "several") return false;
  return required === "yes" || type.kind === "belongs to";
}

function checkRequired(readSet: ReadSet, context: CheckContext): readonly Problem[] {
  const { set, entity, columns, rolesAt, rows } = readSet;
  const fields = [...(context.lookup.fields.get(entity.id)?.values() ?? [])].filter((field) =>
    isNeeded(field, readSet),
  );
  const named = new Set(columns.map((column) => column?.id));
  // A column that could not be understood may have been meant.
  const isUnclear = columns.some((column, index) => column === undefined && index !== rolesAt);
  const absent = isUnclear ? [] : fields.filter((field) => !named.has(field.name.id));
  const problemOf = (place: Place, field: Field, key: string | undefined) =>
    isMe(field) ? personMissing.at(place, field.name.label, key) : valueMissing.at(place, field.name.label, key);
  const missing =
    rows.length > 0 ? absent.map((field) => problemOf({ span: set.span, address: set.address }, field, undefined)) : [];
  const empty = rows.flatMap(({ row, values, cleared }) =>
    fields
      .filter(({ name: { id } }) => values.get(id) === null && !cleared.has(id))
      .map((field) => problemOf({ span: spanOf(row.key), address: row.address }, field, row.key.text)),
  );
  return [...missing, ...empty];
}

type Unique = {
  readonly fields: readonly string[];
  readonly labels: readonly string[];
  readonly ignoringCase: boolean;
};

function checkUnique(sets: readonly ReadSet[], context: CheckContext): readonly Problem[] {
  const byEntity = new Map<string, ReadRow[]>();
  for (const { entity, rows } of sets) {
    const all = byEntity.get(entity.id) ?? [];
    for (const row of rows) all.push(row);
    byEntity.set(entity.id, all);
  }
  return [...byEntity].flatMap(([entity, rows]) =>
    uniquesOf(entity, context).flatMap((unique) => {
      const first = new Map<string, ReadRow>();
      return rows.flatMap((read) => {
        const value = sameness(unique, read);
        const before = value === undefined ? undefined : first.get(value);
        if (value !== undefined && before === undefined) first.set(value, read);
        if (!before) return [];
        const place = { span: spanOf(read.row.key), address: read.row.address };
        return [sameValue.at(place, unique.labels, read.row.key.text, before.row.key.text, spanOf(before.row.key))];
      });
    }),
  );
}

function uniquesOf(entity: string, context: CheckContext): readonly Unique[] {
  const fields = context.lookup.fields.get(entity);
  const alone = [...(fields?.values() ?? [])].flatMap(({ name, type }): readonly Unique[] => {
    if (type === undefined || type.unique === "no") return [];
    return [{ fields: [name.id], labels: [name.label], ignoringCase: type.unique === "ignoring case" }];
  });
  const together = (context.lookup.entities.get(entity)?.uniqueTogether ?? []).flatMap((unique): readonly Unique[] => {
    const named = unique.fields.flatMap((reference) => fields?.get(reference.id)?.name ?? []);
    if (named.length < unique.fields.length) return [];
    return [{ fields: named.map(({ id }) => id), labels: named.map(({ label }) => label), ignoringCase: false }];
  });
  return [...alone, ...together];
}

/**
 * One text for all values that are the same; undefined where one is empty or unknown, which differs from everything.
 */
function sameness({ fields, ignoringCase }: Unique, { values }: ReadRow): string | undefined {
  const words = fields.map((field) => inOneSpelling(values.get(field)));
  if (words.includes(undefined)) return undefined;
  const text = JSON.stringify(words);
  return ignoringCase ? text.toLowerCase() : text;
}

function inOneSpelling(value: Known | undefined): string | undefined {
  if (value === undefined || value === null || Array.isArray(value)) return undefined;
  if (typeof value !== "object") return String(value);
  if (!("digits" in value)) return undefined;
  let { digits, scale } = value;
  while (scale > 0 && digits % 10n === 0n) {
    digits /= 10n;
    scale--;
  }
  return `${digits}e-${scale}`;
}
