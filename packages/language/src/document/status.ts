// "not shown." and "none.": how a section or subsection says that it shows nothing, and why.
import type { Span } from "../problem.ts";
import type { Status } from "./document.ts";
import { spanOf, sliceText, type Text } from "../text/text.ts";

export type StatusWords = { readonly kind: "not shown" | "none"; readonly span: Span; readonly rest: string };

/** What a paragraph says, if it begins with `not shown.` or `none.`, or is nothing but these words. */
export function statusIn(paragraph: Text): StatusWords | undefined {
  const match = /^(not shown|none)(?:\.|$)/i.exec(paragraph.text);
  if (!match) return undefined;
  return {
    kind: match[1]?.toLowerCase() === "none" ? "none" : "not shown",
    span: spanOf(sliceText(paragraph, 0, match[0].length)),
    rest: paragraph.text.slice(match[0].length).trim(),
  };
}

/** `more`: the paragraphs that follow, which explain it too. */
export function statusOf(said: StatusWords | undefined, more: readonly string[]): Status {
  if (!said) return { kind: "shown" };
  return {
    kind: said.kind,
    span: said.span,
    explanation: [said.rest, ...more].filter((words) => words !== "").join("\n\n"),
  };
}
