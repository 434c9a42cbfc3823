// The body of a write: rows as JSON, whatever they were sent as, and the columns that they give.
import { wrongBody } from "../failure.ts";
import type { DataRequest } from "./request.ts";

export type Payload = {
  /** A JSON object or array, as text for the database. */
  readonly json: string;
  readonly columns: readonly string[];
  readonly isArray: boolean;
  readonly isEmpty: boolean;
};

/** Of a write to a table. Rows of one array give the same columns, or `columns` says which. */
export function readPayload(request: DataRequest): Payload {
  if (request.body === "" && request.contentType.type === "application/json") throw wrongBody("Empty or invalid json");
  const json = jsonOf(request);
  const parsed = parse(json);
  const rows = Array.isArray(parsed) ? parsed : [parsed];
  if (rows.some((row) => typeof row !== "object" || row === null || Array.isArray(row)))
    throw wrongBody("All object keys must match");
  const [first] = rows;
  const columns = request.columns ?? Object.keys(first ?? {});
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
      return JSON.stringify(Object.fromEntries(new URLSearchParams(body)));
    default:
      throw wrongBody(`Content-Type not acceptable: ${contentType.type}`);
  }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
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
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  while (pattern.lastIndex < text.length) {
    const found = pattern.exec(text);
    if (found === null) throw wrongBody("parse error (Failed reading: satisfyElem)");
    cells.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? "");
    if (found[3] === ",") {
      if (pattern.lastIndex === text.length) cells.push("");
      continue;
    }
    lines.push(cells);
    cells = [];
  }
  if (cells.length > 0) lines.push(cells);
  return lines.filter((line) => line.length > 1 || line[0] !== "");
}
