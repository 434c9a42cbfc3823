// What `writ fmt` makes of a document: one form for tables, properties and expressions, and not a byte of anything else.
import type { Document } from "../document/document.ts";
import { readDocument } from "../document/read.ts";
import { scanSource } from "../document/scan.ts";
import { applyEdits, type FormedLine } from "../text/edits.ts";
import { expressionEdits } from "./expression-edits.ts";
import { propertyLines } from "./property-lines.ts";
import { saysTheSame } from "./same-document.ts";
import { tableLines } from "./table-lines.ts";

/** What the document means never changes. What the Markdown parser has not read in full is given back as it is. */
export function formatDocument(source: string): string {
  const document = readDocument(source);
  if (document.chunks.some((chunk) => !chunk.isWhole)) return source;
  const lines = formLines(document);
  const formatted = applyEdits(source, [...editsOf(lines), ...expressionEdits(document, lines)]);
  // A shorter document may weigh less.
  return scanSource(formatted).some((plan) => plan.unread) ? source : formatted;
}

/** Section 1 is prose, and so is whatever stands outside the nine sections. */
function formLines(document: Document): readonly FormedLine[] {
  const { source } = document;
  const parts = document.sections.filter(({ number }) => number !== 1).flatMap((section) => section.parts);
  const formed = parts.map((part) => {
    const rows = part.tables.flatMap((table) => tableLines(source, table));
    return { rows, items: propertyLines(source, part.properties, rows) };
  });
  const rows = formed.flatMap((part) => part.rows);
  const items = formed.flatMap((part) => part.items);
  return keepsMeaning(document, rows, items) ? [...rows, ...items] : rows;
}

/**
 * Space around a cell means nothing. How far an item stands from the margin decides what else belongs to it, and signs
 * around its colon may be Markdown: that has more corners than this formatter knows, so the result is read again.
 */
function keepsMeaning(document: Document, rows: readonly FormedLine[], items: readonly FormedLine[]): boolean {
  if (items.every((item) => item.edits.length === 0)) return true;
  const formed = readDocument(applyEdits(document.source, editsOf([...rows, ...items])), document);
  return formed.chunks.every((chunk) => chunk.isWhole) && saysTheSame(document, formed);
}

const editsOf = (lines: readonly FormedLine[]) => lines.flatMap(({ edits }) => edits);
