// What tus 1.0 says in the heads of requests and answers: https://tus.io/protocols/resumable-upload
import { invalidRequest, StorageRefusal } from "../refusal.ts";
import type { StorageRequest } from "../service.ts";

export const tusVersion = "1.0.0";
/** No checksums: what a cut-off piece leaves would have to be taken back, and a line has its own. */
export const tusExtensions = "creation,creation-with-upload,creation-defer-length,termination,expiration";

/** Servers of tus end their words with the line. */
export const tooLarge = () => new StorageRefusal(413, "EntityTooLarge", "Maximum size exceeded\n");
export const longerThanDeclared = () => new StorageRefusal(413, "EntityTooLarge", "upload's size exceeded\n");
export const otherOffset = (offset: number) =>
  new StorageRefusal(409, "InvalidRequest", "Upload-Offset conflict\n", {
    headers: { "Upload-Offset": String(offset) },
  });

type Headers = StorageRequest["headers"];

export function needTus(headers: Headers): void {
  if (headers.get("tus-resumable") === tusVersion) return;
  throw new StorageRefusal(412, "InvalidRequest", `Tus-Resumable must be ${tusVersion}`, {
    headers: { "Tus-Version": tusVersion },
  });
}

/** Whether a piece of the file is in the body. */
export const hasPiece = (headers: Headers): boolean =>
  headers.get("content-type")?.trim().toLowerCase() === "application/offset+octet-stream";

export function offsetIn(headers: Headers): number {
  const offset = wholeIn(headers.get("upload-offset"));
  if (offset === undefined) throw invalidRequest("Upload-Offset is a number of bytes");
  return offset;
}

/** Undefined: it is said later. */
export function lengthIn(headers: Headers): number | undefined {
  const [given, later] = [headers.get("upload-length"), headers.get("upload-defer-length")];
  const length = wholeIn(given);
  if ((given === null) === (later === null) || (given !== null && length === undefined) || (later ?? "1") !== "1")
    throw invalidRequest("Upload-Length is a number of bytes, or Upload-Defer-Length is 1");
  return length;
}

/** The length sent with a piece, where the client did not know it at the beginning. */
export function laterLengthIn(headers: Headers): number | undefined {
  const given = headers.get("upload-length");
  if (given !== null && wholeIn(given) === undefined) throw invalidRequest("Upload-Length is a number of bytes");
  return wholeIn(given);
}

function wholeIn(text: string | null): number | undefined {
  if (text === null || !/^\d{1,16}$/.test(text)) return undefined;
  return Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
}

/** `name BASE64, name BASE64`. */
export function metadataIn(header: string): ReadonlyMap<string, string> {
  const metadata = new Map<string, string>();
  for (const pair of header === "" ? [] : header.split(",")) {
    const [name = "", value = "", ...rest] = pair.trim().split(/ +/);
    if (name === "" || rest.length > 0 || metadata.has(name) || !/^[A-Za-z0-9+/=]*$/.test(value))
      throw invalidRequest("Upload-Metadata is pairs of a name and Base64");
    metadata.set(name, Buffer.from(value, "base64").toString("utf8"));
  }
  return metadata;
}
