// What every stage says about a mistake: a coded, placed value that is never thrown.

import type { SectionNumber } from "./document/document.ts";

/** A half-open range of the document's source, in UTF-16 units. */
export type Span = { readonly start: number; readonly end: number };

export type Severity = "error" | "warning" | "gap";

/** Where a problem stands: the very word, and the clause that it belongs to. */
export type Place = { readonly span: Span; readonly address: string };

/** Another place that a problem speaks of, such as the clause that it contradicts. */
export type Related = { readonly span: Span; readonly message: string };

/** Edits after which a document no longer has a problem, because they are what its message proposes. */
export type Fix = {
  /** What they do, in a few plain words. */
  readonly title: string;
  readonly edits: readonly { readonly span: Span; readonly text: string }[];
};

/**
 * What a class of problems proposes before the source is at hand: `text` in place of `found`, which stands at the place
 * of the problem or is a part of it; an identifier of its own for a name, wherever it is used; the whole line of a heading; the word `or` for so many signs; straight
 * quotes; nothing, and no comma before it either.
 */
export type Proposal =
  | {
      readonly kind: "words";
      readonly text: string;
      /** Where it is left out, whatever stands there. */
      readonly found?: string | undefined;
      /** Whether it is all that stands there. */
      readonly isWhole?: boolean;
      /** Whether a point stands before it. */
      readonly dotted?: boolean | undefined;
    }
  | { readonly kind: "heading"; readonly text: string }
  | { readonly kind: "identifier"; readonly id: string }
  | { readonly kind: "or"; readonly count: number }
  | { readonly kind: "quotes" }
  | { readonly kind: "deleted" };

export type Problem = {
  readonly code: string;
  readonly severity: Severity;
  readonly span: Span;
  readonly address: string;
  /** One sentence: what is wrong, naming what was found. */
  readonly message: string;
  /** What to write instead; empty where the message says it already. */
  readonly hint: string;
  readonly related: readonly Related[];
  /** Only where it is certain what to write instead. */
  readonly fix?: Fix;
  /** Becomes the fix, and is gone once a document is compiled. */
  readonly proposal?: Proposal;
};

/** What a class of problems says this time. */
export type Words = {
  readonly message: string;
  readonly hint?: string | undefined;
  /** Only where one class has two severities, as N602 has. */
  readonly severity?: Severity;
  readonly related?: readonly Related[];
  /** Where what to write instead is certain. */
  readonly proposal?: Proposal | undefined;
};

/** How much of the document is not read because of a problem; with `cells`, a line that has too few or too many of them. */
export type Unread = "part" | "table" | "line" | "cells" | "value";

/** What a problem misses, and where the document would have said it. */
export type AbsentFrom =
  /** A mention, in these sections; `set`: or in the values of effects and forms, `any`: or in any value. */
  | { readonly sections: readonly SectionNumber[]; readonly values?: "set" | "any" }
  /** One row that names all that the address names. */
  | { readonly row: "with all names of the address" }
  /** The table under the heading that is named where the problem stands, or by its address. */
  | { readonly table: "of the named entity" | "of the addressed screen"; readonly section: SectionNumber };

/** What one class of problems does to others: a mistake is reported once, and not again in all that it leaves unread. */
export type Cascade = {
  readonly unread?: Unread | undefined;
  /** A name that nothing has: misspelt, or defined in what could not be read. */
  readonly isUnknownName?: true | undefined;
  readonly absentFrom?: AbsentFrom | undefined;
};

/** One code, with what becomes its page in the documentation. */
type Described = Cascade & {
  readonly code: string;
  readonly severity: Severity;
  /** Where its words ever propose what can be put in the place of what was written. */
  readonly isFixable?: true;
  readonly title: string;
  readonly explanation: string;
  readonly wrong: string;
  readonly right: string;
};

/** One code with its words. */
export type ProblemClass<Arguments extends readonly unknown[] = readonly unknown[]> = Described & {
  readonly at: (place: Place, ...args: Arguments) => Problem;
};

/** Defines a class of problems. Call it once per code, in the `problems.ts` of the slice that the code belongs to. */
export function problemClass<Arguments extends readonly unknown[]>({
  words,
  ...described
}: Described & { readonly words: (...args: Arguments) => Words }): ProblemClass<Arguments> {
  return { ...described, at: placer(described, words) };
}

/** Message and hint as one text on one line, as every form of output shows them. */
export function wordsOf({ message, hint }: Pick<Problem, "message" | "hint">): string {
  const end = hint === "" || /[.:;?!]$/.test(message) ? " " : ". ";
  return `${message}${end}${hint}`.trim().replace(/\s*\n\s*/g, " ");
}

/** The same class of problems, where it says something else: its code and its page stay the same. */
export function reworded<Arguments extends readonly unknown[]>(
  base: Described,
  words: (...args: Arguments) => Words,
): ProblemClass<Arguments> {
  return { ...base, at: placer(base, words) };
}

function placer<Arguments extends readonly unknown[]>(
  { code, severity }: Described,
  words: (...args: Arguments) => Words,
): ProblemClass<Arguments>["at"] {
  return (place, ...args) => {
    const said = words(...args);
    return {
      code,
      severity: said.severity ?? severity,
      span: place.span,
      address: place.address,
      message: said.message,
      hint: said.hint ?? "",
      related: said.related ?? [],
      ...(said.proposal === undefined ? {} : { proposal: said.proposal }),
    };
  };
}

/** A value together with everything that was wrong with it. */
export type Read<Value> = { readonly value: Value; readonly problems: readonly Problem[] };

const rank: Record<Severity, number> = { error: 0, warning: 1, gap: 2 };

/** The order in which problems are shown: by place, then by weight, then by code; the same problem once. */
export function sortProblems(problems: readonly Problem[]): readonly Problem[] {
  const sorted = [...problems].sort(
    (a, b) =>
      a.span.start - b.span.start ||
      rank[a.severity] - rank[b.severity] ||
      (a.code < b.code ? -1 : a.code > b.code ? 1 : 0) ||
      (a.message < b.message ? -1 : a.message > b.message ? 1 : 0),
  );
  return sorted.filter((problem, index) => {
    const before = sorted[index - 1];
    return (
      before === undefined ||
      before.code !== problem.code ||
      before.span.start !== problem.span.start ||
      before.message !== problem.message
    );
  });
}
