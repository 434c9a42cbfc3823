// A document that differs in one place: what a plan of the original must find out. Each slice says how its clauses may differ.
import type { RangeOf } from "../expression/analysis/range.ts";
import type { Edit } from "../text/edits.ts";
import type { Lookup } from "../names/lookup.ts";
import type { Model } from "../model/model.ts";
import type { Span } from "../problem.ts";

export type Mutant = {
  /** The clause's address, and behind `~` what of it is otherwise. */
  readonly address: string;
  readonly clause: string;
  /** Clauses that this one decides through: their cases are its own too. */
  readonly through: readonly string[];
  readonly what: string;
  /** The replaced text and the new one: empty where it is left out. */
  readonly before: string;
  readonly after: string;
  /** Why it makes no difference, where that follows from the notation itself. */
  readonly same: string | undefined;
  /** The mutated document, whole. */
  readonly source: string;
};

/** As slices say it. */
export type Change = {
  readonly clause: string;
  readonly what: string;
  readonly edits: readonly Edit[];
  /** What is shown of the document; the place of the edits without it. */
  readonly within?: Span | undefined;
  readonly through?: readonly string[] | undefined;
  /** Where more is edited than what it comes to. */
  readonly after?: string | undefined;
  readonly same?: string | undefined;
};

export type Mutable = {
  readonly source: string;
  readonly model: Model;
  readonly lookup: Lookup;
  readonly rangeOf: RangeOf;
  /** The addresses of all that speaks of a constant, a condition or a field by its identifier. */
  readonly readers: (name: string) => readonly string[];
};

export const replaced = ({ start, end }: Span, text: string): Edit => ({ start, end, text });
