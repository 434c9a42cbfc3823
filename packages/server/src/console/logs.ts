// The last records of the log in the console, as its reader filters them, without the console's own requests.
import type { RequestPool } from "../postgres/connections/request-pool.ts";
import type { LogRecord } from "../operating/recent-records.ts";
import type { AllProcesses } from "./all-processes.ts";
import type { LogsView, RecordView } from "./log-response-types.ts";

const usualMost = 100;
const levels = ["error", "warning", "info"] as const;

export async function logsOf(
  query: URLSearchParams,
  records: AllProcesses["records"],
  pool: RequestPool,
): Promise<LogsView> {
  const until = query.get("until") ?? "";
  const status = query.get("status") ?? "";
  const { records: found, ...counts } = await records({
    level: levels.find((one) => one === query.get("level")),
    text: query.get("text") ?? "",
    id: query.get("id") ?? "",
    until: /^\d{1,15}$/.test(until) ? Number(until) : undefined,
    most: query.get("most") === "all" ? Infinity : usualMost,
    status: /^[1-5]$/.test(status) ? status : undefined,
    isSlow: query.get("slow") === "yes",
    withNoise: query.get("noise") === "yes",
  });
  const names = await namesOf(found, pool);
  return { ...counts, records: found.map((record) => toldOf(record, names)) };
}

type Names = ReadonlyMap<string, string>;

/** Accounts by their addresses; where the database is away, by their ids. */
async function namesOf(records: readonly LogRecord[], pool: RequestPool): Promise<Names> {
  const ids = [...new Set(records.flatMap(({ facts }) => facts["caller"] ?? []))].filter((one) => one.includes("-"));
  if (ids.length === 0) return new Map();
  const look = pool.withConnection(async (client) =>
    client.query<{ id: string; email: string }>(
      "SELECT id::text, email FROM auth.users WHERE id::text = ANY ($1) AND email IS NOT NULL",
      [ids],
    ),
  );
  const { rows } = await look.catch(() => ({ rows: [] }));
  return new Map(rows.map(({ id, email }) => [id, email]));
}

function toldOf({ number, at, level, what, facts }: LogRecord, names: Names): RecordView {
  const { id = null, place = null, call = null, ...rest } = facts;
  const common = { number, at, level, what, id, place, call };
  if (what === "request") {
    const { method = "", path = "", status = "", milliseconds = "", address = "", caller, ...others } = rest;
    return {
      ...common,
      said: `${method} ${path}: ${status}, ${milliseconds} ms, from ${address}`,
      request: {
        method,
        path,
        status: Number(status),
        milliseconds: Number(milliseconds),
        address,
        caller: caller === undefined ? null : (names.get(caller) ?? caller),
      },
      facts: Object.entries(others),
    };
  }
  const { text, message, what: described, ...more } = rest;
  return { ...common, said: text ?? message ?? described ?? "", request: null, facts: Object.entries(more) };
}
