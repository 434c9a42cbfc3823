// A page of words: the document's Markdown, drawn node by node.
import type { PageNode } from "@writ/language/product";
import { createElement, type ReactNode } from "react";
import { AppLink } from "../routing/link.tsx";
import { rowsByEntity } from "../routing/read-route.ts";
import type { ScreenProps } from "./kinds.ts";
import { ScreenHead } from "./screen-head.tsx";
import classes from "./page.module.css";

export function Page({ screen, route }: ScreenProps) {
  return (
    <>
      <ScreenHead screen={screen} rows={rowsByEntity(screen, route)} />
      <article className={classes["page"]}>{screen.page.map(draw)}</article>
    </>
  );
}

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

function draw(node: PageNode, key: number): ReactNode {
  switch (node.kind) {
    case "text":
      return node.text;
    case "code":
      return <code key={key}>{node.text}</code>;
    case "block":
      return (
        <pre key={key}>
          <code>{node.text}</code>
        </pre>
      );
    case "heading":
      return createElement(`h${node.depth}`, { key }, node.children.map(draw));
    case "link":
      return node.address.startsWith("/") ? (
        <AppLink key={key} to={node.address}>
          {node.children.map(draw)}
        </AppLink>
      ) : (
        <a key={key} href={node.address} rel="noopener noreferrer">
          {node.children.map(draw)}
        </a>
      );
    case "rule":
      return <hr key={key} />;
    case "table":
      return (
        <table key={key}>
          <tbody>{node.children.map(draw)}</tbody>
        </table>
      );
    default:
      return createElement(tags[node.kind], { key }, node.children.map(draw));
  }
}
