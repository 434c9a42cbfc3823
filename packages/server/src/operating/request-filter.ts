// Which requests of the log are of interest: by what was answered and how long it took, without our own noise.
import type { LogRecord } from "./recent-records.ts";

export type RequestFilter = {
  /** The first digit of the status, and nothing but requests with it. */
  readonly status?: string | undefined;
  /** Nothing but requests that took longer than a second. */
  readonly isSlow?: boolean | undefined;
  /** Also pages' own files, and what asks again and again whether the server is there. */
  readonly withNoise?: boolean | undefined;
};

const slow = 1000;

/** `isNamed`: all of one request is looked at, whatever it is. */
export function fits({ what, facts }: LogRecord, filter: RequestFilter, isNamed: boolean): boolean {
  const { status = "", isSlow = false, withNoise = false } = filter;
  const isRequest = what === "request";
  if (status !== "" && !(isRequest && facts["status"]?.startsWith(status))) return false;
  if (isSlow && !(isRequest && Number(facts["milliseconds"]) > slow)) return false;
  return withNoise || isNamed || !isRequest || !isNoise(facts);
}

const own = /^\/(?:health|ready|metrics|favicon\.ico)$|^\/_\/(?:app|console|writing)(?:\/|$)/;
const asset = /\.(?:js|css|map|woff2?|svg|png|ico|webmanifest)$/;

/** What failed is none. A file of the product is of interest, and one of its pages is not. */
function isNoise({ path = "", status = "" }: LogRecord["facts"]): boolean {
  if (Number(status) >= 400 && status !== "499") return false;
  return own.test(path) || (asset.test(path) && !path.includes("/v1/"));
}
