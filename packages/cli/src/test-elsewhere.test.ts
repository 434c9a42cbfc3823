// `writ test --url`: what it prints of a product that runs elsewhere, and what it refuses before it makes anything there.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../language/src/testing/run-cases.ts";
import { products } from "../../server/src/testing/product.ts";
import type { Console } from "./terminal/console.ts";
import { waitFor } from "./testing/fake-console.ts";

const start = products();

const { source } = completeDocument(`
## 3. Entities and their fields

### Note
- Owner: Author

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text up to 20 | yes | |
| Author | reference to User | auto | \`me\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |
| Editor | named at installation |

| For | May | Person | Editor |
| --- | --- | --- | --- |
| Note | create | yes | no |
| Note | read | own | yes |
| Note | update | own | no |
| Note | delete | no | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Time zone | UTC |
| Sign-in | email and password |
`);

const running = async (text = source) =>
  start(text, { development: true, document: { file: "SPEC.md", source, compiled: compile(source) } });

const never: Partial<Console> = { untilStopped: async () => new Promise(() => undefined) };

test("a running product is tested, and its key is never printed", async () => {
  const { url, serviceKey, owner } = await running();
  const options = { ...never, environment: { WRIT_SERVICE_KEY: serviceKey } };
  const args = ["test", "SPEC.md", "--url", url, "--only", "6"];
  const { exit, out, error } = await waitFor({ "SPEC.md": source }, args, options);
  assert.deepEqual([exit, error], [0, ""]);
  assert.match(
    out,
    /^6\. Roles and permissions: \d+ of \d+ shown\n {2}not tried 6\/Editor#named: [^]*\d+ passed, 0 failed, 2 not tried in /,
  );
  assert.ok(!out.includes(serviceKey));
  assert.deepEqual(await owner("SELECT FROM auth.users UNION ALL SELECT FROM public.note"), []);
  const json = await waitFor({ "SPEC.md": source }, [...args, "--json"], options);
  assert.equal(JSON.parse(json.out).failed, 0);
});

test("a product that does something else fails, as a story of the case", async () => {
  const { url, serviceKey } = await running(source.replace("| Note | read | own |", "| Note | read | yes |"));
  const args = ["test", "SPEC.md", "--url", url, "--only", "6/Note/read"];
  const environment = { WRIT_SERVICE_KEY: serviceKey };
  const { exit, out } = await waitFor({ "SPEC.md": source }, args, { ...never, environment });
  assert.equal(exit, 1);
  assert.match(out, /failed 6\/Note\/read\/Person#[^]*the row is read[^]*1\. /);
});

test("Ctrl-C is answered with a sentence, and nothing is left there", async () => {
  const { url, serviceKey, owner } = await running();
  const ended = Promise.withResolvers<undefined>();
  const { exit, out, error } = await waitFor({ "SPEC.md": source }, ["test", "SPEC.md", "--url", url], {
    environment: { WRIT_SERVICE_KEY: serviceKey },
    untilStopped: async () => ended.promise,
    progress: (line) => {
      if (line.startsWith("3 of ")) ended.resolve(undefined);
    },
  });
  assert.deepEqual([exit, out, error], [130, "", "writ test: stopped before the end\n"]);
  assert.deepEqual(
    await owner("SELECT FROM auth.users UNION ALL SELECT FROM public.user UNION ALL SELECT FROM public.note"),
    [],
  );
});

test("an invalid call, key, address or document is refused before anything is created", async () => {
  const { url, serviceKey, anonKey, owner } = await running();
  const refusal = async (args: readonly string[], key?: string, text = source): Promise<string> => {
    const environment = key === undefined ? {} : { WRIT_SERVICE_KEY: key };
    const ran = await waitFor({ "SPEC.md": text }, ["test", "SPEC.md", ...args], { ...never, environment });
    assert.deepEqual([ran.exit, ran.out], [2, ""], ran.error);
    assert.ok(!ran.error.includes(serviceKey));
    return ran.error;
  };
  const there = ["--url", url];
  assert.match(await refusal(there), /--url needs the product's service key in WRIT_SERVICE_KEY/);
  assert.match(await refusal(there, anonKey), /rejects the key in WRIT_SERVICE_KEY/);
  assert.match(
    await refusal(["--url", "http://127.0.0.1:9"], serviceKey),
    /nothing answers at http:\/\/127\.0\.0\.1:9/,
  );
  assert.match(await refusal(there, serviceKey, source.replace("up to 20", "up to 21")), /serves another document/);
  assert.match(
    await refusal(["--url", "desk.example.org"], serviceKey),
    /must be an address such as https:\/\/desk\.example\.org/,
  );
  assert.match(await refusal(["--url", "http://desk.example.org"], serviceKey), /service key can be read/);
  assert.match(await refusal([...there, "--mutate"], serviceKey), /--mutate cannot be combined with --url/);
  assert.match(await refusal(["--send"]), /--send needs --url/);
  assert.match(await refusal([...there, "--only", "7/Nowhere"], serviceKey), /no testable clause of SPEC\.md/);
  assert.deepEqual(await owner("SELECT FROM auth.users"), []);
});
