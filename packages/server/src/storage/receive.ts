// A file as it is sent: the body itself, or the one file of a form, with what is said of it.
import { Busboy } from "@fastify/busboy";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { BodyCutOff } from "../gate/read-body.ts";
import { invalidRequest, tooLarge } from "./refusal.ts";
import { metadataIn } from "./user-metadata.ts";

export type Received = {
  readonly type: string;
  readonly cacheControl: string;
  readonly userMetadata: unknown;
  /** How many bytes a client says that there will be. */
  readonly announced: number | undefined;
  /** Of the whole request, as policies may ask for it: of a form it is a little more than of its file. */
  readonly length: number | undefined;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** When all that was sent is read. */
  readonly settled: () => Promise<void>;
  /** The rest is not needed. */
  readonly drop: () => void;
};

const silenceMilliseconds = 60_000;
const mostSaid = 2 ** 20;
/** Of a form; other fields are not kept. */
const known: ReadonlySet<string> = new Set(["cacheControl", "contentType", "metadata", "userMetadata"]);

export async function receive(request: IncomingMessage): Promise<Received> {
  // A file may take as long as its line needs; a client that sends nothing for a minute has left.
  request.setTimeout(silenceMilliseconds, () => request.destroy());
  return /^multipart\/form-data\b/i.test(request.headers["content-type"] ?? "") ? ofForm(request) : ofBody(request);
}

/** A part of a file, as the body of a request. */
export function receivePiece(request: IncomingMessage): Pick<Received, "announced" | "bytes"> {
  request.setTimeout(silenceMilliseconds, () => request.destroy());
  return { announced: lengthOf(request), bytes: unbroken(request, request) };
}

function ofBody(request: IncomingMessage): Received {
  const { headers } = request;
  return {
    type: headers["content-type"] ?? "application/octet-stream",
    cacheControl: headers["cache-control"] ?? "no-cache",
    userMetadata: metadataIn([headers["x-metadata"]].flat()[0] ?? null),
    announced: lengthOf(request),
    length: lengthOf(request),
    bytes: unbroken(request, request),
    settled: async () => undefined,
    drop: () => void request.resume(),
  };
}

const lengthOf = ({ headers }: IncomingMessage): number | undefined =>
  headers["content-length"] === undefined ? undefined : Number(headers["content-length"]);

/** The other fields stand before the file, as every client of this wire writes them. */
async function ofForm(request: IncomingMessage): Promise<Received> {
  let form: Busboy;
  try {
    form = new Busboy({
      headers: { ...request.headers, "content-type": request.headers["content-type"] ?? "" },
      limits: { parts: 12, fields: 10, files: 1, fieldSize: mostSaid, headerPairs: 50 },
    });
  } catch {
    throw invalidRequest("The form has no boundary");
  }
  const fields = new Map<string, string>();
  const ended = Promise.withResolvers<void>();
  ended.promise.catch(() => undefined);
  const drop = () => {
    request.unpipe(form);
    request.resume();
  };
  let file: Readable | undefined;
  return new Promise((resolve, reject) => {
    form.on("field", (name, value, _nameCut, isCut) => {
      if (isCut) reject(tooLarge("user_metadata"));
      if (known.has(name)) fields.set(name, value);
    });
    form.on("file", (_field, stream, _name, _encoding, mimeType) => {
      // A form that ends too early fails here, perhaps before any reader: an unhandled error would end the server.
      stream.on("error", (failure: Error) => stream.destroy(failure));
      file = stream;
      const seconds = fields.get("cacheControl");
      const said = fields.get("metadata") ?? fields.get("userMetadata");
      resolve({
        type: fields.get("contentType") ?? mimeType,
        cacheControl: seconds !== undefined && /^\d{1,10}$/.test(seconds) ? `max-age=${seconds}` : "no-cache",
        userMetadata: said === undefined ? undefined : metadataIn(Buffer.from(said).toString("base64")),
        announced: undefined,
        length: lengthOf(request),
        bytes: unbroken(stream, request),
        settled: async () => ended.promise,
        drop: () => {
          stream.resume();
          drop();
        },
      });
    });
    const fail = (failure: Error) => {
      reject(failure);
      ended.reject(failure);
      // A reader that waits for more of it fails.
      file?.destroy(failure);
      drop();
    };
    form.on("error", () => fail(invalidRequest("The form is damaged")));
    form.on("finish", () => {
      ended.resolve();
      reject(invalidRequest("No content provided"));
    });
    request.once("close", () => request.complete || fail(new BodyCutOff()));
    request.pipe(form);
  });
}

/** What was cut off is not taken for the whole; who stops reading does not close the connection, which is to be answered. */
async function* unbroken(stream: Readable, request: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  } catch {
    throw request.complete ? invalidRequest("The form is damaged") : new BodyCutOff();
  }
  if (stream === request && !request.complete) throw new BodyCutOff();
}
