// The one door to the Markdown parser: GitHub's flavour with tables and strikethrough, nothing else.
import type { Root, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmStrikethrough } from "micromark-extension-gfm-strikethrough";
import { gfmTable } from "micromark-extension-gfm-table";
import { gfmTree } from "./gfm-tree.ts";

const options = {
  extensions: [
    gfmTable(),
    gfmStrikethrough(),
    // Without definitions of links no line depends on one far away, and every piece can be read on its own. Where
    // words count, `[text][1]` would lose its brackets and nothing else.
    { disable: { null: ["definition"] } },
  ],
  mdastExtensions: [gfmTree],
};

/** Offsets are those of `text`, which must not begin with a byte order mark: the parser would not count it. */
export function parseMarkdown(text: string): readonly RootContent[] {
  return fromMarkdown(text, options).children;
}

/** The half-open range of a node in the text that was parsed. */
export function rangeOf(node: { readonly position?: Root["position"] }): {
  readonly start: number;
  readonly end: number;
} {
  return { start: node.position?.start.offset ?? 0, end: node.position?.end.offset ?? 0 };
}
