// From offsets to the lines and columns that people and editors count, and back to the text of a line.

export type LineMap = {
  /** Both from 1; columns in UTF-16 units, as editors and the JSON form count. */
  readonly at: (offset: number) => { readonly line: number; readonly column: number };
  /** The text of a line without its end. */
  readonly lineText: (line: number) => string;
};

/** Lines end with LF, CRLF or a lone CR, as in Markdown. A byte order mark at the beginning has no column. */
export function lineMap(source: string): LineMap {
  const starts = [0];
  for (let index = 0; index < source.length; index++) {
    const unit = source.charCodeAt(index);
    if (unit === 10 || (unit === 13 && source.charCodeAt(index + 1) !== 10)) starts.push(index + 1);
  }
  const mark = source.charCodeAt(0) === 0xfeff ? 1 : 0;
  const startOf = (line: number) => starts[line] ?? source.length;
  return {
    at: (offset) => {
      let low = 0;
      let high = starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (startOf(middle) <= offset) low = middle;
        else high = middle - 1;
      }
      const column = offset - startOf(low) + 1;
      return { line: low + 1, column: low === 0 ? Math.max(1, column - mark) : column };
    },
    lineText: (line) => {
      let end = startOf(line);
      // A search from the left would walk through a line of a megabyte for each problem in it.
      if (line < starts.length) end -= source.charCodeAt(end - 1) === 10 && source.charCodeAt(end - 2) === 13 ? 2 : 1;
      return source.slice(Math.max(startOf(line - 1), line === 1 ? mark : 0), end);
    },
  };
}
