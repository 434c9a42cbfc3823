// A file goes up, and says how far it has come.
import { lookup } from "mrmime";
import type { Backend } from "../data/backend.ts";

export class UploadRefused extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = "UploadRefused";
    this.code = code;
  }
}

const address = (way: string, bucket: string, path: string): string =>
  `/storage/v1/object/${way}${bucket}/${path.split("/").map(encodeURIComponent).join("/")}`;

/** What a file is called tells its type the same everywhere, which what systems say of it does not. */
export const typeOf = (file: File): string => lookup(file.name) ?? (file.type || "application/octet-stream");

export type Uploading = {
  readonly file: File;
  readonly bucket: string;
  readonly path: string;
  /** The part of it that is there, from 0 to 1. */
  readonly onProgress: (part: number) => void;
  readonly signal: AbortSignal;
};

/** What is larger goes up in pieces, and goes on where it stopped. */
const piece = 6 * 2 ** 20;

export async function upload(backend: Backend, given: Uploading): Promise<void> {
  const { token, renewed } = await backend.tokenToWrite();
  const send = async (one: string) => {
    given.signal.throwIfAborted();
    if (given.file.size <= piece) return uploadAtOnce(one, given);
    const { uploadInPieces } = await import("./upload-in-pieces.ts");
    return uploadInPieces(backend, piece, given);
  };
  try {
    await send(token);
  } catch (failure) {
    const isOfToken = failure instanceof UploadRefused && failure.code === "InvalidJWT";
    const other = isOfToken ? await renewed() : undefined;
    if (other === undefined) throw failure;
    await send(other);
  }
}

/** It never changes: another content is another file. */
export const forEver = "max-age=31536000, immutable";

/** As long as for what only asks. Its module is the first screen's, which would load this one with it. */
const longestSilence = 60_000;

async function uploadAtOnce(token: string, { file, bucket, path, onProgress, signal }: Uploading): Promise<void> {
  return new Promise((resolve, reject) => {
    // fetch does not tell how far it has come.
    const sending = new XMLHttpRequest();
    let isSilent = false;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        isSilent = true;
        sending.abort();
      }, longestSilence);
    };
    sending.open("POST", address("", bucket, path));
    sending.setRequestHeader("authorization", `Bearer ${token}`);
    sending.setRequestHeader("content-type", typeOf(file));
    sending.setRequestHeader("cache-control", forEver);
    sending.upload.addEventListener("progress", ({ loaded, total }) => {
      wait();
      onProgress(total === 0 ? 0 : loaded / total);
    });
    sending.addEventListener("loadend", () => clearTimeout(waiting));
    sending.addEventListener("load", () =>
      sending.status === 200 ? resolve() : reject(refusalIn(sending.responseText)),
    );
    sending.addEventListener("error", () => reject(new UploadRefused("OFFLINE", "")));
    sending.addEventListener("abort", () => reject(new UploadRefused(isSilent ? "OFFLINE" : "ABORTED", "")));
    signal.addEventListener("abort", () => sending.abort());
    wait();
    sending.send(file);
  });
}

export function refusalIn(text: string): UploadRefused {
  try {
    const said = JSON.parse(text) as { readonly code?: string; readonly message?: string };
    return new UploadRefused(said.code ?? "UNEXPECTED", said.message ?? "");
  } catch {
    return new UploadRefused("UNEXPECTED", "");
  }
}

/** What was not saved yet goes at once; what was is kept until its row lets go of it, and the server sees to that. */
export async function takeBack(backend: Backend, bucket: string, path: string): Promise<void> {
  await backend
    .ask(`/storage/v1/object/${bucket}`, {
      method: "DELETE",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ prefixes: [path] }),
    })
    .catch(() => undefined);
}

/** Undefined where it is not there, or not for this reader. */
export async function fetchFile(
  backend: Backend,
  bucket: string,
  path: string,
  signal: AbortSignal,
): Promise<Blob | undefined> {
  const answer = await backend.ask(address("authenticated/", bucket, path), { signal });
  return answer.ok ? answer.blob() : undefined;
}

/** An address that is good for a minute: for what the browser itself fetches. */
export async function addressFor(backend: Backend, bucket: string, path: string): Promise<string | undefined> {
  const answer = await backend.ask(address("sign/", bucket, path), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ expiresIn: 60 }),
  });
  if (!answer.ok) return undefined;
  const { signedURL } = (await answer.json()) as { readonly signedURL: string };
  return `/storage/v1${signedURL}`;
}
