// One of several values that the document lists, or any number of them.
import type { Choice } from "@writ/language/product";
import { listFormat } from "../../../words/formatters.ts";
import type { FieldType, FilterOption, Speaking, TypeOf } from "../field-type.ts";
import { amongValues, overlapping } from "../filters.ts";
import { textual } from "../text/type.ts";

export const choice: FieldType<TypeOf<"one of">> = {
  ...textual,
  format: (value, { choices }, { word }) => labelOf(value, choices, word),
  filter: {
    conditions: amongValues,
    options: ({ choices }, { word }, { empty }) => [...optionsOf(choices, word), ...empty],
    input: "words",
  },
};

export const choices: FieldType<TypeOf<"several of">> = {
  ...textual,
  emptyValue: () => [],
  valueOf: (given) => (Array.isArray(given) ? given.map(String) : []),
  format: (value, { choices: all }, { locale, word }) =>
    listFormat(locale, { type: "unit" }).format(
      (Array.isArray(value) ? value : []).map((one: unknown) => labelOf(one, all, word)),
    ),
  filter: { conditions: overlapping, options: (type, { word }) => optionsOf(type.choices, word), input: "words" },
};

export const labelOf = (value: unknown, all: readonly Choice[], word: Speaking["word"]): string =>
  word(all.find(({ id }) => id === value)?.label ?? String(value));

export const optionsOf = (all: readonly Choice[], word: Speaking["word"]): readonly FilterOption[] =>
  all.map(({ id, label }) => ({ id, name: word(label) }));
