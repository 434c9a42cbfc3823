// The built web application, read once: every file with its compressed forms, by the path that it is served at.
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

export type PageFile = {
  readonly type: string;
  readonly body: Buffer;
  /** By the name that `Content-Encoding` has for it; only where it is smaller. */
  readonly encoded: ReadonlyMap<"br" | "gzip", Buffer>;
};

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
};

export const typeOf = (name: string): string => types[extname(name)] ?? "application/octet-stream";

/** Only what a build makes: anything else in the folder is not served. */
export function readFiles(folder: string): ReadonlyMap<string, PageFile> {
  const names = readdirSync(folder).filter((name) => types[extname(name)] !== undefined);
  return new Map(
    names.map((name) => {
      const read = (ending: string) => readFileSync(join(folder, `${name}${ending}`));
      const all = new Set(readdirSync(folder));
      const encoded = new Map<"br" | "gzip", Buffer>();
      if (all.has(`${name}.br`)) encoded.set("br", read(".br"));
      if (all.has(`${name}.gz`)) encoded.set("gzip", read(".gz"));
      return [name, { type: typeOf(name), body: read(""), encoded }];
    }),
  );
}

/** What is made while the product runs is small, so it is compressed with less care than a build has. */
export function madeFile(made: string | Uint8Array, type: string): PageFile {
  const body = Buffer.from(made);
  // Pictures and fonts are compressed already.
  if (/^(?:image\/png|font\/)/.test(type)) return { type, body, encoded: new Map() };
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
  return {
    type,
    body,
    encoded: new Map([
      ["br", brotliCompressSync(body, quality)],
      ["gzip", gzipSync(body)],
    ]),
  };
}
