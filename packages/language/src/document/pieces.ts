// Gives the source to the Markdown parser piece by piece, and puts together what it makes of them.
import type { RootContent, Table, TableRow } from "mdast";
import type { Problem, Span } from "../problem.ts";
import type { Piece } from "./inline.ts";
import { parseMarkdown, rangeOf } from "./markdown.ts";
import { tooDeep, tooHeavy } from "./problems.ts";
import type { Plan, Unread } from "./scan.ts";

export type PlacedRow = { readonly piece: Piece; readonly row: TableRow };

/** A node of the first level with its place. A long table comes from several pieces. */
export type Block =
  | { readonly kind: "table"; readonly span: Span; readonly rows: readonly PlacedRow[] }
  | { readonly kind: "node"; readonly span: Span; readonly piece: Piece; readonly node: Exclude<RootContent, Table> }
  | { readonly kind: "unread"; readonly span: Span; readonly problem: Problem };

/** `isOpen`: at its end a fence, comment or other raw block goes on. */
export type Blocks = { readonly blocks: readonly Block[]; readonly isOpen: boolean };

/** The plans are those of one chunk, in order. */
export function readBlocks(source: string, plans: readonly Plan[]): Blocks {
  const blocks: Block[] = [];
  let isOpen = false;
  for (let first = 0; first < plans.length; ) {
    // Where the parser sees no end, the piece is read again with the next one, then with the next two more, and so on:
    // cutting less is always right, and doubling keeps all tries together short.
    let count = 1;
    for (;;) {
      const joined = plans.slice(first, first + count);
      const isLast = first + count >= plans.length;
      const read = readPiece(source, joined, blocks.at(-1));
      if (read && (isLast || !isCutOpen(read, plans[first + count]))) {
        if (read.goesOn) blocks.pop();
        blocks.push(...read.blocks);
        isOpen = read.isOpen;
        break;
      }
      count *= 2;
    }
    first += count;
  }
  return { blocks, isOpen };
}
