// Uploads that may be interrupted, as tus 1.0 has them: begun, sent piece by piece, asked after, given up.
import { boundsOf } from "../buckets.ts";
import { needAllowedType } from "../content.ts";
import { tryToEnter } from "../enter.ts";
import { memoryForOne } from "../disk/file-store.ts";
import { finish } from "./finish.ts";
import { needKey } from "../names.ts";
import { ownerOf } from "../owner.ts";
import { receivePiece } from "../receive.ts";
import { invalidRequest, refusalIn, StorageRefusal, wrongSignature } from "../refusal.ts";
import type { Flow, StorageAnswer, StorageRequest, StorageService } from "../service.ts";
import { readSigned } from "../signed.ts";
import {
  hasPiece,
  laterLengthIn,
  lengthIn,
  longerThanDeclared,
  metadataIn,
  needTus,
  offsetIn,
  otherOffset,
  tooLarge,
  tusExtensions,
  tusVersion,
} from "./tus.ts";
import { begin, forget, ownUnfinished, setLength, type Unfinished } from "./unfinished.ts";
import { mostOf } from "../upload.ts";
import { TooManyBytes } from "../disk/write-pieces.ts";

/** Who begins it: by a token of their own, or by one that another caller signed for this very file. */
type Beginner = Pick<Unfinished, "role" | "owner" | "isTrusted">;
type Step = (asked: StorageRequest, service: StorageService, isSigned: boolean) => Promise<StorageAnswer>;

const beginnerOf = ({ caller, ...asked }: StorageRequest): Beginner => ({
  role: caller.role,
  owner: ownerOf({ ...asked, caller }),
  isTrusted: false,
});

async function signedBeginner(asked: StorageRequest, service: StorageService) {
  const signature = asked.headers.get("x-signature") ?? "";
  if (signature === "") throw wrongSignature("Missing x-signature header");
  const { owner, isUpsert } = await readSigned(asked, service, "upload", signature);
  return { isUpsert, beginner: { role: "signed", owner, isTrusted: true } };
}

const create: Step = async (asked, service, isSigned) => {
  const { headers } = asked;
  const length = lengthIn(headers);
  const sent = headers.get("upload-metadata") ?? "";
  const metadata = metadataIn(sent);
  const file = { ...asked, bucket: metadata.get("bucketName") ?? "", name: needKey(metadata.get("objectName") ?? "") };
  const { beginner, isUpsert } = isSigned
    ? await signedBeginner(file, service)
    : { beginner: beginnerOf(asked), isUpsert: headers.get("x-upsert") === "true" };
  const bounds = await boundsOf(file, service);
  if ((length ?? 0) > mostOf(file.name, bounds)) throw tooLarge();
  const type = metadata.get("contentType") || "application/octet-stream";
  needAllowedType(type, bounds.types);
  const said = saidIn(metadata.get("metadata"));
  const known = { mimetype: type, ...(length === undefined ? {} : { contentLength: length }) };
  if (!isSigned) await tryToEnter(file, service, { isUpsert, ...beginner }, known, said);
  const one = await begin(file, service, {
    ...beginner,
    isUpsert,
    length,
    type,
    cacheControl: /^\d{1,10}$/.test(metadata.get("cacheControl") ?? "")
      ? `max-age=${metadata.get("cacheControl")}`
      : "no-cache",
    said,
    metadata: sent,
  });
  const way = isSigned ? "upload/resumable/sign" : "upload/resumable";
  const made = { Location: `${service.url()}/storage/v1/${way}/${one.id}` };
  if (hasPiece(headers)) {
    const answer = await take(asked, service, async () => one, 0);
    return { ...answer, status: 201, headers: { ...answer.headers, ...made } };
  }
  asked.request.resume();
  if (length === 0) await service.store.unfinished.alone(one.id, async () => finish(asked, service, one));
  return { status: 201, headers: { ...told(one), ...made }, bytes: undefined };
};

const addPiece: Step = async (asked, service, isSigned) => {
  const { headers } = asked;
  if (!hasPiece(headers))
    throw new StorageRefusal(415, "InvalidRequest", "Content-Type must be application/offset+octet-stream");
  const offset = offsetIn(headers);
  const one = await found(asked, service, isSigned);
  const later = laterLengthIn(headers);
  if (later !== undefined) {
    const { most } = await boundsOf({ ...asked, bucket: one.bucket }, service);
    if (later > most) throw tooLarge();
    if (!(await setLength(asked, service, one, later))) throw invalidRequest("Another Upload-Length was said before");
  }
  return take(asked, service, async () => found(asked, service, isSigned), offset);
};

/** `find`: called before another request is made to give way, and again when no other request changes it. */
async function take(
  asked: StorageRequest,
  service: StorageService,
  find: () => Promise<Unfinished>,
  offset: number,
): Promise<StorageAnswer & { readonly headers: Readonly<Record<string, string>> }> {
  const { request, memory } = asked;
  const { store } = service;
  const { id } = await find();
  memory.reserve(memoryForOne);
  return store.unfinished.alone(
    id,
    async () => {
      const one = await find();
      const bounds = await boundsOf({ ...asked, bucket: one.bucket }, service);
      const bound = mostOf(one.name, bounds);
      const most = Math.min(one.length ?? Number.POSITIVE_INFINITY, bound);
      const tooMany = () => (most < bound ? longerThanDeclared() : tooLarge());
      const size = await sizeOf(service, one);
      if (size !== offset) throw otherOffset(size);
      const { announced, bytes } = receivePiece(request);
      if (one.length === size)
        return { status: 204, headers: { ...told(one), "Upload-Offset": String(size) }, bytes: undefined };
      if (offset + (announced ?? 0) > most) throw tooMany();
      await store.unfinished.append(id, offset, bytes, most).catch((failure: unknown) => {
        throw failure instanceof TooManyBytes ? tooMany() : failure;
      });
      const now = await sizeOf(service, one);
      if (now === one.length) await finish(asked, service, one);
      return { status: 204, headers: { ...told(one), "Upload-Offset": String(now) }, bytes: undefined };
    },
    // Its line is dead, or its client would not have come again.
    () => request.destroy(),
  );
}

const show: Step = async (asked, service, isSigned) => {
  const { id } = await found(asked, service, isSigned);
  const { one, size } = await service.store.unfinished.alone(id, async () => {
    const now = await found(asked, service, isSigned);
    const there = await sizeOf(service, now);
    // All bytes were there when the server died: the caller learns that it is done once it is.
    if (there === now.length) await finish(asked, service, now);
    return { one: now, size: there };
  });
  const length: Readonly<Record<string, string>> =
    one.length === undefined ? { "Upload-Defer-Length": "1" } : { "Upload-Length": String(one.length) };
  const metadata = one.metadata === "" ? {} : { "Upload-Metadata": one.metadata };
  return {
    status: 200,
    headers: { ...told(one), ...length, ...metadata, "Upload-Offset": String(size) },
    bytes: undefined,
  };
};

const giveUp: Step = async (asked, service, isSigned) => {
  const { id } = await found(asked, service, isSigned);
  await service.store.unfinished.alone(id, async () => {
    const one = await found(asked, service, isSigned);
    if (one.isDone || (await service.store.has(one.id))) throw invalidRequest("The upload is finished");
    await service.store.unfinished.remove(one.id);
    await forget(asked, service, one);
  });
  return { status: 204, headers: {}, bytes: undefined };
};

const options: Step = async (_asked, { mostBytes }) => ({
  status: 204,
  headers: { "Tus-Version": tusVersion, "Tus-Extension": tusExtensions, "Tus-Max-Size": String(mostBytes) },
  bytes: undefined,
});

/** With the signature of the file, where it was begun with one. */
async function found(asked: StorageRequest, service: StorageService, isSigned: boolean): Promise<Unfinished> {
  const own = beginnerOf(asked);
  return ownUnfinished(asked, service, async (one) => {
    if (!isSigned) return one.role === own.role && one.owner === own.owner;
    return one.isTrusted && (await signedBeginner({ ...asked, ...named(one) }, service)).beginner.owner === one.owner;
  });
}

const named = ({ bucket, name }: Unfinished) => ({ bucket, name });

/** What is a version already is whole. */
async function sizeOf({ store }: StorageService, { id, length, isDone }: Unfinished): Promise<number> {
  return isDone || (await store.has(id)) ? (length ?? 0) : store.unfinished.size(id);
}

const told = ({ expiresAt }: Unfinished) => ({ "Upload-Expires": expiresAt.toUTCString() });

/** What is no JSON says nothing. */
function saidIn(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    const said: unknown = JSON.parse(text);
    return typeof said === "object" && said !== null ? said : undefined;
  } catch {
    return undefined;
  }
}

/** Clients of tus read statuses, and words without a form. */
const flow =
  (step: Step, isSigned: boolean): Flow =>
  async (asked, service) => {
    const always = { "Tus-Resumable": tusVersion, "Cache-Control": "no-store" };
    try {
      if (step !== options) needTus(asked.headers);
      const answer = await step(asked, service, isSigned);
      return "json" in answer ? answer : { ...answer, headers: { ...always, ...answer.headers } };
    } catch (failure) {
      const refusal = refusalIn(failure);
      if (refusal === undefined) throw failure;
      asked.request.resume();
      return { status: refusal.status, headers: { ...always, ...refusal.headers }, text: refusal.message };
    }
  };

type Flows = Readonly<Record<"create" | "addPiece" | "show" | "giveUp" | "options", Flow>>;
const flows = (isSigned: boolean): Flows => ({
  create: flow(create, isSigned),
  addPiece: flow(addPiece, isSigned),
  show: flow(show, isSigned),
  giveUp: flow(giveUp, isSigned),
  options: flow(options, isSigned),
});

export const resumable = flows(false);
export const resumableSigned = flows(true);
