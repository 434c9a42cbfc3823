// What `writ fmt` makes of a document: one form for tables, properties and expressions, and not a byte of anything else.
import type { Document } from "../document/document.ts";
import { readDocument } from "../document/read.ts";
import { applyEdits, type Edit } from "./edits.ts";
import { expressionEdits } from "./expression-edits.ts";
import { propertyEdits } from "./property-edits.ts";
import { saysTheSame } from "./same-document.ts";
import { tableEdits } from "./table-edits.ts";

/** What the document means never changes; where that is not certain the source is given back as it is. */
export function formatDocument(source: string): string {
  const written = readDocument(source);
  if (!isRead(written)) return source;
  const spaced = applyEdits(source, spaceEdits(written));
  const read = spaced === source ? written : readDocument(spaced);
  // Markdown has more corners than the edits know: reading the result again tells whether one was met.
  if (read !== written && !(isRead(read) && saysTheSame(written, read))) return source;
  return applyEdits(spaced, expressionEdits(read));
}

/** Whether the Markdown parser was given all of it. */
const isRead = (document: Document) => document.chunks.every((chunk) => chunk.isWhole);

/** Section 1 is prose, and so is whatever stands outside the nine sections. */
function spaceEdits({ source, sections }: Document): readonly Edit[] {
  const parts = sections.filter(({ number }) => number !== 1).flatMap((section) => section.parts);
  return parts.flatMap((part) => {
    const tables = part.tables.flatMap((table) => tableEdits(source, table));
    return [...tables, ...propertyEdits(source, part.properties, tables)];
  });
}
