// An upload: its caller's right is checked first, then its bytes are kept, and then it is entered in the caller's role.
import { randomUUID } from "node:crypto";
import { boundsOf, type Bounds } from "./buckets.ts";
import { needAllowedContent, needAllowedType } from "./content.ts";
import { enter, tryToEnter, type Entering } from "./enter.ts";
import { memoryForOne } from "./disk/file-store.ts";
import { receive } from "./receive.ts";
import { needKey } from "./names.ts";
import { ownerOf } from "./owner.ts";
import { tooLarge } from "./refusal.ts";
import type { Flow, StorageAnswer, StorageRequest, StorageService } from "./service.ts";
import { metadataOf } from "./stored.ts";
import { readSigned } from "./signed.ts";
import { TooManyBytes } from "./disk/write-pieces.ts";

export const upload: Flow = async (asked, service) =>
  take(asked, service, { isUpsert: asked.headers.get("x-upsert") === "true", owner: ownerOf(asked), isTrusted: false });

export const uploadUpdate: Flow = async (asked, service) =>
  take(asked, service, { isUpsert: true, owner: ownerOf(asked), isTrusted: false });

/** The right of the caller who signed the address was checked then. */
export const uploadSigned: Flow = async (asked, service) => {
  const { owner, isUpsert } = await readSigned(asked, service, "upload");
  return take(asked, service, { isUpsert, owner, isTrusted: true });
};

async function take(asked: StorageRequest, service: StorageService, entering: Entering): Promise<StorageAnswer> {
  needKey(asked.name);
  const bounds = await boundsOf(asked, service);
  const most = mostOf(asked.name, bounds);
  const { request } = asked;
  asked.memory.reserve(memoryForOne);
  const received = await receive(request);
  const version = randomUUID();
  let isWhole = false;
  try {
    if ((received.announced ?? 0) > most) throw tooLarge();
    needAllowedType(received.type, bounds.types);
    const announced = { mimetype: received.type, contentLength: received.length };
    if (!entering.isTrusted) await tryToEnter(asked, service, entering, announced, received.userMetadata);
    const bytes =
      bounds.types.length === 0 ? received.bytes : needAllowedContent(received.bytes, received.type, bounds.types);
    const size = await service.store.write(version, bytes, most);
    await received.settled();
    const metadata = metadataOf(version, size, received.type, received.cacheControl);
    isWhole = true;
    const id = await enter(asked, service, { ...entering, version, metadata, said: received.userMetadata ?? {} });
    return { json: { Id: id, Key: `${asked.bucket}/${asked.name}` } };
  } catch (failure) {
    // What is still sent is read and thrown away: a client that still sends would not look at the answer.
    received.drop();
    if (!isWhole) await service.store.remove(version);
    throw failure instanceof TooManyBytes ? tooLarge() : failure;
  }
}

/** A folder without files is kept by a file without bytes. */
export const mostOf = (name: string, { most }: Bounds): number => (name.endsWith(".emptyFolderPlaceholder") ? 0 : most);
