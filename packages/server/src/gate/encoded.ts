// A text as small as its reader can take it: most lines are slower than the processor that makes it so.
import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from "node:zlib";

export type Encoding = "zstd" | "br" | "gzip";

/** Less than this fills one packet in any form. */
const fewestBytes = 1400;
/** More than this takes so long that others would wait for it: it is done beside them. */
const mostAtOnce = 128 * 1024;

const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };

/** A tenth of a millisecond for the rows of a list: the first gives the fewest bytes for the least time. */
const ways: Readonly<
  Record<Encoding, { readonly now: (text: string) => Buffer; readonly beside: (text: string) => Promise<Buffer> }>
> = {
  zstd: { now: (text) => zstdCompressSync(text), beside: promisify<string, Buffer>(zstdCompress) },
  br: {
    now: (text) => brotliCompressSync(text, quick),
    beside: async (text) => promisify(brotliCompress)(text, quick),
  },
  gzip: { now: (text) => gzipSync(text, { level: 3 }), beside: async (text) => promisify(gzip)(text, { level: 3 }) },
};

const best = ["zstd", "br", "gzip"] as const;

/** The first of those there are that the caller can read. */
export function encodingFor<One extends Encoding>(
  { headers }: Pick<IncomingMessage, "headers">,
  there: readonly One[],
): One | undefined {
  const accepted = headers["accept-encoding"];
  if (accepted === undefined || accepted === "identity") return undefined;
  const named = new Map(
    accepted.split(",").map((one) => {
      const [name = "", ...rest] = one.toLowerCase().split(";");
      return [name.trim(), rest.every((weight) => !/^\s*q\s*=\s*0(?:\.0*)?\s*$/.test(weight))];
    }),
  );
  return there.find((one) => named.get(one) ?? named.get("*") ?? false);
}

export type Encoded = { readonly body: string | Buffer; readonly headers: readonly (readonly [string, string])[] };

/** For what is never large. */
export function encodedAtOnce(request: Pick<IncomingMessage, "headers">, body: string): Encoded {
  if (body.length < fewestBytes) return { body, headers: [] };
  const encoding = encodingFor(request, best);
  return encoding === undefined ? { body, headers: [vary] } : made(encoding, ways[encoding].now(body));
}

export async function encoded(request: Pick<IncomingMessage, "headers">, body: string): Promise<Encoded> {
  const encoding = body.length > mostAtOnce ? encodingFor(request, best) : undefined;
  return encoding === undefined ? encodedAtOnce(request, body) : made(encoding, await ways[encoding].beside(body));
}

const vary = ["Vary", "Accept-Encoding"] as const;

const made = (encoding: Encoding, body: Buffer): Encoded => ({
  body,
  headers: [["Content-Encoding", encoding], vary],
});
