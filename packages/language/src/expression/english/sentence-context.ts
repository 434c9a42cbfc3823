// What the parts of a sentence share: the schema's labels, what "it" is, and each other.
import type { Schema } from "../schema.ts";
import type { Typed } from "../typed.ts";
import type { Clause } from "./clause.ts";

export type SentenceContext = {
  readonly schema: Schema;
  /** The item of the innermost list function. */
  readonly it: string | undefined;
  /** What kind of thing that is: "ticket". */
  readonly itKind: string;
  /** The items around it: "that ticket". */
  readonly others: ReadonlyMap<string, string>;
  readonly speak: Speakers;
};

/** Each part may hold every other; they meet here instead of importing one another in a circle. */
export type Speakers = {
  /** What a value is, as a noun. */
  readonly value: (typed: Typed, here: SentenceContext) => Phrase;
  /** What must be the case, or must not. */
  readonly condition: (typed: Typed, here: SentenceContext, holds: boolean) => Clause;
  /** What a function gives, as a noun; undefined where it is no function, or a condition. */
  readonly functionValue: (typed: Typed, here: SentenceContext) => Phrase | undefined;
  /** What a function decides. */
  readonly functionCondition: (typed: Typed, here: SentenceContext, holds: boolean) => Clause | undefined;
  /** A list as a noun in the plural. */
  readonly list: (typed: Typed, here: SentenceContext) => Phrase;
};

/** How easily the end of a phrase is lost among other words; what stands in brackets is always "one". */
export const ends = {
  /** "the ticket's priority". */
  one: 0,
  /** "the number of the ticket's comments". */
  of: 1,
  /** "those of the ticket's comments that are internal". */
  that: 2,
  /** "now plus 4 hours". */
  sum: 3,
  /** "3 if the ticket is late, otherwise 5". */
  any: 4,
} as const;

export type Ending = (typeof ends)[keyof typeof ends];

export type Phrase = { readonly text: string; readonly ending: Ending };

export const phrase = (ending: Ending, text: string): Phrase => ({ text, ending });

/** The phrase inside another one that takes at most such endings; in brackets where it must be. */
export const within = (most: Ending, { text, ending }: Phrase): string => (ending > most ? `(${text})` : text);

/** A value beside a verb, where only the loosest phrases lose their end. */
export const besideVerb = (typed: Typed, here: SentenceContext): string =>
  within(ends.sum, here.speak.value(typed, here));

/** The value inside another phrase, where all but the shortest are set off. */
export const inside = (typed: Typed, here: SentenceContext): string => within(ends.of, here.speak.value(typed, here));

/** "the … of …", which keeps the ending of what it is of. */
export function partOf(part: string, of: Typed, here: SentenceContext): Phrase {
  const owner = here.speak.value(of, here);
  const ending = owner.ending === ends.that ? ends.that : ends.of;
  return phrase(ending, `${part} ${within(ends.that, owner)}`);
}
