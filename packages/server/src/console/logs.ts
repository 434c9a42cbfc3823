// The last records of the log in the console, as its reader filters them, without the console's own requests.
import type { RecentRecords, LogRecord } from "../operating/recent-records.ts";
import type { LogsView, RecordView } from "./log-response-types.ts";

const usualMost = 100;

export function logsOf(query: URLSearchParams, records: RecentRecords): LogsView {
  const level = query.get("level");
  const until = query.get("until") ?? "";
  const { records: found, ...counts } = records.find({
    level: level === "error" || level === "info" ? level : undefined,
    text: query.get("text") ?? "",
    id: query.get("id") ?? "",
    until: /^\d{1,15}$/.test(until) ? Number(until) : undefined,
    most: query.get("most") === "all" ? Infinity : usualMost,
  });
  return { ...counts, records: found.map(toldOf) };
}

function toldOf({ number, at, level, what, facts }: LogRecord): RecordView {
  const { id = null, place = null, call = null, ...rest } = facts;
  const { method, path, status, milliseconds, address, ...others } = rest;
  if (what === "request")
    return {
      number,
      at,
      level,
      what,
      id,
      place,
      call,
      said: `${method} ${path}: ${status}, ${milliseconds} ms, from ${address}`,
      facts: Object.entries(others),
    };
  const { text, message, ...more } = rest;
  return { number, at, level, what, id, place, call, said: text ?? message ?? "", facts: Object.entries(more) };
}
