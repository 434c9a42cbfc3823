// A complete upload becomes an object: in the role of the caller who began it, once, also after a crash of the server.
import { boundsOf } from "../buckets.ts";
import { asSystem } from "../ask.ts";
import { headBytes, needAllowedType, needContent } from "../content.ts";
import { enter, isRefused } from "../enter.ts";
import { StorageRefusal, tooLarge } from "../refusal.ts";
import type { StorageRequest, StorageService } from "../service.ts";
import { metadataOf } from "../stored.ts";
import { forget, markDone, type Unfinished } from "./unfinished.ts";
import { mostOf } from "../upload.ts";

/** Rights, size and type are asked again: much may have changed since it was begun. */
export async function finish(asked: StorageRequest, service: StorageService, one: Unfinished): Promise<void> {
  const { store } = service;
  const { id, bucket, name, type, cacheControl, said, isTrusted, isUpsert, owner } = one;
  if (one.isDone || (await wasEntered(asked, service, one))) return void (await markDone(asked, service, one));
  try {
    const bounds = await boundsOf({ ...asked, bucket }, service);
    const size = one.length ?? 0;
    if (size > mostOf(name, bounds)) throw tooLarge();
    needAllowedType(type, bounds.types);
    if (bounds.types.length > 0 && !(await store.has(id)))
      await needContent(await store.unfinished.head(id, headBytes), type, bounds.types);
    if (size === 0) await store.unfinished.append(id, 0, nothing(), 0);
    await store.adopt(id);
    const metadata = metadataOf(id, size, type, cacheControl);
    await enter({ ...asked, bucket, name }, service, {
      isUpsert,
      owner,
      isTrusted,
      version: id,
      metadata,
      said: said ?? {},
    });
  } catch (failure) {
    // What is refused for good is over; anything else can be tried again, by asking for the upload.
    if (failure instanceof StorageRefusal || isRefused(failure)) {
      await store.unfinished.remove(id);
      await forget(asked, service, one);
    }
    throw failure;
  }
  await markDone(asked, service, one);
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** Entered, and then the server died before it could respond; or entered and removed since. */
async function wasEntered(asked: StorageRequest, service: StorageService, { id }: Unfinished): Promise<boolean> {
  const [row] = await asSystem(
    asked,
    service,
    "SELECT (EXISTS (SELECT FROM storage.objects WHERE version = $1) OR EXISTS (SELECT FROM storage.gone WHERE version = $1))::text AS was",
    [id],
  );
  return row?.["was"] === "true";
}
