// What the cases of supabase/storage do, each as one request over the wire: its status, and what it says.
import { randomUUID } from "node:crypto";
import type { ClientBase } from "pg";
import { DetailedError, Upload } from "tus-js-client";
import type { Served } from "../auth/served.ts";

export type Asked = {
  readonly served: Served;
  readonly owner: ClientBase;
  readonly picture: Buffer;
  readonly person: string;
  readonly token: string;
  readonly bucket: string;
  readonly name: string;
  readonly userMetadata?: Readonly<Record<string, unknown>>;
  readonly mimeType?: string;
  readonly contentLength?: number;
  readonly copyMetadata?: boolean;
  readonly destinationObjectName?: string;
};
export type Answer = { readonly status: number; readonly message: string };

async function ask(
  { served, token }: Asked,
  method: string,
  path: string,
  given?: object | FormData,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const isForm = given instanceof FormData;
  const answer = await fetch(`${served.url}/storage/v1/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(given === undefined || isForm ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(given === undefined ? {} : { body: isForm ? given : JSON.stringify(given) }),
  });
  const text = await answer.text();
  const told: unknown = answer.headers.get("content-type")?.includes("json") === true ? JSON.parse(text) : {};
  return { status: answer.status, message: String((told as { readonly message?: unknown }).message ?? "") };
}

const inBase64 = (said: unknown) => Buffer.from(JSON.stringify(said)).toString("base64");
const saying = ({ userMetadata }: Asked): Readonly<Record<string, string>> =>
  userMetadata === undefined ? {} : { "x-metadata": inBase64(userMetadata) };

async function upload(asked: Asked, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const { picture, contentLength, userMetadata, mimeType } = asked;
  const form = new FormData();
  if (userMetadata !== undefined) form.append("metadata", JSON.stringify(userMetadata));
  if (mimeType !== undefined) form.append("contentType", mimeType);
  // Where the suite lies about a length, the file is as long as it says.
  const bytes = Buffer.concat([picture, Buffer.alloc(Math.max(0, (contentLength ?? 0) - picture.length))]);
  form.append("file", new Blob([bytes], { type: "image/jpeg" }), "sadcat.jpg");
  return ask(asked, "POST", `object/${asked.bucket}/${asked.name}`, form, headers);
}

async function resume(asked: Asked): Promise<Answer> {
  const { served, picture, token, bucket, name, contentLength, mimeType, userMetadata } = asked;
  return new Promise((resolve, reject) => {
    const one = new Upload(picture, {
      endpoint: `${served.url}/storage/v1/upload/resumable`,
      ...(contentLength === undefined ? {} : { uploadSize: contentLength }),
      headers: { authorization: `Bearer ${token}` },
      metadata: {
        bucketName: bucket,
        objectName: name,
        contentType: mimeType ?? "application/octet-stream",
        cacheControl: "3600",
        ...(userMetadata === undefined ? {} : { metadata: JSON.stringify(userMetadata) }),
      },
      onShouldRetry: () => false,
      onSuccess: () => resolve({ status: 200, message: "" }),
      onError: (failure) => {
        const told = failure instanceof DetailedError ? failure.originalResponse : null;
        if (told === null) reject(failure);
        else resolve({ status: told.getStatus(), message: told.getBody() });
      },
    });
    one.start();
  });
}

/** Without a row of its own, for what is asked of rows alone. */
async function enterAlone({ owner, bucket, name, person }: Asked): Promise<Answer> {
  await owner.query(
    "INSERT INTO storage.objects (bucket_id, name, owner, owner_id, metadata, version) VALUES ($1, $2, $3::uuid, $3, $4, $5)",
    [bucket, name, person, { size: 1 }, randomUUID()],
  );
  return { status: 200, message: "" };
}

/** `upload.s3.multipart` is not among them. */
export const operations: Readonly<Record<string, (asked: Asked) => Promise<Answer>>> = {
  upload: async (asked) => upload(asked),
  "upload.upsert": async (asked) => upload(asked, { "x-upsert": "true" }),
  "upload.tus": resume,
  "upload.signed": async (asked) =>
    ask(asked, "POST", `object/upload/sign/${asked.bucket}/${asked.name}`, undefined, saying(asked)),
  "bucket.list": async (asked) => ask(asked, "GET", "bucket"),
  "bucket.get": async (asked) => ask(asked, "GET", `bucket/${asked.bucket}`),
  "bucket.create": async (asked) => ask(asked, "POST", "bucket", { name: asked.bucket }),
  "bucket.empty": async (asked) => ask(asked, "POST", `bucket/${asked.bucket}/empty`),
  "bucket.update": async (asked) => ask(asked, "PUT", `bucket/${asked.bucket}`, { public: true }),
  "bucket.delete": async (asked) => ask(asked, "DELETE", `bucket/${asked.bucket}`),
  "object.delete": async (asked) => ask(asked, "DELETE", `object/${asked.bucket}/${asked.name}`),
  "object.get": async (asked) => ask(asked, "GET", `object/authenticated/${asked.bucket}/${asked.name}`),
  "object.list": async (asked) =>
    ask(asked, "POST", `object/list/${asked.bucket}`, { prefix: "", sortBy: { column: "name", order: "asc" } }),
  "object.seed": enterAlone,
  "object.move": async (asked) =>
    ask(asked, "POST", "object/move", {
      bucketId: asked.bucket,
      sourceKey: asked.name,
      destinationKey: `moved_${asked.name}`,
    }),
  "object.copy": async (asked) =>
    ask(
      asked,
      "POST",
      "object/copy",
      {
        bucketId: asked.bucket,
        sourceKey: asked.name,
        destinationKey: asked.destinationObjectName ?? `copied_${asked.name}`,
        copyMetadata: asked.copyMetadata ?? true,
      },
      saying(asked),
    ),
};
