// What a Markdown file is once it is read: nine sections of headed parts, every word with its place.
import type { Problem, Span } from "../problem.ts";
import type { Text } from "../text/text.ts";
import type { PieceCache } from "./pieces.ts";

export const sectionTitles = [
  "What the product does and for whom",
  "Screens and routes",
  "Entities and their fields",
  "States and transitions",
  "Validation rules",
  "Roles and permissions",
  "The calls it makes",
  "The error catalogue",
  "Business constants and limits",
] as const;

export type SectionNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** `not shown` is unknown, a gap; `none` is decided: there is nothing. */
export type Status =
  | { readonly kind: "shown" }
  | { readonly kind: "not shown" | "none"; readonly span: Span; readonly explanation: string };

export type Document = {
  readonly source: string;
  readonly title: Text | undefined;
  /** Always nine, in order; a missing or empty one is "not shown" with its problem already reported. */
  readonly sections: readonly DocumentSection[];
  readonly problems: readonly Problem[];
  /** What was given to the Markdown parser, piece by piece: the next reading takes what has not changed from here. */
  readonly chunks: readonly Chunk[];
};

export type DocumentSection = {
  readonly number: SectionNumber;
  readonly title: string;
  readonly heading: Span;
  readonly span: Span;
  /**
   * The source of `span`. Whatever depends on one section alone depends on this text and on where it starts; a section
   * in which neither has changed is the very same object as in the reading before.
   */
  readonly text: string;
  readonly status: Status;
  /** The part before the first `###` heading comes first and has no heading. */
  readonly parts: readonly Part[];
};

/** What stands under one `###` heading (deeper headings included), or before the first of a section. */
export type Part = {
  readonly heading: Text | undefined;
  readonly span: Span;
  /** `not shown.` may be a whole subsection. */
  readonly status: Status;
  readonly tables: readonly Table[];
  /** The list directly under the heading. */
  readonly properties: readonly Property[];
  readonly code: readonly CodeBlock[];
  /** Paragraphs and whatever else is documentation. */
  readonly prose: readonly Span[];
};

export type Table = { readonly span: Span; readonly header: readonly Text[]; readonly rows: readonly Row[] };
export type Row = { readonly span: Span; readonly cells: readonly Text[] };
export type Property = { readonly span: Span; readonly name: Text; readonly value: Text };
export type CodeBlock = { readonly span: Span; readonly language: string; readonly content: Text };

/** A piece of the source that ends where a section heading certainly begins, and what stands in it. */
export type Chunk = {
  readonly start: number;
  readonly text: string;
  /** Whether it ends within a fence or comment, so that whatever follows belongs to it. */
  readonly isOpen: boolean;
  /** Whether all of it was read. */
  readonly isWhole: boolean;
  readonly passages: readonly Passage[];
  /** What the Markdown parser made of its pieces: of a chunk that has changed most of them have not. */
  readonly pieces: PieceCache;
};

export type Heading = { readonly depth: number; readonly text: Text; readonly span: Span };

/**
 * What stands under one `##` heading, or before the first, while it is not yet known which section it is. Addresses
 * of its problems still lack the number.
 */
export type Passage = {
  readonly heading: Heading | undefined;
  readonly span: Span;
  readonly titles: readonly Heading[];
  readonly status: Status;
  readonly parts: readonly Part[];
  /** The first thing in it that would be executed. */
  readonly shown: Span | undefined;
  /** Whether there is nothing in it, not even prose. */
  readonly empty: boolean;
  /** What in it was not read at all, which matters wherever it stands. */
  readonly unread: readonly Problem[];
  /** What matters if it turns out to be one of the sections 2 to 9. */
  readonly problems: readonly Problem[];
};
