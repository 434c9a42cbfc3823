// Words of the document, drawn node by node: no text of it becomes a tag.
import type { PageNode } from "@writ/language/product";
import { createElement, type ReactNode } from "react";

const tags = {
  paragraph: "p",
  strong: "strong",
  emphasis: "em",
  struck: "del",
  quote: "blockquote",
  list: "ul",
  ordered: "ol",
  item: "li",
  row: "tr",
  cell: "td",
} as const;

export function inline(node: PageNode, key: number): ReactNode {
  switch (node.kind) {
    case "text":
      return node.text;
    case "code":
      return <code key={key}>{node.text}</code>;
    case "block":
      return <pre key={key}>{node.text}</pre>;
    case "heading":
      return <strong key={key}>{node.children.map(inline)}</strong>;
    case "link":
      return (
        <a key={key} href={node.address} target="_blank" rel="noopener noreferrer">
          {node.children.map(inline)}
        </a>
      );
    case "rule":
      return <hr key={key} />;
    case "table":
      return (
        <table key={key}>
          <tbody>{node.children.map(inline)}</tbody>
        </table>
      );
    default:
      return createElement(tags[node.kind], { key }, node.children.map(inline));
  }
}

/** For headings and addresses of them. */
export const textOf = (nodes: readonly PageNode[]): string =>
  nodes.map((node) => ("text" in node ? node.text : textOf(node.children))).join("");
