// What PostgreSQL refuses as a response: the status that belongs to its code, and its own words.
import type { DatabaseError } from "pg";
import type { Failure } from "../failure.ts";
import { isHeader, isStatus } from "./headers.ts";

/** `signedIn`: a caller who is not gets 401 instead of 403 where they may not. */
export function databaseFailure(error: DatabaseError, signedIn: boolean): Failure {
  const code = error.code ?? "XX000";
  if (code === "PGRST") return raised(error);
  const status = statusOf(code, error.message, signedIn);
  const isInside = isOfMachine(error);
  const headers =
    status === 401 ? { "WWW-Authenticate": "Bearer" } : status === 503 ? { "Retry-After": "1" } : undefined;
  return {
    status,
    body: isInside
      ? { code, message: inside, details: null, hint: null }
      : { code, message: error.message, details: error.detail ?? null, hint: error.hint ?? null },
    ...(headers === undefined ? {} : { headers }),
  };
}

const inside = "The database cannot do this at the moment.";

/** What is wrong with its machine, its files or itself: its words name paths, and are for its operator. */
export const isOfMachine = ({ code = "XX000" }: DatabaseError): boolean => /^(?:XX|F0|58|53[0-3])/.test(code);

const exact: Readonly<Record<string, number>> = {
  "23503": 409,
  "23505": 409,
  "25006": 405,
  "42883": 404,
  "42P01": 404,
  "42P17": 500,
  "53400": 500,
  // Another transaction holds a lock for too long: it passes.
  "55P03": 503,
  "57P01": 503,
  P0001: 400,
};

const classes: Readonly<Record<string, number>> = {
  "08": 503,
  "09": 500,
  "0L": 403,
  "0P": 403,
  "25": 500,
  "28": 403,
  "2D": 500,
  "38": 500,
  "39": 500,
  "3B": 500,
  "40": 500,
  "53": 503,
  "54": 500,
  "55": 500,
  "57": 500,
  "58": 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

function statusOf(code: string, message: string, signedIn: boolean): number {
  if (code === "42501") return signedIn ? 403 : 401;
  if (code === "21000") return message.endsWith("requires a WHERE clause") ? 400 : 500;
  if (code === "22023" && message.startsWith("role") && message.endsWith("does not exist")) return 401;
  if (code.startsWith("PT")) return isStatus(Number(code.slice(2))) ? Number(code.slice(2)) : 500;
  return exact[code] ?? classes[code.slice(0, 2)] ?? 400;
}

/** `RAISE … SQLSTATE 'PGRST'`: the message is the body, the detail says how it goes out. */
function raised({ message, detail }: DatabaseError): Failure {
  const body = objectOf(message);
  if (body === undefined || typeof body["code"] !== "string" || typeof body["message"] !== "string") {
    return unparsed(
      `Invalid JSON value for MESSAGE: '${message}'`,
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    );
  }
  const hint =
    "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.";
  if (detail === undefined) return unparsed("DETAIL is missing in the RAISE statement", hint);
  const how = objectOf(detail);
  const headers = how?.["headers"];
  const named = Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)] as const);
  const isWhole = typeof headers === "object" && headers !== null && named.every(isHeader);
  if (how === undefined || !isStatus(how["status"]) || !isWhole) {
    return unparsed(`Invalid JSON value for DETAIL: '${detail}'`, hint);
  }
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  return {
    status: how["status"],
    body: { code: body["code"], message: body["message"], details: text(body["details"]), hint: text(body["hint"]) },
    headers: Object.fromEntries(named),
  };
}

function objectOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

const unparsed = (details: string, hint: string): Failure => ({
  status: 500,
  body: { code: "PGRST121", message: `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`, details, hint },
});
