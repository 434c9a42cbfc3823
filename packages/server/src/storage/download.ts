// A file goes out: whole or a range of it, or the word that the caller has it already.
import { readableObject, existingObject, type Stored } from "./stored.ts";
import { boundsOf } from "./buckets.ts";
import { memoryForOne } from "./disk/file-store.ts";
import { noBucket, noObject, wrongRange } from "./refusal.ts";
import type { Flow, StorageAnswer, StorageRequest, StorageService } from "./service.ts";
import { readSigned } from "./signed.ts";

export const download: Flow = async (asked, service) => {
  const { isPublic } = await boundsOf(asked, service);
  const find = isPublic ? existingObject : readableObject;
  return give(asked, service, find, { isShared: isPublic });
};

export const downloadPublic: Flow = async (asked, service) => {
  if (!(await boundsOf(asked, service)).isPublic) throw noBucket();
  return give(asked, service, existingObject, { isShared: true });
};

export const downloadSigned: Flow = async (asked, service) => {
  const { expiresAt } = await readSigned(asked, service, "download");
  return give(asked, service, existingObject, { isShared: true, expiresAt });
};

export const headObject: Flow = async (asked, service) => headOf(await download(asked, service));
export const headPublic: Flow = async (asked, service) => headOf(await downloadPublic(asked, service));
export const downloadSignedHead: Flow = async (asked, service) => headOf(await downloadSigned(asked, service));

function headOf(answer: StorageAnswer): StorageAnswer {
  if (!("bytes" in answer)) return answer;
  answer.bytes?.destroy();
  return { ...answer, bytes: undefined };
}

type Giving = {
  /** All clients get the same for this address, so that shared caches may keep it. */
  readonly isShared: boolean;
  readonly expiresAt?: Date;
};

const tries = 5;

/** Between what the database says of it and its bytes it may be replaced: then it is looked for again. */
async function give(
  asked: StorageRequest,
  service: StorageService,
  find: (asked: StorageRequest, service: StorageService) => Promise<Stored>,
  giving: Giving,
): Promise<StorageAnswer> {
  for (let left = tries; left > 0; left--) {
    const answer = await giveVersion(asked, service, await find(asked, service), giving);
    if (answer !== undefined) return answer;
  }
  throw noObject();
}

async function giveVersion(
  { headers, query, memory }: StorageRequest,
  { store }: StorageService,
  stored: Stored,
  { isShared, expiresAt }: Giving,
): Promise<StorageAnswer | undefined> {
  const known = {
    ETag: stored.etag,
    "Last-Modified": stored.changedAt.toUTCString(),
    "Accept-Ranges": "bytes",
    "Cache-Control": isShared ? stored.cacheControl : `private, ${stored.cacheControl}`,
    "X-Robots-Tag": "none",
    ...(isShared ? {} : { Vary: "Authorization" }),
    ...(expiresAt === undefined ? {} : { Expires: expiresAt.toUTCString() }),
    ...attachment(query.get("download")),
  };
  if (isUnwanted(headers, stored)) return { status: 412, headers: known, bytes: undefined };
  if (isKnown(headers, stored)) return { status: 304, headers: known, bytes: undefined };
  const range = rangeOf(headers, stored);
  const bytes = await store.read(stored.version, range);
  if (bytes === undefined) return undefined;
  const length = range === undefined ? stored.size : range.to - range.from + 1;
  try {
    memory.reserve(Math.min(length, memoryForOne));
  } catch (failure) {
    bytes.destroy();
    throw failure;
  }
  return {
    status: range === undefined ? 200 : 206,
    headers: {
      ...known,
      "Content-Type": plainType(stored.type),
      "Content-Length": String(length),
      ...(range === undefined ? {} : { "Content-Range": `bytes ${range.from}-${range.to}/${stored.size}` }),
    },
    bytes,
  };
}

/** Whatever type its uploader sent: no line break gets into a header. */
const plainType = (type: string): string => (/^[ -~]{1,200}$/.test(type) ? type : "application/octet-stream");

export function attachment(name: string | null): Readonly<Record<string, string>> {
  if (name === null) return {};
  const encoded = encodeURIComponent(name.slice(0, 500).toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  );
  return {
    "Content-Disposition": name === "" ? "attachment" : `attachment; filename=${encoded}; filename*=UTF-8''${encoded}`,
  };
}

type Headers = StorageRequest["headers"];

const names = (list: string, etag: string): boolean =>
  list.trim() === "*" || list.split(",").some((one) => one.trim().replace(/^W\//, "") === etag);

/** To the second, as HTTP tells times. */
const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000);

function isKnown(headers: Headers, { etag, changedAt }: Stored): boolean {
  const tags = headers.get("if-none-match");
  if (tags !== null) return names(tags, etag);
  const since = Date.parse(headers.get("if-modified-since") ?? "");
  return !Number.isNaN(since) && secondsOf(changedAt) <= Math.floor(since / 1000);
}

function isUnwanted(headers: Headers, { etag, changedAt }: Stored): boolean {
  const tags = headers.get("if-match");
  if (tags !== null) return !names(tags, etag);
  const since = Date.parse(headers.get("if-unmodified-since") ?? "");
  return !Number.isNaN(since) && secondsOf(changedAt) > Math.floor(since / 1000);
}

/** One range; several are answered with the whole, as HTTP allows. */
function rangeOf(
  headers: Headers,
  { size, etag, changedAt }: Stored,
): { readonly from: number; readonly to: number } | undefined {
  const given = headers.get("range");
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(given?.trim() ?? "") ?? [];
  if (given === null || (first === "" && last === "")) return undefined;
  const condition = headers.get("if-range");
  if (condition !== null && condition !== etag && secondsOf(changedAt) !== Math.floor(Date.parse(condition) / 1000))
    return undefined;
  const from = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (from > to || from >= size || (first === "" && Number(last) === 0)) throw wrongRange(size);
  return { from, to };
}
