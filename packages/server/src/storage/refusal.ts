// What is refused of files, under the codes and words that clients of this wire know.
import { DatabaseError } from "pg";
import type { WireFailures } from "../gate/failures.ts";

export class StorageRefusal extends Error {
  /** What it is; the wire says 400 for nearly all of them, and this in the body. */
  readonly status: number;
  readonly code: string;
  /** An earlier word for the same, which clients still look at. */
  readonly word: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The wire says the status itself. */
  readonly isPlain: boolean;

  constructor(
    status: number,
    code: string,
    message: string,
    {
      word = code,
      headers = {},
      isPlain = false,
    }: {
      readonly word?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly isPlain?: boolean;
    } = {},
  ) {
    super(message);
    this.name = "StorageRefusal";
    this.status = status;
    this.code = code;
    this.word = word;
    this.headers = headers;
    this.isPlain = isPlain;
  }
}

export const noBucket = () => new StorageRefusal(404, "NoSuchBucket", "Bucket not found", { word: "Bucket not found" });
export const noObject = () => new StorageRefusal(404, "NoSuchKey", "Object not found", { word: "not_found" });
export const denied = (message = "Access denied") =>
  new StorageRefusal(403, "AccessDenied", message, { word: "Unauthorized" });
/** Refused like a caller without the right, but its code tells clients that another token may work. */
export const wrongToken = (message: string) => new StorageRefusal(403, "InvalidJWT", message, { word: "Unauthorized" });
export const wrongRole = () =>
  new StorageRefusal(403, "AccessDenied", "Access denied: Invalid role", { isPlain: true });
export const invalidKey = (key: string) => new StorageRefusal(400, "InvalidKey", `Invalid key: ${key.slice(0, 200)}`);
export const invalidBucket = () =>
  new StorageRefusal(400, "InvalidBucketName", "Bucket name invalid", { word: "Invalid Input" });
export const invalidRequest = (message: string) => new StorageRefusal(400, "InvalidRequest", message);
export const tooLarge = (what = "object") =>
  new StorageRefusal(413, "EntityTooLarge", `The ${what} exceeded the maximum allowed size`, {
    word: "Payload too large",
  });
export const wrongType = (type: string) =>
  new StorageRefusal(415, "InvalidMimeType", `mime type ${type.slice(0, 100)} is not supported`, {
    word: "invalid_mime_type",
  });
/** It is called that, and its bytes say otherwise. */
export const otherContent = (type: string) =>
  new StorageRefusal(415, "InvalidMimeType", `the content of the file is not ${type.slice(0, 100)}`, {
    word: "invalid_mime_type",
  });
export const notEmpty = () =>
  new StorageRefusal(409, "ResourceNotEmpty", "The bucket you tried to delete is not empty");
export const invalidToken = (message: string) => new StorageRefusal(400, "InvalidJWT", message);
export const wrongSignature = (message = "Invalid signature") => new StorageRefusal(400, "InvalidSignature", message);
export const notOffered = (what: string) => new StorageRefusal(409, "FeatureNotEnabled", `${what} is not offered`);
export const wrongRange = (size: number) =>
  new StorageRefusal(416, "InvalidRange", "invalid range provided", {
    word: "invalid_range",
    headers: { "Content-Range": `bytes */${size}` },
  });

const again = { headers: { "Retry-After": "1" } };

export const refusals: WireFailures<StorageRefusal>["refusals"] = {
  bodyTooLarge: (message) => new StorageRefusal(413, "EntityTooLarge", message),
  bodyNotText: invalidRequest,
  poolExhausted: (message) => new StorageRefusal(503, "SlowDown", message, again),
  memoryExhausted: (message) => new StorageRefusal(503, "SlowDown", message, again),
  databaseAway: (message) => new StorageRefusal(503, "DatabaseTimeout", message, again),
};

/** Undefined for an unexpected failure. */
export function refusalIn(failure: unknown): StorageRefusal | undefined {
  if (failure instanceof StorageRefusal) return failure;
  if (!(failure instanceof DatabaseError)) return ofDisk((failure as NodeJS.ErrnoException | undefined)?.code);
  switch (failure.code) {
    case "42501":
      return denied(
        failure.message.includes("row-level security") ? "new row violates row-level security policy" : failure.message,
      );
    case "23505":
      return new StorageRefusal(409, "ResourceAlreadyExists", "The resource already exists", { word: "Duplicate" });
    case "23503":
      return noBucket();
    case "55P03":
      return new StorageRefusal(423, "ResourceLocked", "The resource is locked", again);
    case "57014":
      return new StorageRefusal(544, "DatabaseTimeout", "The database took too long");
    // A text that PostgreSQL cannot hold.
    case "22021":
    case "22P05":
      return invalidRequest("A value holds what no text may hold");
    default:
      return undefined;
  }
}

function ofDisk(code: string | undefined): StorageRefusal | undefined {
  if (code === "ENOSPC" || code === "EDQUOT")
    return new StorageRefusal(507, "InsufficientStorage", "There is no room for the file", { isPlain: true });
  if (code === "EMFILE" || code === "ENFILE")
    return new StorageRefusal(503, "SlowDown", "Too many files are open at once", again);
  return undefined;
}

/** Statuses on which clients and proxies act are sent as they are. */
const plain: ReadonlySet<number> = new Set([416, 503, 544]);

export const statusOf = ({ status, isPlain }: StorageRefusal): number => (isPlain || plain.has(status) ? status : 400);

export const bodyOf = ({ status, code, word, message }: StorageRefusal) => ({
  statusCode: String(status),
  error: word,
  code,
  message,
});
