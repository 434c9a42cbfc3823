// From the parser's tokens of GitHub's tables and strikethrough to nodes of the tree. The packages for this also load
// a Markdown printer, 60 modules that nothing here needs.
import type { CompileContext, Extension, Token } from "mdast-util-from-markdown";

declare module "mdast-util-from-markdown" {
  interface CompileData {
    inTable?: boolean | undefined;
  }
}

function enterTable(this: CompileContext, token: Token): void {
  this.enter({ type: "table", children: [] }, token);
  this.data.inTable = true;
}

function exitTable(this: CompileContext, token: Token): void {
  this.exit(token);
  this.data.inTable = undefined;
}

function enterRow(this: CompileContext, token: Token): void {
  this.enter({ type: "tableRow", children: [] }, token);
}

function enterCell(this: CompileContext, token: Token): void {
  this.enter({ type: "tableCell", children: [] }, token);
}

function enterDelete(this: CompileContext, token: Token): void {
  this.enter({ type: "delete", children: [] }, token);
}

function exit(this: CompileContext, token: Token): void {
  this.exit(token);
}

/** In a table `\|` is how code says `|`; before anything else a backslash in code is itself. */
function exitCodeText(this: CompileContext, token: Token): void {
  const value = this.resume();
  const node = this.stack.at(-1);
  if (node?.type !== "inlineCode") throw new Error("Code ends where none began.");
  // Two backslashes are taken together, so that the second one does not escape a pipe.
  node.value =
    this.data.inTable === true ? value.replace(/\\([\\|])/g, (both, one) => (one === "|" ? one : both)) : value;
  this.exit(token);
}

export const gfmTree: Extension = {
  canContainEols: ["delete"],
  enter: {
    table: enterTable,
    tableData: enterCell,
    tableHeader: enterCell,
    tableRow: enterRow,
    strikethrough: enterDelete,
  },
  exit: {
    codeText: exitCodeText,
    table: exitTable,
    tableData: exit,
    tableHeader: exit,
    tableRow: exit,
    strikethrough: exit,
  },
};
