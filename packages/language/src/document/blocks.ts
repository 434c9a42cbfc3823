// From the nodes of the Markdown parser to tables, properties and code, with every word at its place.
import type { Code, List, ListItem, Nodes, Table as TableNode, TableCell } from "mdast";
import type { Problem, Span } from "../problem.ts";
import { reportBrokenTable } from "./broken-tables.ts";
import type { CodeBlock, Property, Row } from "./document.ts";
import { readInline, type Piece } from "./inline.ts";
import { rangeOf } from "./markdown.ts";
import { notAProperty, tableInList } from "./problems.ts";
import { matchText, type Text } from "../text/text.ts";

function spanOfNode(piece: Piece, node: Nodes): Span {
  const { start, end } = rangeOf(node);
  return { start: piece.base + start, end: piece.base + end };
}

/** The rows of a table, the header first. */
export function readRows(piece: Piece, table: TableNode, problems: Problem[]): readonly Row[] {
  const wide = table.children[0]?.children.length ?? 0;
  return table.children.map((row) => {
    // A row with too many cells is reported as such: the backticks that its pipes have separated are not.
    const found = row.children.length > wide ? [] : problems;
    return { span: spanOfNode(piece, row), cells: row.children.map((cell) => readCell(piece, cell, found)) };
  });
}

function readCell(piece: Piece, cell: TableCell, problems: Problem[]): Text {
  return readInline(piece, cell.children, placeInCell(piece, cell), problems);
}

/** Where a person would write into an empty cell: behind the pipe and its space. */
function placeInCell(piece: Piece, cell: TableCell): number {
  const { start, end } = spanOfNode(piece, cell);
  let at = start;
  if (piece.source.charAt(at) === "|") at++;
  return at < end && piece.source.charAt(at) === " " ? at + 1 : at;
}

/** The items of the list directly under a heading. What is not `Name: value` on one line is reported and left out. */
export function readPropertyList(piece: Piece, list: List, problems: Problem[]): readonly Property[] {
  return list.children.flatMap((item) => readProperty(piece, item, problems));
}

const propertyPattern = /^(?<name>[^:`]*[^:`\s])\s*:\s*(?<value>.*)$/ds;

/** Whether every item of a list that is not one of properties looks as if it was meant to be. */
export function looksLikeProperties(piece: Piece, list: List): boolean {
  return list.children.every((item) => {
    const [paragraph, ...more] = item.children;
    if (paragraph?.type !== "paragraph" || more.length > 0) return false;
    const { start, end } = spanOfNode(piece, paragraph);
    return /^[A-Z][A-Za-z ]{1,20}: ./.test(piece.source.slice(start, end));
  });
}

function readProperty(piece: Piece, item: ListItem, problems: Problem[]): readonly Property[] {
  const span = spanOfNode(piece, item);
  const [paragraph, ...more] = item.children;
  if (paragraph?.type !== "paragraph") {
    problems.push(notAProperty.at({ span, address: "" }, "no name"));
    return [];
  }
  const words = readInline(piece, paragraph.children, span.end, problems);
  const property = matchText(words, propertyPattern);
  if (!property?.["name"] || !property["value"]) {
    problems.push(notAProperty.at({ span: spanOfNode(piece, paragraph), address: "" }, "no name"));
    return [];
  }
  const line = spanOfNode(piece, paragraph);
  const broken = /[\r\n]/.exec(piece.source.slice(line.start, line.end));
  const extra = more[0];
  if (broken) {
    problems.push(
      notAProperty.at(
        { span: { start: line.start + broken.index + 1, end: line.end }, address: "" },
        "more than a line",
      ),
    );
  } else if (extra && extra.type !== "table") {
    problems.push(notAProperty.at({ span: spanOfNode(piece, extra), address: "" }, "more than a line"));
  }
  return [{ span, name: property["name"], value: property["value"] }];
}

export function readCode(piece: Piece, node: Code): CodeBlock | undefined {
  const span = spanOfNode(piece, node);
  if (node.lang !== "ts" && node.lang !== "markdown") return undefined;
  return { span, language: node.lang, content: contentOf(piece, node.value, span) };
}

function contentOf(piece: Piece, value: string, span: Span): Text {
  const first = /\r\n|\n|\r/.exec(piece.source.slice(span.start, span.end));
  const start = first ? span.start + first.index + first[0].length : span.end;
  if (piece.source.startsWith(value, start)) return { text: value, start, end: start + value.length };
  const map: number[] = [];
  let at = start;
  for (const character of value.split("")) {
    // A fence that is indented takes as much away from every line.
    while (at < span.end && piece.source.charAt(at) !== character && /[ \t]/.test(piece.source.charAt(at))) at++;
    map.push(Math.min(at, span.end));
    if (piece.source.charAt(at) === character || character === "\uFFFD") at++;
  }
  const end = Math.min(at, span.end);
  return { text: value, start: map[0] ?? start, end, map: [...map, end] };
}

/** Every table in a list, however deep, except in a blockquote, which illustrates. */
export function reportTablesIn(piece: Piece, list: List, problems: Problem[]): void {
  const left: (List | ListItem)[] = [list];
  for (let node = left.pop(); node; node = left.pop()) {
    for (const child of node.children) {
      const span = spanOfNode(piece, child);
      if (child.type === "table") problems.push(tableInList.at({ span, address: "" }));
      else if (child.type === "paragraph") reportBrokenTable(piece, child, span, problems);
      else if (child.type === "list" || child.type === "listItem") left.push(child);
    }
  }
}
