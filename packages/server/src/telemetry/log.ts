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
};

export type LogLevel = "silent" | "error" | "warn" | "info" | "debug";

/** The console's own requests, which it repeats: a reader of the log there would see nothing else. */
const isOwn = ({ path, status }: RequestEntry): boolean =>
  path.startsWith("/_/console/") && (status < 400 || status === 499);

/**
 * Standard error is the log's; standard output is for the caller of the command. `kept`: for the console, everything
 * whatever the level.
 */
export function createLog(level: LogLevel, kept?: RecentRecords): Log {
  const logger = pino({ level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` }, destination(2));
  return {
    request: (entry) => {
      const as = entry.status >= 500 ? "error" : "info";
      const told = { ...entry, milliseconds: Math.round(entry.milliseconds * 10) / 10 };
      if (!isOwn(entry)) kept?.keep(as, "request", told);
      if (logger.isLevelEnabled(as)) logger[as](told, "request");
    },
    failure: (failure, about) => {
      const told = { ...about, failure: shown(failure) };
      kept?.keep("error", "failure", told);
      logger.error(told, "failure");
    },
    note: (message, about = {}) => {
      kept?.keep("info", message, about);
      logger.info(about, message);
    },
    warning: (message, about) => {
      kept?.keep("info", message, about);
      logger.warn(about, message);
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
