// What a type of field is made of: how it is written, stored, refused, shown, tried out. One file for each family.
import type { Known } from "../expression/analysis/decider.ts";
import type { Kind } from "../expression/type.ts";
import type { Lookup } from "../names/lookup.ts";
import type { Amount, Value } from "../clause/value.ts";
import type { ApplicationType, Choice as ShownChoice } from "../product/application-type.ts";
import type { Edge } from "../scenario/scenario.ts";
import type { FieldKind, FieldType } from "../sections/entities/model.ts";
import type { Reference } from "../text/name.ts";
import type { Text } from "../text/text.ts";
import type { Groups, Reader } from "./reading/reader.ts";

export type FieldKindName = FieldKind["kind"];
/** The types of a family: `FamilyOf<"percent">` holds all numbers. */
export type FamilyOf<Name extends FieldKindName> = FieldType extends infer Each
  ? Each extends { readonly kind: infer Own }
    ? Name extends Own
      ? Each
      : never
    : never
  : never;

export type Given = {
  readonly moneyScale: number;
  /** SQL: whether a person gave the value. */
  readonly isGiven: string;
};

export type FieldTypeDefinition<Type extends FieldType> = {
  /** As messages and completion show it: `one of: a, b`. */
  readonly name: string;
  /** What it is called in databases and programming languages, where that can mean nothing else. */
  readonly synonyms?: readonly string[];
  /** What it may be called in other tools: a hint asks whether it is meant. */
  readonly aliases: readonly string[];
  /** What a hint proposes for an alias, where that is not the name. */
  readonly proposal?: string;
  readonly pattern: RegExp;
  readonly read: (reader: Reader, groups: Groups) => FieldType | undefined;
  /** A computed field may be of it: by its name alone, or with all that is written of it. */
  readonly computable?: "plain" | "whole";
  /** Its column; undefined where a field has none of its own. */
  readonly column: string | undefined;
  /** The value holds several: its column is an array. */
  readonly isArray?: true;
  /** A field of it is never empty, whatever the document says: SQL of its value where a write gives none. */
  readonly blank?: string;
  /** Every row has one, whatever its Required says. */
  readonly isAlwaysRequired?: true;
  /** Who sets it: `drawn` when a row is made, `derived` from other rows and fields. No client may. */
  readonly setBySystem?: "drawn" | "derived";
  /** Decimals that are kept; undefined for what is no number. */
  readonly decimals?: (moneyScale: number) => number;
  readonly amounts?: (type: Type) => readonly TypeAmount[];
  /** With the names in it resolved. */
  readonly resolve?: (type: Type, names: TypeNames) => Type;
  /** The value that one of it is in expressions; undefined for what holds more than one. `listName`: what a choice is one of. */
  readonly kind?: (type: Type, listName: string, lookup: Lookup) => Kind | undefined;
  /** From a word in a Default cell or a row of a Seed. */
  readonly literal: (text: Text, type: Type, context: LiteralContext) => Literal;
  /** PL/pgSQL that brings a value into its one spelling. */
  readonly normalize?: (column: string, given: Given) => string;
  /** What of its values is refused. */
  readonly refused?: (type: Type, column: string, limits: Limits) => readonly Refused[];
  readonly edges?: (type: Type) => readonly Edged[];
  /** As forms and lists of the product know it. */
  readonly input: (type: Type, context: InputContext) => ApplicationType | undefined;
  /** As TypeScript has it, for callers and for code. */
  readonly typeScript: (type: Type, side: Side) => string;
};

/** An amount that a type names: its bounds, and how much fits into it. */
export type TypeAmount = {
  readonly amount: Amount | undefined;
  readonly wants: AmountKind;
  /** What the place takes, for people: `"up to" needs a number of files`. */
  readonly what: string;
};

export type AmountKind = "whole number" | "whole number or negative" | "number" | "percent" | "money" | "size";

export type TypeNames = {
  readonly entity: (reference: Reference) => Reference;
  readonly field: (entity: string, reference: Reference | undefined) => Reference | undefined;
  readonly amount: (amount: Amount | undefined) => Amount | undefined;
};

/** A value that only the database can work out is undefined. `part`: the words that are wrong, where only some are. */
export type Literal = { readonly value: Known | undefined } | { readonly hint: string; readonly part?: Text };

export type LiteralContext = {
  readonly valueOf: (amount: Amount) => Value | undefined;
  readonly currency: { readonly code: string; readonly minorUnits: number } | undefined;
  /** The document leaves open which currency it is. */
  readonly isCurrencyOpen: boolean;
};

/** A condition of PL/pgSQL under which a value is refused, and the error. */
export type Refused = { readonly when: string; readonly code: "TOO_LONG" | "INVALID" };

export type Limits = {
  /** As a number of SQL; undefined where there is none, or its constant is not shown. */
  readonly amount: (amount: Amount | undefined) => string | undefined;
  readonly moneyScale: number;
  /** The states of the field. */
  readonly states: () => readonly string[];
};

/** A value at the edge of what a type takes, or beyond, and the error that it is refused with. */
export type Edged = { readonly what: string; readonly edge: Edge; readonly code: string | undefined };

export type InputContext = {
  /** An exact decimal. */
  readonly number: (amount: Amount | undefined) => string | undefined;
  readonly bytes: (amount: Amount | undefined) => number | undefined;
  readonly moneyScale: number;
  /** Where the choices of a reference are asked for, if it has `among`. */
  readonly among: string | undefined;
  /** Where the rows of a list are; undefined where that is unknown. */
  readonly reverse: () => { readonly entity: string; readonly via: string } | undefined;
  readonly states: () => readonly (ShownChoice & { readonly stage: "start" | "middle" | "end" })[] | undefined;
  readonly mediaTypes: (type: FileType) => readonly string[] | undefined;
};

export type FileType = FamilyOf<"file">;

/**
 * `wire`: JSON, where a row is its id. `read`: what code is given, where a row is the row and nothing is left out.
 * `told`: what code answers, where a moment may be a `Date`.
 */
export type Side = "wire" | "read" | "told";
