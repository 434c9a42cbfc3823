// What happens, one JSON object a line, for operators; never a token, a password, or what rows hold.
import { pino, destination } from "pino";
import type { RecentRecords } from "../operating/recent-records.ts";

export type Log = {
  readonly request: (request: RequestEntry) => void;
  readonly failure: (failure: unknown, about: Readonly<Record<string, string>>) => void;
  readonly note: (message: string, about?: Readonly<Record<string, unknown>>) => void;
  /** What an operator should look at, though nothing has gone wrong. */
  readonly warning: (message: string, about: Readonly<Record<string, unknown>>) => void;
};

export type RequestEntry = {
  readonly id: string;
  readonly method: string;
  /** Without what stands behind the question mark: filters name rows, and some links hold tokens. */
  readonly path: string;
  readonly status: number;
  readonly address: string;
  readonly milliseconds: number;
  /** Where its trace is kept. */
  readonly trace_id?: string;
  /** For the console alone: an account, or what else a token stands for, and the program that asked. */
  readonly caller?: string | undefined;
  readonly agent?: string | undefined;
};

export type LogLevel = "silent" | "error" | "warn" | "info" | "debug";

/** The console's own requests, which it repeats: a reader of the log there would see nothing else. */
const isOwn = ({ path, status }: RequestEntry): boolean =>
  path.startsWith("/_/console/") && (status < 400 || status === 499);

export type LogOptions = {
  /** For the console, everything whatever the level. */
  readonly kept?: RecentRecords;
  /** Its number, where there are several. */
  readonly process?: number;
  /** Of what is being done at that moment. */
  readonly traceId?: () => string | undefined;
};

/** Standard error is the log's; standard output is for the caller of the command. */
export function createLog(level: LogLevel, { kept, process, traceId = () => undefined }: LogOptions = {}): Log {
  const base = process === undefined ? null : { process };
  const keep: RecentRecords["keep"] = (as, what, facts) => kept?.keep(as, what, { ...facts, ...base });
  const traced = () => {
    const id = traceId();
    return id === undefined ? {} : { trace_id: id };
  };
  const logger = pino({ level, base, timestamp: () => `,"time":"${new Date().toISOString()}"` }, destination(2));
  return {
    request: ({ caller, agent, ...entry }) => {
      const as = entry.status >= 500 ? "error" : "info";
      const told = { ...entry, milliseconds: Math.round(entry.milliseconds * 10) / 10 };
      if (!isOwn(entry)) keep(as, "request", { ...told, caller, agent: agent?.slice(0, 300) });
      if (logger.isLevelEnabled(as)) logger[as](told, "request");
    },
    failure: (failure, about) => {
      const told = { ...about, ...traced(), failure: shown(failure) };
      keep("error", "failure", told);
      logger.error(told, "failure");
    },
    note: (message, about = {}) => {
      const told = { ...about, ...traced() };
      keep("info", message, told);
      logger.info(told, message);
    },
    warning: (message, about) => {
      const told = { ...about, ...traced() };
      keep("warning", message, told);
      logger.warn(told, message);
    },
  };
}

/** The place and kind of a failure. PostgreSQL's details quote rows. */
function shown(failure: unknown): Readonly<Record<string, unknown>> {
  if (!(failure instanceof Error)) return { message: typeof failure };
  const { name, message, stack } = failure;
  const cause = failure.cause === undefined ? {} : { cause: shown(failure.cause) };
  return { name, message, ...("code" in failure ? { code: failure.code } : {}), stack, ...cause };
}
