// What the parts of a sentence share: the schema's labels, what "it" is, and each other.
import type { Schema } from "../schema.ts";
import type { Typed } from "../typed.ts";
import type { Clause } from "./clause.ts";

export type Here = {
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
  readonly value: (typed: Typed, here: Here) => Phrase;
  /** What must be the case, or must not. */
  readonly condition: (typed: Typed, here: Here, holds: boolean) => Clause;
  /** A list as a noun in the plural. */
  readonly list: (typed: Typed, here: Here) => Phrase;
};

/** `open`: inside another phrase its end would be unclear without brackets. */
export type Phrase = { readonly text: string; readonly open: boolean };

export const closed = (text: string): Phrase => ({ text, open: false });
export const open = (text: string): Phrase => ({ text, open: true });

/** A phrase where it cannot be taken for more or less than it is. */
export const whole = (phrase: Phrase): string => (phrase.open ? `(${phrase.text})` : phrase.text);

/** The text of a value inside another phrase. */
export const valueText = (typed: Typed, here: Here): string => whole(here.speak.value(typed, here));
