// What is known of an object, without its bytes.
import { boundsOf } from "./buckets.ts";
import { noBucket } from "./refusal.ts";
import type { Flow, StorageAnswer } from "./service.ts";
import { existingObject, readableObject, type Stored } from "./stored.ts";

export const objectInfo: Flow = async (asked, service) => {
  const { isPublic } = await boundsOf(asked, service);
  return told(isPublic ? await existingObject(asked, service) : await readableObject(asked, service));
};

export const publicInfo: Flow = async (asked, service) => {
  if (!(await boundsOf(asked, service)).isPublic) throw noBucket();
  return told(await existingObject(asked, service));
};

const told = (stored: Stored): StorageAnswer => ({
  json: {
    id: stored.id,
    name: stored.name,
    version: stored.version,
    bucket_id: stored.bucket,
    size: stored.size,
    content_type: stored.type,
    cache_control: stored.cacheControl,
    etag: stored.etag,
    metadata: stored.said,
    last_modified: stored.changedAt.toISOString(),
    created_at: stored.madeAt.toISOString(),
  },
});
