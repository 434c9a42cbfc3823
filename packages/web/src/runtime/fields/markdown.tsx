// Markdown that people write, drawn node by node: no text becomes a tag, nothing is loaded, nothing runs.
import MarkdownIt, { type Token } from "markdown-it";
import { createElement, Fragment, type ReactNode } from "react";
import { AppLink } from "../routing/link.tsx";
import classes from "./markdown.module.css";

/**
 * Another parser than that of documents: it is fast for any text of a user. Pictures are left out: loading them would
 * reveal to their server who reads this.
 */
const reader = new MarkdownIt({ html: false, linkify: true, breaks: true }).disable("image");

export function Markdown({ text }: { readonly text: string }) {
  return <div className={classes["markdown"]}>{drawAll(reader.parse(text, {}))}</div>;
}

const tags: ReadonlySet<string> = new Set(
  "p strong em s blockquote ul ol li table thead tbody tr th td code pre hr br".split(" "),
);

/** The page and its section have the headings before these. */
const tagOf = ({ tag }: Token): string | undefined => {
  const depth = /^h([1-6])$/.exec(tag)?.[1];
  if (depth !== undefined) return `h${Math.min(6, Number(depth) + 2)}`;
  return tags.has(tag) ? tag : undefined;
};

type Open = { readonly token: Token; readonly children: ReactNode[] };

/** Opening and closing tokens come in one flat list. */
function drawAll(tokens: readonly Token[]): ReactNode {
  const root: ReactNode[] = [];
  const open: Open[] = [];
  const put = (node: ReactNode) => (open.at(-1)?.children ?? root).push(node);
  tokens.forEach((token, key) => {
    // The paragraphs of a tight list are none.
    if (token.hidden) return;
    if (token.nesting === 1) open.push({ token, children: [] });
    else if (token.nesting === -1) {
      const done = open.pop();
      if (done !== undefined) put(drawOne(done.token, done.children, key));
    } else
      put(token.type === "inline" ? <Fragment key={key}>{drawAll(token.children ?? [])}</Fragment> : leaf(token, key));
  });
  return root;
}

function leaf(token: Token, key: number): ReactNode {
  switch (token.type) {
    case "text":
      return token.content;
    case "code_inline":
      return <code key={key}>{token.content}</code>;
    case "fence":
    case "code_block":
      return (
        <pre key={key}>
          <code>{token.content}</code>
        </pre>
      );
    case "softbreak":
    case "hardbreak":
      return <br key={key} />;
    case "hr":
      return <hr key={key} />;
    default:
      return token.content;
  }
}

function drawOne(token: Token, children: readonly ReactNode[], key: number): ReactNode {
  if (token.type === "link_open") {
    const address = String(token.attrGet("href") ?? "");
    if (/^\/(?!\/)/.test(address))
      return (
        <AppLink key={key} to={address}>
          {children}
        </AppLink>
      );
    // Anything else could run something in the page.
    return /^(?:https?:\/\/|mailto:|tel:)/i.test(address) ? (
      <a key={key} href={address} target="_blank" rel="noopener noreferrer nofollow ugc">
        {children}
      </a>
    ) : (
      <Fragment key={key}>{children}</Fragment>
    );
  }
  const tag = tagOf(token);
  return tag === undefined ? <Fragment key={key}>{children}</Fragment> : createElement(tag, { key }, ...children);
}
