// A document as people read it: a tree of what may stand in it, each piece with its lines and with the clauses that it
// states. Drawn node by node, so that no text of it ever becomes a tag.
import type { RootContent, TableRow } from "mdast";
import type { Compiled } from "../compile.ts";
import { lineMap, type LineMap } from "../document/lines.ts";
import { parseMarkdown, rangeOf } from "../document/markdown.ts";
import { clausesOf } from "../model/clauses.ts";
import type { PageNode } from "../product/application.ts";
import { pageNodes } from "../product/page.ts";

/** Lines from 1, both inclusive; `clauses`: addresses of what it states, none where it is prose. */
export type Placed = { readonly from: number; readonly to: number; readonly clauses: readonly string[] };

export type DocumentBlock = Placed &
  (
    | { readonly kind: "heading"; readonly depth: number; readonly children: readonly PageNode[] }
    | { readonly kind: "text"; readonly children: readonly PageNode[] }
    | {
        readonly kind: "list";
        readonly ordered: boolean;
        readonly items: readonly (Placed & { readonly children: readonly PageNode[] })[];
      }
    | {
        readonly kind: "table";
        readonly head: readonly (readonly PageNode[])[];
        readonly rows: readonly (Placed & { readonly cells: readonly (readonly PageNode[])[] })[];
      }
    | { readonly kind: "code"; readonly language: string; readonly text: string }
    | { readonly kind: "comment"; readonly text: string }
  );

type Clauses = readonly { readonly address: string; readonly start: number }[];

export function documentBlocks(source: string, compiled: Compiled): readonly DocumentBlock[] {
  // The parser would not count a byte order mark.
  const shift = source.charCodeAt(0) === 0xfeff ? 1 : 0;
  const lines = lineMap(source);
  // A document that the reader gave up on, as too deep or too large, is not drawn either: it is shown as source text.
  if (!compiled.document.chunks.every(({ isWhole }) => isWhole))
    return [{ kind: "code", language: "", text: source, from: 1, to: lines.at(source.length).line, clauses: [] }];
  const clauses = clausesOf(compiled.model).map(({ address, span }) => ({ address, start: span.start }));
  const placed = (node: Parameters<typeof rangeOf>[0]): Placed => placeOf(node, shift, lines, clauses);
  return parseMarkdown(source.slice(shift)).flatMap((node) => blockOf(node, placed));
}

function blockOf(node: RootContent, placed: (node: Parameters<typeof rangeOf>[0]) => Placed): readonly DocumentBlock[] {
  switch (node.type) {
    case "heading":
      return [{ kind: "heading", depth: node.depth, children: node.children.flatMap(pageNodes), ...placed(node) }];
    case "table": {
      const [head, ...rows] = node.children;
      const cells = (row: TableRow) => row.children.map((cell) => cell.children.flatMap(pageNodes));
      return [
        {
          kind: "table",
          head: head === undefined ? [] : cells(head),
          rows: rows.map((row) => ({ cells: cells(row), ...placed(row) })),
          ...placed(node),
          clauses: [],
        },
      ];
    }
    case "list":
      return [
        {
          kind: "list",
          ordered: node.ordered === true,
          items: node.children.map((item) => ({
            children: item.children.flatMap((child) =>
              child.type === "paragraph" ? child.children.flatMap(pageNodes) : pageNodes(child),
            ),
            ...placed(item),
          })),
          ...placed(node),
          clauses: [],
        },
      ];
    case "code":
      return [{ kind: "code", language: node.lang ?? "", text: node.value, ...placed(node) }];
    case "html":
      return [{ kind: "comment", text: node.value, ...placed(node) }];
    default:
      return [{ kind: "text", children: pageNodes(node), ...placed(node) }];
  }
}

function placeOf(node: Parameters<typeof rangeOf>[0], shift: number, lines: LineMap, clauses: Clauses): Placed {
  const { start, end } = rangeOf(node);
  const inside = clauses.filter((clause) => clause.start >= start + shift && clause.start < end + shift);
  const addresses = [...new Set(inside.map(({ address }) => address))];
  return {
    from: lines.at(start + shift).line,
    to: lines.at(Math.max(start, end - 1) + shift).line,
    // A row states its cells too: the row says it.
    clauses: addresses.filter((one) => !addresses.some((other) => other !== one && one.startsWith(`${other}/`))),
  };
}
