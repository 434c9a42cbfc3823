// From what the database answered to a response: status, headers, body.
import {
  notSingular,
  RestFailure,
  tooManyAffected,
  wrongRange,
  wrongResponseHeaders,
  wrongResponseStatus,
} from "../failure.ts";
import type { AnswerRow } from "../query/answer.ts";
import { appliedHeader, type Preferences } from "../request/preferences.ts";
import type { DataRequest } from "../request/request.ts";
import type { Form } from "./form.ts";
import { isHeader, isStatus } from "./headers.ts";

export type DataResponse = {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Bytes where the database made something else than text. */
  readonly body: string | Uint8Array | null;
};

export type Answered = {
  readonly request: DataRequest;
  readonly row: AnswerRow;
  readonly form: Form | undefined;
  /** How many rows there are, where that was counted or guessed. */
  readonly total: number | undefined;
  /** The client takes one row and no other number of rows, whether or not it is shown. */
  readonly isSingle: boolean;
  /** What the response of a `put` or `insert` on a row that was there is. */
  readonly applied: readonly (keyof Preferences)[];
};

/** It repeats what was asked. Clients, and servers between, take heads of some kilobytes, and fail at longer ones. */
const longestLocation = 4096;

export function respond({ request, row, form, total, applied, isSingle }: Answered): DataResponse {
  const { method, preferences, range } = request;
  const rows = Number(row.rows);
  const isEmpty = form === undefined && request.target.kind === "function";
  if (isSingle && rows !== 1) throw notSingular(rows);
  const reads = method === "GET" || method === "HEAD" || request.target.kind === "function";
  const content = reads ? contentRange(range.offset, rows, total) : writtenRange(request, rows);
  const headers: (readonly [string, string])[] = [];
  if (form !== undefined) headers.push(["Content-Type", form.contentType]);
  if (content !== undefined) headers.push(["Content-Range", content]);
  const said = appliedHeader(preferences, applied);
  if (said !== undefined) headers.push(["Preference-Applied", said]);
  if (request.profiled && request.target.kind !== "root") headers.push(["Content-Profile", request.target.schema]);
  const location = method === "POST" && preferences.return === "headers-only" ? locationOf(request, row) : undefined;
  if (location !== undefined) headers.push(["Location", location]);
  const { target } = request;
  const isOfRows = (method === "GET" || method === "HEAD") && target.kind === "table";
  if (isOfRows && request.canonical.length <= longestLocation) {
    headers.push([
      "Content-Location",
      `/${encodeURIComponent(target.name)}${request.canonical === "" ? "" : `?${request.canonical}`}`,
    ]);
  }
  headers.push(["Vary", "Accept, Prefer, Range"]);
  const status = isEmpty ? 204 : statusOf(request, rows, total, form, row.inserted);
  return override({ status, headers, body: method === "HEAD" || form === undefined ? null : row.body }, row);
}

/** How the database would answer, instead of an answer. */
export function respondPlan({ profiled, target }: DataRequest, form: Form, body: string): DataResponse {
  const profile = profiled && target.kind !== "root" ? [["Content-Profile", target.schema] as const] : [];
  return {
    status: 200,
    headers: [["Content-Type", form.contentType], ...profile, ["Vary", "Accept, Prefer, Range"]],
    body,
  };
}

/** More was written than the client was ready for: nothing of it stays. */
export function checkAffected(preferences: Preferences, rows: number): void {
  if (preferences.handling !== "strict" || preferences.maxAffected === undefined) return;
  if (rows > preferences.maxAffected) throw tooManyAffected(rows);
}

function contentRange(offset: number, rows: number, total: number | undefined): string {
  const whole = total === undefined ? "*" : String(total);
  return rows === 0 || offset > offset + rows - 1 ? `*/${whole}` : `${offset}-${offset + rows - 1}/${whole}`;
}

function writtenRange({ method, preferences }: DataRequest, rows: number): string | undefined {
  const total = preferences.count === undefined ? "*" : String(rows);
  if (method === "PUT") return undefined;
  if (method === "POST" || method === "DELETE") return `*/${total}`;
  return rows === 0 ? `*/${total}` : `0-${rows - 1}/${total}`;
}

function statusOf(
  request: DataRequest,
  rows: number,
  total: number | undefined,
  form: Form | undefined,
  inserted: string | null,
): number {
  const { method, range, target } = request;
  if (method === "GET" || method === "HEAD" || target.kind === "function") {
    if (total === undefined) return 200;
    if (range.offset > total && range.offset > 0) {
      const { failure } = wrongRange(`An offset of ${range.offset} was requested, but there are only ${total} rows.`);
      throw new RestFailure({ ...failure, headers: { "Content-Range": `*/${total}` } });
    }
    return rows < total ? 206 : 200;
  }
  if (method === "POST" || method === "PUT") {
    const overwrites = method === "PUT" || request.preferences.resolution === "merge-duplicates";
    const isNew = !overwrites || inserted === null || Number(inserted) > 0;
    if (method === "POST") return isNew ? 201 : 200;
    return form === undefined ? 204 : isNew ? 201 : 200;
  }
  return form === undefined ? 204 : 200;
}

function locationOf({ target }: DataRequest, { keys }: AnswerRow): string | undefined {
  if (keys === null || target.kind === "root") return undefined;
  const pairs: readonly (readonly [string, string | null])[] = JSON.parse(keys);
  const named = pairs.map(
    ([name, value]) => `${encodeURIComponent(name)}=${value === null ? "is.null" : `eq.${encodeURIComponent(value)}`}`,
  );
  return `/${encodeURIComponent(target.name)}?${named.join("&")}`;
}

/** A function may say how the response goes out. */
function override(response: DataResponse, { headers, status }: AnswerRow): DataResponse {
  const own = headers === null ? [] : ownHeaders(headers);
  const names = new Set(own.map(([name]) => name.toLowerCase()));
  const code = status === null ? response.status : ownStatus(status);
  return {
    ...response,
    status: code,
    headers: [...response.headers.filter(([name]) => !names.has(name.toLowerCase())), ...own],
  };
}

function ownHeaders(text: string): readonly (readonly [string, string])[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw wrongResponseHeaders();
  }
  if (!Array.isArray(parsed)) throw wrongResponseHeaders();
  return parsed.map((item: unknown) => {
    const entries = typeof item === "object" && item !== null && !Array.isArray(item) ? Object.entries(item) : [];
    const [entry] = entries;
    if (entries.length !== 1 || entry === undefined || typeof entry[1] !== "string") throw wrongResponseHeaders();
    const header = [entry[0], entry[1]] as const;
    if (!isHeader(header)) throw wrongResponseHeaders();
    return header;
  });
}

function ownStatus(text: string): number {
  const status = Number(text);
  if (!/^\d{3}$/.test(text) || !isStatus(status)) throw wrongResponseStatus();
  return status;
}
