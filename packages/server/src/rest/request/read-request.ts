// From method, address, headers and body to a request for data; whatever cannot be read is refused here.
import { tooLong, unreadable, wrongMethod, wrongPath, wrongRange, wrongRpcMethod, wrongSchema } from "../failure.ts";
import { readCondition, optionalCondition, readLogic, type Filter } from "./filter.ts";
import { readAccept, readMedia } from "./media.ts";
import { readPath } from "./names.ts";
import { readOrder } from "./order.ts";
import { readPreferences } from "./preferences.ts";
import type { At, DataRequest, Method, Range, Target } from "./request.ts";
import { readColumns, readSelect } from "./select.ts";

export type RawRequest = {
  readonly method: string;
  /** Below the service's own address: `/ticket`, `/rpc/ticket_take`. Still percent-encoded. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  readonly headers: { readonly get: (name: string) => string | null };
  /** As bytes where they may be something else than text. */
  readonly body: string | Uint8Array;
};

export type ReadOptions = {
  /** The first one is used where none is asked for. */
  readonly schemas: readonly string[];
  readonly maxRows: number | undefined;
};

const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"]);

export function readRequest(raw: RawRequest, options: ReadOptions): DataRequest {
  if (!methods.has(raw.method)) throw wrongMethod(raw.method);
  const method = raw.method as Method;
  const { schema, profiled } = readSchema(method, raw.headers, options.schemas);
  const target = readTarget(raw.path, schema);
  if (target.kind === "function" && !["GET", "HEAD", "POST", "OPTIONS"].includes(method)) throw wrongRpcMethod(method);
  const preferences = readPreferences(raw.headers.get("prefer") ?? "");
  const given = pairsOf(raw.query);
  const isCallByGet = target.kind === "function" && (method === "GET" || method === "HEAD");
  const filters: At<Filter>[] = [];
  const parameters: (readonly [string, string])[] = [];
  for (const [name, value] of given) {
    if (isReserved(name)) continue;
    const condition = isCallByGet ? optionalCondition(value) : undefined;
    if (isCallByGet && condition === undefined) {
      parameters.push([name, value]);
      continue;
    }
    const { path, field } = readPath(name);
    filters.push({ path, value: { field, ...(condition ?? readCondition(value)) } });
  }
  const last = (name: string) => given.find(([one]) => one === name)?.[1];
  const columns = last("columns");
  const onConflict = last("on_conflict");
  const ranges = readRanges(given);
  return {
    method,
    target,
    profiled,
    select: readSelect(last("select")?.trim() || "*"),
    filters,
    logic: given.flatMap(([name, value]) => {
      const steps = name.split(".");
      const operator = steps.at(-1);
      if (operator !== "and" && operator !== "or") return [];
      const negated = steps.at(-2) === "not";
      const path = steps.slice(0, negated ? -2 : -1);
      return [{ path, value: readLogic(negated ? `not.${operator}` : operator, value) }];
    }),
    order: given.flatMap(([name, value]) => {
      if (name !== "order" && !name.endsWith(".order")) return [];
      return [{ path: name.split(".").slice(0, -1), value: readOrder(value) }];
    }),
    ranges: ranges.filter(({ path }) => path.length > 0),
    range: rangeOfRows(
      method,
      raw.headers.get("range"),
      ranges.find(({ path }) => path.length === 0)?.value,
      options.maxRows,
    ),
    columns: columns === undefined ? undefined : readColumns(columns, "columns parameter"),
    onConflict: onConflict === undefined ? undefined : readColumns(onConflict, "on_conflict parameter"),
    arguments: parameters,
    preferences,
    accept: readAccept(raw.headers.get("accept") ?? undefined),
    contentType: readMedia(raw.headers.get("content-type") ?? "application/json"),
    body: typeof raw.body === "string" ? raw.body : new TextDecoder().decode(raw.body),
    bytes: typeof raw.body === "string" ? undefined : raw.body,
    canonical: [...given]
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map((pair) => pair.map(encoded).join("="))
      .join("&"),
  };
}

/** Longer addresses are refused by most servers on the way; what they say is bounded for what is made of them. */
const longestQuery = 32_768;

function readSchema(
  method: Method,
  headers: RawRequest["headers"],
  schemas: readonly string[],
): { readonly schema: string; readonly profiled: boolean } {
  const reads = method === "GET" || method === "HEAD";
  const asked = headers.get(reads ? "accept-profile" : "content-profile");
  if (asked === null || asked === "") return { schema: schemas[0] ?? "public", profiled: schemas.length > 1 };
  if (!schemas.includes(asked)) throw wrongSchema(asked, schemas);
  return { schema: asked, profiled: true };
}

function readTarget(path: string, schema: string): Target {
  const steps = path.split("/").filter((step, index) => step !== "" || index > 0);
  while (steps.at(-1) === "") steps.pop();
  const [first, second, ...more] = steps.map(decoded);
  if (first === undefined) return { kind: "root", schema };
  if (more.length > 0) throw wrongPath();
  if (first === "rpc" && second !== undefined) return { kind: "function", schema, name: second };
  if (second !== undefined || first === "rpc") throw wrongPath();
  return { kind: "table", schema, name: first };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw wrongPath();
  }
}

/** As forms do: a plus is a blank. A name without a value says nothing. */
function pairsOf(query: string): readonly (readonly [string, string])[] {
  if (query.length > longestQuery) throw tooLong(longestQuery);
  return query.split("&").flatMap((pair) => {
    const at = pair.indexOf("=");
    if (at < 0) return [];
    return [[readPart(pair.slice(0, at)), readPart(pair.slice(at + 1))] as const];
  });
}

function readPart(part: string): string {
  let text: string;
  try {
    text = decodeURIComponent(part.replaceAll("+", " "));
  } catch {
    throw unreadable("failed to parse the query string", 1, "a percent sign is followed by something else than UTF-8");
  }
  // In PostgreSQL it would end the statement's text, and a text cannot hold it anyway.
  const at = text.indexOf("\0");
  if (at >= 0) throw unreadable("failed to parse the query string", at + 1, "a text cannot hold the character NUL");
  return text;
}

/** For the header that names the place: what of an address reads as it is stays as it is. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/%(?:2C|3A|28|29|2A|2E|40)/g, (code) => decodeURIComponent(code));

function isReserved(name: string): boolean {
  if (name === "select" || name === "columns" || name === "on_conflict") return true;
  return ["order", "limit", "offset", "and", "or"].includes(name.split(".").at(-1) ?? "");
}

function readRanges(given: readonly (readonly [string, string])[]): readonly At<Range>[] {
  const found = new Map<string, { path: readonly string[]; offset: number; limit: number | undefined }>();
  for (const [name, value] of given) {
    const steps = name.split(".");
    const kind = steps.at(-1);
    if ((kind !== "limit" && kind !== "offset") || !/^-?\d{1,15}$/.test(value)) continue;
    const path = steps.slice(0, -1);
    const range = found.get(path.join(".")) ?? { path, offset: 0, limit: undefined };
    range[kind] = Number(value);
    found.set(path.join("."), range);
  }
  return [...found.values()].map(({ path, offset, limit }) => ({ path, value: { offset, limit } }));
}

/** What parameters and header ask for together, and not more rows than are given at all. */
function rangeOfRows(
  method: Method,
  header: string | null,
  asked: Range | undefined,
  maxRows: number | undefined,
): Range {
  const ranged = method === "GET" ? readRangeHeader(header) : undefined;
  const offset = Math.max(asked?.offset ?? 0, ranged?.offset ?? 0);
  const ends = [asked, ranged].flatMap((range) => (range?.limit === undefined ? [] : [range.offset + range.limit]));
  if ((asked?.limit ?? 0) < 0) throw wrongRange("Limit should be greater than or equal to zero.");
  const limit = ends.length === 0 ? undefined : Math.max(0, Math.min(...ends) - offset);
  return { offset, limit: maxRows === undefined ? limit : Math.min(limit ?? maxRows, maxRows) };
}

/** `0-9`, `5-`, with or without `items=`. */
function readRangeHeader(header: string | null): Range | undefined {
  const found = /^(?:items=)?(\d{1,15})-(\d{1,15})?$/.exec(header?.trim() ?? "");
  if (found === null) return undefined;
  const offset = Number(found[1]);
  if (found[2] === undefined) return { offset, limit: undefined };
  const end = Number(found[2]);
  if (end < offset) {
    throw wrongRange("The lower boundary must be lower than or equal to the upper boundary in the Range header.");
  }
  return { offset, limit: end - offset + 1 };
}
