// Uploads that may be interrupted, for tests: with an unmodified client of tus, and request by request.
import assert from "node:assert/strict";
import { DetailedError, Upload, type UploadOptions } from "tus-js-client";
import type { TestProduct } from "../../testing/product.ts";

export type Sending = {
  readonly product: TestProduct;
  readonly name: string;
  readonly bytes: Buffer;
  readonly token: string;
  readonly bucket?: string;
  readonly type?: string;
  readonly url?: string;
  readonly options?: Partial<UploadOptions>;
  /** It goes away when so much is sent. */
  readonly leaveAt?: number;
};

/** Where it is, once it is there or was left. */
export async function send({ product, name, bytes, token, bucket = "own", url, options, leaveAt, type }: Sending) {
  return new Promise<string>((resolve, reject) => {
    const upload: Upload = new Upload(bytes, {
      endpoint: `${product.url}/storage/v1/upload/resumable`,
      retryDelays: [],
      headers: { authorization: `Bearer ${token}` },
      metadata: { bucketName: bucket, objectName: name, contentType: type ?? "text/plain", cacheControl: "60" },
      ...(url === undefined ? {} : { uploadUrl: url }),
      onSuccess: () => resolve(upload.url ?? ""),
      onError: reject,
      onProgress: (sent) => {
        if (leaveAt !== undefined && sent >= leaveAt && upload.url !== null)
          void upload.abort().then(() => resolve(upload.url ?? ""));
      },
      ...options,
    });
    upload.start();
  });
}

export const refusal = async (sent: Promise<unknown>): Promise<readonly [number, string]> => {
  const failure = await sent.then(
    () => assert.fail("it was let through"),
    (one: unknown) => one,
  );
  const response = failure instanceof DetailedError ? failure.originalResponse : null;
  return [response?.getStatus() ?? 0, response?.getBody() ?? String(failure)];
};

type Raw = {
  readonly product: Pick<TestProduct, "url">;
  readonly token: string;
  readonly method: string;
  readonly path?: string;
  readonly url?: string;
};

export async function tus(
  { product, method, path, url, token }: Raw,
  headers: Record<string, string> = {},
  body?: unknown,
) {
  return fetch(url ?? `${product.url}/storage/v1/upload/resumable${path ?? ""}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "tus-resumable": "1.0.0", ...headers },
    ...(body === undefined ? {} : { body, duplex: "half" }),
  } as RequestInit);
}

export const metadata = (name: string, bucket = "own") =>
  `bucketName ${Buffer.from(bucket).toString("base64")},objectName ${Buffer.from(name).toString("base64")}`;
export const piece = { "content-type": "application/offset+octet-stream" };

export async function beginRaw(
  by: Pick<Raw, "product" | "token">,
  name: string,
  length: number,
  { bucket = "own", headers = {} }: { readonly bucket?: string; readonly headers?: Record<string, string> } = {},
): Promise<string> {
  const made = await tus(
    { ...by, method: "POST" },
    { "upload-length": String(length), "upload-metadata": metadata(name, bucket), ...headers },
  );
  assert.equal(made.status, 201, await made.text());
  return made.headers.get("location") ?? "";
}
