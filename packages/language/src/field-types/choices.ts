// one of, several of: codes out of a list that stands in the type.
import { spanOf, splitText, type Text } from "../text/text.ts";
import { readReference } from "../text/name.ts";
import { didYouMeanOrKnown } from "../text/suggestion.ts";
import { quoteText } from "../expression/sql/sql-quote.ts";
import type { Kind } from "../expression/type.ts";
import { defineName, reportSameNames } from "../clause/define-name.ts";
import type { Choice, FieldType } from "../sections/entities/model.ts";
import { invalid, isSet } from "./column-sql.ts";
import type { Edged, FamilyOf, FieldTypeDefinition, Literal } from "./field-type.ts";
import { tooFewChoices } from "./problems.ts";
import { nothing, type Groups, type Reader } from "./reading/reader.ts";

type ChoiceType = FamilyOf<"one of">;

function readChoices(kind: ChoiceType["kind"], reader: Reader, groups: Groups): FieldType {
  const parts = splitText(groups["rest"] ?? nothing);
  const { address, problems } = reader;
  // Everything behind the colon is a choice, but for the one option that every type takes, at the end.
  const setOnce = parts.length > 1 && parts.at(-1)?.text === "set once";
  const choices: readonly Choice[] = (setOnce ? parts.slice(0, -1) : parts).map((part) =>
    defineName(part, address, problems, "code"),
  );
  reportSameNames(choices, address, problems);
  const least = kind === "one of" ? 2 : 1;
  if (choices.length < least) {
    problems.push(tooFewChoices.at({ span: spanOf(reader.written), address }, kind, choices.length));
  }
  return { kind, choices, span: spanOf(reader.written), unique: "no", setOnce };
}

export const choiceKind = (choices: readonly { readonly id: string }[], listName: string): Kind => ({
  kind: "choice",
  of: listName,
  codes: choices.map((choice) => choice.id),
});

function readChoice(text: Text, choices: readonly Choice[]): Literal {
  const { id, label } = readReference(text);
  const found =
    choices.find((choice) => choice.id !== "" && (choice.id === id || choice.id === label)) ??
    choices.find((choice) => choice.label === label);
  if (found) return { value: found.id };
  return {
    hint: didYouMeanOrKnown(
      label,
      choices.map((choice) => choice.label),
    ),
    part: text,
  };
}

const quoted = (choices: readonly Choice[]): string => choices.map(({ id }) => quoteText(id)).join(", ");
const unlisted: readonly Edged[] = [{ what: "none of its choices", edge: { kind: "unlisted" }, code: "INVALID" }];
const shown = (choices: readonly Choice[]) => choices.map(({ id, label }) => ({ id, label }));
const codes = (choices: readonly Choice[]): string =>
  choices.map(({ id }) => JSON.stringify(id)).join(" | ") || "never";

export const choices: Readonly<Record<ChoiceType["kind"], FieldTypeDefinition<ChoiceType>>> = {
  "one of": {
    name: "one of: a, b",
    aliases: ["enum", "enumeration", "choice", "select", "single select", "option", "dropdown", "status", "one of"],
    pattern: /^one of:(?<rest>.*)$/ds,
    read: (reader, groups) => readChoices("one of", reader, groups),
    computable: "whole",
    column: "text",
    kind: (type, listName) => choiceKind(type.choices, listName),
    literal: (text, type) => readChoice(text, type.choices),
    refused: (type, column) => [invalid(`${column} NOT IN (${quoted(type.choices)})`)],
    edges: () => unlisted,
    input: (type) => ({ kind: "one of", choices: shown(type.choices) }),
    typeScript: (type) => codes(type.choices),
  },
  "several of": {
    name: "several of: a, b",
    aliases: ["multi select", "multiselect", "multi-select", "tags", "set", "several of", "choices"],
    pattern: /^several of:(?<rest>.*)$/ds,
    read: (reader, groups) => readChoices("several of", reader, groups),
    column: "text[]",
    isArray: true,
    blank: "'{}'",
    literal(text, type) {
      const read = splitText(text).map((part) => readChoice(part, type.choices));
      const wrong = read.find((one) => "hint" in one);
      return wrong ?? { value: read.flatMap((one) => ("value" in one && one.value !== undefined ? [one.value] : [])) };
    },
    refused: (type, column) => [
      invalid(`NOT (${isSet(column)} AND ${column} <@ ARRAY[${quoted(type.choices)}]::text[])`),
    ],
    edges: () => unlisted,
    input: (type) => ({ kind: "several of", choices: shown(type.choices) }),
    typeScript: (type) => `(${codes(type.choices)})[]`,
  },
};
