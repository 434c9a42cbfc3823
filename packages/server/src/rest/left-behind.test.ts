// What a function of the database leaves on its connection: nothing of it reaches the next request, which is somebody else's.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { products, type TestProduct } from "../testing/product.ts";
import { visitorsOnly } from "../testing/visitors-only.ts";

const startProduct = products();
let product: TestProduct;

before(async () => {
  // One connection: the next request is on the same one.
  product = await startProduct(visitorsOnly("Note"), { limits: { connections: 1 } });
  const make = (name: string, body: string) =>
    product.owner(
      `CREATE FUNCTION public.${name}() RETURNS text LANGUAGE plpgsql VOLATILE AS $$ BEGIN ${body}; RETURN 'done'; END $$; GRANT EXECUTE ON FUNCTION public.${name}() TO anon`,
    );
  const keep = (name: string, value: string) => `PERFORM set_config('${name}', '${value}', false)`;
  await make("headers", `${keep("response.headers", '[{"X-Left": "behind"}]')}; ${keep("response.status", "299")}`);
  await make("own", keep("app.secret", "hers"));
  await make("claims", keep("request.jwt.claims", '{"sub": "somebody"}'));
  await make("limits", `${keep("statement_timeout", "1")}; ${keep("default_transaction_read_only", "on")}`);
  await make(
    "place",
    `${keep("search_path", "pg_temp")}; ${keep("timezone", "Asia/Tokyo")}; ${keep("row_security", "off")}`,
  );
  await make("role", "SET ROLE service_role");
  await make("reset", "RESET ROLE");
  await make("cursor", "EXECUTE 'DECLARE kept CURSOR WITH HOLD FOR SELECT 1'");
  await make("heard", "EXECUTE 'LISTEN anything'");
  await make("thrown", "EXECUTE 'DEALLOCATE ALL'");
  await make("framed", `PERFORM set_config('response.headers', '[{"Transfer-Encoding": "chunked"}]', true)`);
  await make("commits", "COMMIT");
  await make("temporary", "CREATE TEMP TABLE note (words text)");
  await product.owner(`
    CREATE FUNCTION public.seen(word text) RETURNS json LANGUAGE plpgsql VOLATILE AS $$ BEGIN PERFORM pg_sleep(0.005);
      RETURN json_build_object('user', current_user, 'secret', coalesce(current_setting('app.secret', true), ''),
        'sub', coalesce(nullif(current_setting('request.jwt.claims', true), '')::json->>'sub', ''), 'zone', current_setting('timezone'),
        'limit', current_setting('statement_timeout'), 'security', current_setting('row_security'), 'writes', current_setting('transaction_read_only'),
        'word', word); END $$;
    GRANT EXECUTE ON FUNCTION public.seen(text) TO anon`);
  await product.reload();
});

const ask = async (path: string, method = "GET") => {
  const response = await fetch(`${product.url}/rest/v1/${path}`, {
    method,
    headers: { "content-type": "application/json" },
    ...(method === "POST" ? { body: path === "rpc/seen" ? '{"word": "x"}' : "{}" } : {}),
  });
  return { response, text: await response.text() };
};

const untouched = {
  user: "anon",
  secret: "",
  sub: "",
  zone: "UTC",
  limit: "15s",
  security: "on",
  writes: "off",
  word: "x",
};

for (const name of ["headers", "own", "claims", "limits", "place", "role", "reset", "cursor", "heard", "thrown"]) {
  test(`${name}: the next request finds a connection as if it were new`, async () => {
    // Prepared before, so that there is something to throw away.
    for (let times = 0; times < 3; times++) await ask("rpc/seen", "POST");
    assert.ok((await ask(`rpc/${name}`, "POST")).response.status < 300);
    const { response, text } = await ask("rpc/seen", "POST");
    assert.equal(response.status, 200, text);
    assert.deepEqual(JSON.parse(text), untouched);
    assert.equal(response.headers.get("x-left"), null);
    const read = await ask("note?select=words&words=eq.x");
    assert.deepEqual([read.response.status, read.text], [200, "[]"]);
  });
}

test("what a function may not do ends its request, and the next one is answered", async () => {
  for (const name of ["commits", "temporary", "framed"]) {
    const refused = await ask(`rpc/${name}`, "POST");
    assert.ok(refused.response.status >= 400, `${name}: ${refused.text}`);
    const { text } = await ask("rpc/seen", "POST");
    assert.deepEqual(JSON.parse(text), untouched, name);
  }
});
