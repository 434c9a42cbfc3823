// An object under another name: the same row, or another one with the same bytes.
import { randomUUID } from "node:crypto";
import { askOne } from "./ask.ts";
import { needBucketName, needKey } from "./names.ts";
import { ownerOf } from "./owner.ts";
import { readObject } from "./read-object.ts";
import { invalidRequest, noObject, tooLarge } from "./refusal.ts";
import type { Flow, StorageRequest } from "./service.ts";
import { metadataOf, readableObject } from "./stored.ts";
import { metadataIn } from "./user-metadata.ts";
import { enter, tryToEnter } from "./enter.ts";
import { needAllowedType } from "./content.ts";
import { boundsOf } from "./buckets.ts";

type Ends = {
  readonly from: StorageRequest;
  readonly to: StorageRequest;
  readonly body: Readonly<Record<string, unknown>>;
};

async function readEnds(asked: StorageRequest): Promise<Ends> {
  const body = await readObject(asked);
  const textOf = (name: string) => {
    const value = body[name];
    if (typeof value !== "string") throw invalidRequest(`body must have required property '${name}'`);
    return value;
  };
  const bucket = textOf("bucketId");
  const target = body["destinationBucket"] === undefined ? bucket : textOf("destinationBucket");
  return {
    from: { ...asked, bucket, name: textOf("sourceKey") },
    to: { ...asked, bucket: needBucketName(target), name: needKey(textOf("destinationKey")) },
    body,
  };
}

/** The bytes stay where they are: no path of theirs has to do with their name. */
export const moveObject: Flow = async (asked, service) => {
  const { from, to } = await readEnds(asked);
  const stored = await readableObject(from, service);
  const bounds = await boundsOf(to, service);
  if (from.bucket !== to.bucket) {
    needAllowedType(stored.type, bounds.types);
    if (stored.size > bounds.most) throw tooLarge();
  }
  const rows = await askOne(
    asked,
    service,
    "UPDATE storage.objects SET bucket_id = $3, name = $4, updated_at = now() WHERE bucket_id = $1 AND name = $2 RETURNING id",
    [from.bucket, from.name, to.bucket, to.name],
  );
  if (rows.length === 0) throw noObject();
  return { json: { message: "Successfully moved", Id: stored.id, Key: to.name } };
};

export const copyObject: Flow = async (asked, service) => {
  const { from, to, body } = await readEnds(asked);
  const stored = await readableObject(from, service);
  const bounds = await boundsOf(to, service);
  const given = (body["metadata"] ?? {}) as { readonly cacheControl?: unknown; readonly mimetype?: unknown };
  const isSame = body["copyMetadata"] !== false;
  const type = !isSame && typeof given.mimetype === "string" ? given.mimetype : stored.type;
  const cacheControl = !isSame && typeof given.cacheControl === "string" ? given.cacheControl : stored.cacheControl;
  const said = isSame ? (stored.said ?? undefined) : metadataIn(asked.headers.get("x-metadata"));
  // What it is was looked at when it came: another word for it does not make it something else.
  needAllowedType(stored.type, bounds.types);
  needAllowedType(type, bounds.types);
  if (stored.size > bounds.most) throw tooLarge();
  const entering = { isUpsert: asked.headers.get("x-upsert") === "true", owner: ownerOf(asked), isTrusted: false };
  await tryToEnter(to, service, entering, { mimetype: type, contentLength: stored.size }, said);
  const version = randomUUID();
  const metadata = metadataOf(version, stored.size, type, cacheControl);
  // It was replaced or removed in this very moment.
  if (!(await service.store.copy(stored.version, version))) throw noObject();
  const id = await enter(to, service, { ...entering, version, metadata, said });
  const { bucket, name } = to;
  return { json: { Id: id, Key: `${bucket}/${name}`, id, name, bucket_id: bucket, version, metadata } };
};
