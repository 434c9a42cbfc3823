// The Markdown of a page as a tree of what may stand in it: drawn node by node, so that no text ever becomes a tag.
import type { Nodes } from "mdast";
import { parseMarkdown } from "../document/markdown.ts";
import type { PageNode } from "./application.ts";

export const pageOf = (markdown: string): readonly PageNode[] => parseMarkdown(markdown).flatMap(pageNodes);

type Plain = Exclude<PageNode["kind"], "text" | "code" | "block" | "heading" | "link">;

const kinds: Readonly<Record<string, Plain>> = {
  paragraph: "paragraph",
  strong: "strong",
  emphasis: "emphasis",
  delete: "struck",
  blockquote: "quote",
  listItem: "item",
  table: "table",
  tableRow: "row",
  tableCell: "cell",
};

export function pageNodes(node: Nodes): readonly PageNode[] {
  const children = "children" in node ? node.children.flatMap(pageNodes) : [];
  switch (node.type) {
    case "text":
      return [{ kind: "text", text: node.value }];
    case "inlineCode":
    case "code":
      return [{ kind: node.type === "code" ? "block" : "code", text: node.value }];
    case "heading":
      // The page has the screen's name as its first heading.
      return [{ kind: "heading", depth: Math.min(6, node.depth + 1), children }];
    case "list":
      return [{ kind: node.ordered === true ? "ordered" : "list", children }];
    case "link":
      return isSafe(node.url) ? [{ kind: "link", address: node.url, children }] : children;
    case "break":
      return [{ kind: "text", text: "\n" }];
    case "thematicBreak":
      return [{ kind: "rule", children: [] }];
    default: {
      // Tags and pictures are left out: they would load or run something that the document does not say.
      const kind = kinds[node.type];
      return kind === undefined ? children : [{ kind, children }];
    }
  }
}

/** Anything else could run something in the page. */
const isSafe = (address: string): boolean => /^(?:https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i.test(address);
