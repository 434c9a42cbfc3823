// Which given values are none of their field's type: PostgreSQL says that one is, and not which.
import type { DatabaseError } from "pg";
import { readJson } from "../../gate/read-json.ts";
import { keyOf, type Catalogue } from "../catalogue/catalogue.ts";
import { isDurationText } from "../query/spelling.ts";
import { jsonOf } from "../request/payload.ts";
import type { DataRequest } from "../request/request.ts";

export type Misfit = { readonly field: string; readonly clause: string | null };

type Known = Misfit & { readonly type: string; readonly isDuration: boolean };

/** Numbers, dates, choices of letters that are no value; too large; of no time zone; a NUL in a text. */
const ofValues: ReadonlySet<string> = new Set(["22P02", "22003", "22007", "22008", "22009", "22015", "22P05", "22023"]);

/** Of a write to an entity, or a step of one. None where it is something else that PostgreSQL refuses. */
export function misfitsIn(request: DataRequest, error: DatabaseError, catalogue: Catalogue): readonly Misfit[] {
  if (!ofValues.has(error.code ?? "") || request.body === "") return [];
  const known = fieldsOf(request, catalogue);
  if (known.length === 0) return [];
  const rows = rowsOf(request);
  const those = (isWrong: (value: unknown, known: Known) => boolean) =>
    known
      .filter((one) => rows.some((row) => Object.hasOwn(row, one.field) && isWrong(row[one.field], one)))
      .map(({ field, clause }) => ({ field, clause }));
  const misfits = those((value, { type, isDuration }) => !fits(value, type, isDuration));
  return misfits.length > 0 ? misfits : those((value, one) => isQuoted(value, one, error));
}

/** What looks right and is none, such as the 30th of February: PostgreSQL quotes it. */
function isQuoted(value: unknown, { type }: Known, { message }: DatabaseError): boolean {
  const texts = Array.isArray(value) ? value : [value];
  return type !== "text" && texts.some((text) => message.includes(`"${text}"`));
}

function fieldsOf({ target, method }: DataRequest, { tables, functions }: Catalogue): readonly Known[] {
  const of = (key: string) => {
    const table = tables.get(key);
    return table?.isEntity === true ? table.columns : [];
  };
  if (method === "GET" || method === "HEAD" || method === "DELETE" || target.kind === "root") return [];
  if (target.kind === "table")
    return of(keyOf(target)).map(({ name, type, description, spelling }) => ({
      field: name,
      clause: description,
      type,
      isDuration: spelling?.kind === "duration",
    }));
  const routine = functions.get(keyOf(target))?.[0];
  if (routine === undefined || of(keyOf(routine.returns)).length === 0) return [];
  return routine.parameters.map(({ name, callType, spelling }) => ({
    field: name,
    clause: routine.description,
    type: callType,
    isDuration: spelling?.kind === "duration",
  }));
}

function rowsOf(request: DataRequest): readonly Readonly<Record<string, unknown>>[] {
  try {
    const parsed = readJson(jsonOf(request));
    return (Array.isArray(parsed) ? parsed : [parsed]).filter((row) => typeof row === "object" && row !== null);
  } catch {
    return [];
  }
}

function fits(value: unknown, type: string, isDuration: boolean): boolean {
  if (value === null) return true;
  if (type.endsWith("[]")) {
    if (typeof value === "string") return /^\s*\{.*\}\s*$/s.test(value);
    return Array.isArray(value) && value.every((item) => fits(item, type.slice(0, -2), false));
  }
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (text.includes("\0") || !text.isWellFormed()) return false;
  if (isDuration && isDurationText(text)) return true;
  return fitting[type.replace(/\(.*\)/, "")]?.(text.trim()) ?? true;
}

const largest = 2n ** 63n;
const isMoment = (text: string): boolean =>
  /^\d{4,6}-\d{1,2}-\d{1,2}/.test(text) && !Number.isNaN(Date.parse(text.replace(" ", "T").slice(0, 19)));

const fitting: Readonly<Record<string, (text: string) => boolean>> = {
  bigint: (text) => /^[+-]?\d+$/.test(text) && BigInt(text) < largest && BigInt(text) >= -largest,
  numeric: (text) =>
    /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,5})?$/i.test(text) || /^(?:nan|[+-]?inf(?:inity)?)$/i.test(text),
  boolean: (text) => /^(?:t|tr|tru|true|f|fa|fal|fals|false|y|ye|yes|n|no|on|of|off|1|0)$/i.test(text),
  uuid: (text) => /^\{?[0-9a-f]{4}(?:-?[0-9a-f]{4}){7}\}?$/i.test(text),
  date: isMoment,
  "timestamp with time zone": isMoment,
};
