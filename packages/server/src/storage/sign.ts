// Addresses that let their holder download or upload one file, for a time: their token names it, and nothing else.
import { askOne } from "./ask.ts";
import { isKey, needKey } from "./names.ts";
import { ownerOf } from "./owner.ts";
import { boundsOf } from "./buckets.ts";
import { readObject } from "./read-object.ts";
import { invalidRequest } from "./refusal.ts";
import type { Flow } from "./service.ts";
import { readableObject } from "./stored.ts";
import { metadataIn } from "./user-metadata.ts";
import { tryToEnter } from "./enter.ts";
import { sign } from "./signed.ts";

const twoHours = 2 * 60 * 60;
const longest = 10 * 365 * 24 * 60 * 60;

export const signDownload: Flow = async (asked, service) => {
  const seconds = secondsIn((await readObject(asked))["expiresIn"]);
  await readableObject(asked, service);
  const url = `${asked.bucket}/${asked.name}`;
  return {
    json: { signedURL: `/object/sign/${encodedOf(url)}?token=${await sign(service, "download", url, seconds)}` },
  };
};

const atOnce = 1000;

export const signDownloads: Flow = async (asked, service) => {
  const body = await readObject(asked);
  const seconds = secondsIn(body["expiresIn"]);
  const { paths } = body;
  if (!Array.isArray(paths) || !paths.every((one) => typeof one === "string"))
    throw invalidRequest("body must have required property 'paths'");
  if (paths.length > atOnce) throw invalidRequest(`At most ${atOnce} objects can be signed per request.`);
  const rows = await askOne(
    asked,
    service,
    "SELECT name FROM storage.objects WHERE bucket_id = $1 AND version IS NOT NULL AND name IN (SELECT jsonb_array_elements_text($2::jsonb))",
    [asked.bucket, JSON.stringify(paths.filter(isKey))],
  );
  const readable = new Set(rows.map(({ name }) => name));
  const signed = paths.map(async (path: string) => {
    if (!readable.has(path))
      return { error: "Either the object does not exist or you do not have access to it", path, signedURL: null };
    const url = `${asked.bucket}/${path}`;
    return {
      error: null,
      path,
      signedURL: `/object/sign/${encodedOf(url)}?token=${await sign(service, "download", url, seconds)}`,
    };
  });
  return { json: await Promise.all(signed) };
};

/** Whether the caller may bring it is asked now; the token says on whose behalf it will be. */
export const signUpload: Flow = async (asked, service) => {
  needKey(asked.name);
  await boundsOf(asked, service);
  const owner = ownerOf(asked);
  const isUpsert = asked.headers.get("x-upsert") === "true";
  await tryToEnter(
    asked,
    service,
    { isUpsert, owner, isTrusted: false },
    {},
    metadataIn(asked.headers.get("x-metadata")),
  );
  asked.request.resume();
  const url = `${asked.bucket}/${asked.name}`;
  const token = await sign(service, "upload", url, twoHours, { owner, upsert: isUpsert });
  return { json: { url: `/object/upload/sign/${encodedOf(url)}?token=${token}`, token } };
};

const encodedOf = (url: string): string => url.split("/").map(encodeURIComponent).join("/");

function secondsIn(given: unknown): number {
  if (typeof given !== "number" || !Number.isSafeInteger(given) || given < 1)
    throw invalidRequest("body/expiresIn must be >= 1");
  return Math.min(given, longest);
}
