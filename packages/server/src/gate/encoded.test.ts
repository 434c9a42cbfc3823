// Answers in the form that takes the fewest bytes on the way, of those that whoever asks can read.
import assert from "node:assert/strict";
import { request } from "node:http";
import { buffer } from "node:stream/consumers";
import { before, test } from "node:test";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { products, type TestProduct } from "../testing/product.ts";
import { visitorsOnly } from "../testing/visitors-only.ts";

const startProduct = products();
let pages: TestProduct;

before(async () => {
  pages = await startProduct(visitorsOnly("Page"));
  await pages.owner(`
    CREATE FUNCTION public.words(many int) RETURNS text LANGUAGE sql STABLE AS $$
      SELECT string_agg(n::text || ' Größe', ' ') FROM generate_series(1, many) n $$;
    CREATE FUNCTION public.made_already() RETURNS text LANGUAGE plpgsql STABLE AS $$ BEGIN
      PERFORM set_config('response.headers', '[{"Content-Encoding": "identity"}]', true);
      RETURN repeat('x', 5000); END $$;
    GRANT EXECUTE ON FUNCTION public.words(int), public.made_already() TO anon`);
  await pages.reload();
});

type Answer = {
  readonly status: number | undefined;
  readonly encoding: string | undefined;
  readonly vary: string | undefined;
  readonly body: Buffer;
};

/** Nothing but these bytes: `fetch` asks for what it can read, and says nothing of how it came. */
async function ask(path: string, accepted?: string): Promise<Answer> {
  const headers = { accept: "*/*", ...(accepted === undefined ? {} : { "accept-encoding": accepted }) };
  return new Promise((resolve, reject) => {
    request(`${pages.url}${path}`, { headers }, (answer) => {
      const { "content-encoding": encoding, vary } = answer.headers;
      buffer(answer).then((body) => resolve({ status: answer.statusCode, encoding, vary, body }), reject);
    })
      .on("error", reject)
      .end();
  });
}

const readers = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync } as const;
const isReadable = (name: string | undefined): name is keyof typeof readers => Object.hasOwn(readers, name ?? "");

const few = "/rest/v1/rpc/words?many=3";
const some = "/rest/v1/rpc/words?many=2000";
const many = "/rest/v1/rpc/words?many=60000";

test("an answer says the same in each form, and takes fewer bytes", async () => {
  for (const path of [some, many]) {
    const plain = await ask(path);
    assert.equal(plain.encoding, undefined);
    for (const name of ["zstd", "br", "gzip"] as const) {
      const { status, encoding, vary, body } = await ask(path, name);
      assert.deepEqual([status, encoding], [200, name]);
      assert.match(vary ?? "", /Accept-Encoding/);
      assert.ok(body.length < plain.body.length / 2, `${name}: ${body.length} of ${plain.body.length}`);
      assert.ok(readers[name](body).equals(plain.body), name);
    }
  }
});

test("encodings that the client does not accept are not sent", async () => {
  const expected: Readonly<Record<string, string | undefined>> = {
    "gzip, deflate, br, zstd": "zstd",
    "gzip, deflate, br": "br",
    "GZIP;q=0.5": "gzip",
    "zstd;q=0, br;q=0.000, gzip": "gzip",
    "*": "zstd",
    "*;q=0, br": "br",
    "zstd;q=0, *": "br",
    identity: undefined,
    deflate: undefined,
    "": undefined,
    ["x".repeat(8000)]: undefined,
    ",;=,;q=": undefined,
  };
  for (const [accepted, name] of Object.entries(expected)) {
    const { status, encoding, body } = await ask(some, accepted);
    assert.deepEqual([status, encoding], [200, name], accepted.slice(0, 40));
    const text = isReadable(encoding) ? readers[encoding](body) : body;
    assert.match(text.toString(), /^"1 Größe .* 2000 Größe"$/);
  }
});

test("what fills one packet in any form, and what is in a form already, is sent as it is", async () => {
  assert.equal((await ask(few, "zstd, br, gzip")).encoding, undefined);
  const made = await ask("/rest/v1/rpc/made_already", "zstd, br, gzip");
  assert.deepEqual([made.encoding, made.body.length], ["identity", 5002]);
});
