// The body of a write: rows as JSON, whatever they were sent as, and the columns that they give.
import { mostValues, readForm, readPairs } from "../../gate/read-form.ts";
import { readJson } from "../../gate/read-json.ts";
import { wrongBody } from "../failure.ts";
import type { DataRequest } from "./request.ts";

export type Payload = {
  /** A JSON object or array, as text for the database. */
  readonly json: string;
  readonly columns: readonly string[];
  readonly isArray: boolean;
  readonly isEmpty: boolean;
};

/** Each row is checked, guarded and reported: a request that would exceed the statement timeout is refused at once. */
const mostRows = 100_000;
const tooManyRows = () => wrongBody(`A request may hold at most ${mostRows} rows`);

const tooWide = () => wrongBody(`A row may hold at most ${mostValues} values`);

export function checkWidth(names: readonly string[]): void {
  if (names.length > mostValues) throw tooWide();
}

/** Of a write to a table. Rows of one array give the same columns, or `columns` says which. */
export function readPayload(request: DataRequest): Payload {
  if (request.body === "" && request.contentType.type === "application/json") throw wrongBody("Empty or invalid json");
  const json = jsonOf(request);
  const parsed = parse(json);
  const rows = Array.isArray(parsed) ? parsed : [parsed];
  if (rows.some((row) => typeof row !== "object" || row === null || Array.isArray(row)))
    throw wrongBody("All object keys must match");
  const [first] = rows;
  if (rows.length > mostRows) throw tooManyRows();
  const columns = request.columns ?? Object.keys(first ?? {});
  checkWidth(columns);
  if (request.columns === undefined) {
    const known = new Set(columns);
    const same = rows.every((row) => {
      const keys = Object.keys(row as object);
      return keys.length === known.size && keys.every((key) => known.has(key));
    });
    if (!same) throw wrongBody("All object keys must match");
  }
  return { json, columns: [...new Set(columns)], isArray: Array.isArray(parsed), isEmpty: rows.length === 0 };
}

export function jsonOf({ contentType, body }: DataRequest): string {
  switch (contentType.type) {
    case "application/json":
    case "application/vnd.pgrst.object+json":
    case "application/vnd.pgrst.array+json":
    case "*/*":
      return body === "" ? "{}" : body;
    case "text/csv":
      return JSON.stringify(csvRows(body));
    case "application/x-www-form-urlencoded":
      return JSON.stringify(formOf(body));
    default:
      throw wrongBody(`Content-Type not acceptable: ${contentType.type}`);
  }
}

function formOf(body: string): Readonly<Record<string, string>> {
  const form = readForm(body);
  if (form === undefined) throw tooWide();
  return form;
}

/** Of a call: a name that comes again is a list. */
export function pairsOf(body: string): readonly (readonly [name: string, value: string])[] {
  const pairs = readPairs(body, mostRows);
  if (pairs === undefined) throw wrongBody(`A form may hold at most ${mostRows} values`);
  return pairs;
}

function parse(json: string): unknown {
  try {
    return readJson(json);
  } catch {
    throw wrongBody("Empty or invalid json");
  }
}

/** The first line names the columns; `NULL` is no value. */
function csvRows(text: string): readonly Readonly<Record<string, string | null>>[] {
  const [header, ...lines] = csvLines(text);
  if (header === undefined) throw wrongBody("not enough input");
  return lines.map((cells) => {
    if (cells.length !== header.length) throw wrongBody("All lines must have same number of fields");
    return Object.fromEntries(
      header.map((name, index) => [name, cells[index] === "NULL" ? null : (cells[index] ?? null)]),
    );
  });
}

function csvLines(text: string): readonly (readonly string[])[] {
  const lines: string[][] = [];
  let cells: string[] = [];
  let at = 0;
  while (at < text.length) {
    const { end, value } = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at);
    const found = matchAt(/,|\r?\n|$/y, text, end);
    if (found === undefined) throw wrongBody("parse error (Failed reading: satisfyElem)");
    at = end + found.length;
    cells.push(value);
    checkWidth(cells);
    if (found === ",") {
      if (at === text.length) cells.push("");
      continue;
    }
    if (lines.push(cells) > mostRows + 1) throw tooManyRows();
    cells = [];
  }
  if (cells.length > 0) lines.push(cells);
  return lines.filter((line) => line.length > 1 || line[0] !== "");
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

type Cell = { readonly end: number; readonly value: string };

function plainCell(text: string, start: number): Cell {
  const value = matchAt(/[^",\r\n]*/y, text, start) ?? "";
  return { end: start + value.length, value };
}

/** To the first quote that is not doubled. One pattern for all of it would run out of stack in a long text. */
function quotedCell(text: string, start: number): Cell {
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) throw wrongBody("parse error (Failed reading: satisfyElem)");
    if (text[quote + 1] !== '"') {
      return { end: quote + 1, value: text.slice(start + 1, quote).replaceAll('""', '"') };
    }
    at = quote + 2;
  }
}
