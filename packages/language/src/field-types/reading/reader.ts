// What reads a cell with a type: the words of its pattern, its options, and what every type has.
import { codeOf, spanOf, splitText, type Text } from "../../text/text.ts";
import { readExpression } from "../../expression/parsing/read.ts";
import type { Problem } from "../../problem.ts";
import type { FieldKind, FieldType } from "../../sections/entities/model.ts";
import { readReference } from "../../text/name.ts";
import { readOptions, type FoundOptions, type OptionName } from "./options.ts";

export type Reader = {
  readonly written: Text;
  readonly address: string;
  readonly problems: Problem[];
  /** Reads the type that a computed field is of; undefined where it is none (reported). */
  readonly inner: (text: Text) => FieldType | undefined;
  readonly computable: (type: FieldType) => "plain" | "whole" | undefined;
};
/** By the names of the pattern's groups. */
export type Groups = Readonly<Record<string, Text | undefined>>;

// An entity's name ends where an option begins.
const entity =
  "(?<entity>`[^`]*`|[^`,]*?[^`,\\s])(?<rest>(?:\\s(?:among|via|cleared on|set once|unique)\\b|,|`|\\().*)?$";

/** `datetime, unique`. */
export const named = (words: string): RegExp => new RegExp(`^(?<name>${words})(?<rest>[\\s,(].*)?$`, "ds");
/** `reference to Ticket, set once`. */
export const withEntity = (words: string): RegExp => new RegExp(`^${words}${entity}`, "ds");

export const nothing: Text = { text: "", start: 0, end: 0 };

export function options(
  reader: Reader,
  type: string,
  { rest }: Groups,
  allowed: readonly OptionName[] = [],
): FoundOptions {
  return readOptions(type, rest ? splitText(rest) : [], [...allowed, "set once"], reader.address, reader.problems);
}

/** `always`: it is unique without a word. */
export function finish(reader: Reader, found: FoundOptions, kind: FieldKind, always?: "exact"): FieldType {
  const unique = found.get("unique");
  return {
    ...kind,
    span: spanOf(reader.written),
    unique: unique ? (unique.groups["ignoring"] ? "ignoring case" : "exact") : (always ?? "no"),
    setOnce: found.has("set once"),
  };
}

export const entityOf = (groups: Groups) => readReference(groups["entity"] ?? nothing);

export function readAmong({ address, problems }: Reader, found: FoundOptions) {
  const code = codeIn(found.get("among")?.groups["code"]);
  return code && readExpression(code, address, problems);
}

/** The inside of a cell's backticks. */
export const codeIn = (cell: Text | undefined): Text | undefined => cell && codeOf(cell);
