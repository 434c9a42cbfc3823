// What happens, one JSON object a line, for operators; never a token, a password, or what rows hold.
import { pino, destination } from "pino";

export type Log = {
  readonly request: (request: RequestEntry) => void;
  readonly failure: (failure: unknown, about: Readonly<Record<string, string>>) => void;
  readonly note: (message: string, about?: Readonly<Record<string, unknown>>) => void;
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

/** Standard error is the log's; standard output is for whoever started the command. */
export function openLog(level: LogLevel): Log {
  const logger = pino({ level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` }, destination(2));
  return {
    request: (entry) => {
      const as = entry.status >= 500 ? "error" : "info";
      if (!logger.isLevelEnabled(as)) return;
      logger[as]({ ...entry, milliseconds: Math.round(entry.milliseconds * 10) / 10 }, "request");
    },
    failure: (failure, about) => logger.error({ ...about, failure: shown(failure) }, "failure"),
    note: (message, about = {}) => logger.info(about, message),
  };
}

/** The place and kind of a failure. PostgreSQL's details quote rows. */
function shown(failure: unknown): Readonly<Record<string, unknown>> {
  if (!(failure instanceof Error)) return { message: typeof failure };
  const { name, message, stack } = failure;
  const cause = failure.cause === undefined ? {} : { cause: shown(failure.cause) };
  return { name, message, ...("code" in failure ? { code: failure.code } : {}), stack, ...cause };
}
