// What a field type is to a form: texts as people type them, and how they become what the wire takes.
import type { Application, ApplicationType } from "@writ/language/product";
import type { Phrase } from "../../words/english.ts";
import type { Say } from "../../words/say.ts";

/** A text as it was typed, a choice, several of them, or yes. */
export type Typed = string | boolean | readonly string[];

type Currency = Pick<Application, "currency">;

export type Reading = { readonly application: Currency; readonly locale: string; readonly timeZone: string };

export type Limiting = { readonly say: Say; readonly application: Currency; readonly locale: string };

export type Read =
  | { readonly value: unknown }
  | { readonly wrong: Phrase; readonly values?: Readonly<Record<string, string>> };

export type DraftType<Type = ApplicationType> = {
  /** Whether a user may give it: otherwise the system writes it. */
  readonly isGiven: boolean;
  empty(type: Type): Typed;
  /** What a form shows for a value that is there. */
  typedOf(value: unknown, type: Type, reading: Reading): Typed;
  /** Of what is not blank. The database says the same later. */
  read(typed: string, type: Type, reading: Reading): Read;
  /** The limits of the type, shown before a user exceeds them. */
  limits(type: Type, limiting: Limiting): string;
};
