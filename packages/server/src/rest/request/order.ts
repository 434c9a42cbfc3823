// The parameter `order`: by which columns, of the row or of a row that it refers to.
import {
  attempt,
  expect,
  isAtEnd,
  match,
  peek,
  refuse,
  refuseEnd,
  separated,
  skip,
  skipBlanks,
  cursorOf,
  type Cursor,
} from "./cursor.ts";
import { optionalName, readField, type Field } from "./names.ts";

export type OrderTerm = {
  /** The embedded row whose column it is; undefined: the row's own. */
  readonly relation: string | undefined;
  readonly field: Field;
  readonly direction: "asc" | "desc" | undefined;
  readonly nulls: "first" | "last" | undefined;
};

export function readOrder(text: string): readonly OrderTerm[] {
  const cursor = cursorOf(text, "order");
  const terms = separated(cursor, readTerm);
  if (!isAtEnd(cursor)) refuseEnd(cursor);
  return terms;
}

function readTerm(cursor: Cursor): OrderTerm {
  skipBlanks(cursor);
  const relation = attempt(cursor, (here) => {
    const name = optionalName(here);
    return name !== undefined && skip(here, "(") ? name : undefined;
  });
  const field = readField(cursor);
  if (relation !== undefined) expect(cursor, ")");
  const direction = match(cursor, /\.(?:asc|desc)(?=[.,]|\s*$)/y)?.slice(1);
  const nulls = match(cursor, /\.nulls(?:first|last)/y)?.slice(6);
  skipBlanks(cursor);
  if (nulls !== undefined && !isAtEnd(cursor) && peek(cursor) !== ",") refuseEnd(cursor);
  if (!isAtEnd(cursor) && peek(cursor) !== ",") {
    if (!skip(cursor, ".")) refuse(cursor, 'delimiter (.), "," or end of input');
    refuse(
      cursor,
      direction === undefined ? '"asc", "desc", "nullsfirst" or "nullslast"' : '"nullsfirst" or "nullslast"',
    );
  }
  return {
    relation,
    field,
    direction: direction === "asc" || direction === "desc" ? direction : undefined,
    nulls: nulls === "first" || nulls === "last" ? nulls : undefined,
  };
}
