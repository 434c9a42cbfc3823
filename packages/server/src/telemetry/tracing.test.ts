// Traces over the wire: what a request and what follows from it send to a collector, and what is never in it.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { eventually } from "../../../language/src/testing/eventually.ts";
import { serveFragment, type Served } from "../functions/testing/served.ts";
import { processesOf } from "../testing/processes.ts";
import { products } from "../testing/product.ts";
import { startCollector, type Collector, type Span } from "./testing/collector.ts";

const fragment = `
## 3. Entities and their fields

### Invitation

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Email | email | yes | |

## 4. States and transitions

### Effects
| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Invitation | create | | mail invited | to \`invitation.email\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
| Invitation | create, read | yes |
| Invitation | update, delete | no |
| Invite | call | yes |

## 7. The calls it makes

| Call | Kind | On | Code |
| --- | --- | --- | --- |
| Invite | function | button | below |

### Invite
- In: Address (text)

\`\`\`ts
await system.invitation.create({ email: input.address });
\`\`\`

| Mail | For | Subject | Text |
| --- | --- | --- | --- |
| invited | Invitation | Hello | Come in, {invitation.email}. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`;

const start = products();
const secret = "hidden-words";
const remote = "4bf92f3577b34da6a3ce929d0e0e4736";
const traceparent = `00-${remote}-00f067aa0ba902b7-01`;

type Traced = Served & { readonly collector: Collector; readonly ann: string };

async function traced(settings: Readonly<Record<string, string>> = {}, proxies = 0): Promise<Traced> {
  const collector = await startCollector();
  after(collector.close);
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    OTEL_EXPORTER_OTLP_HEADERS: "api-key=of%20the%20operator",
    ...settings,
  };
  const product = await serveFragment(start, fragment, { environment, development: true, proxies });
  return { ...product, collector, ann: await product.person("ann") };
}

const invite = async ({ ask, ann }: Traced, headers: Readonly<Record<string, string>> = {}) => {
  const { status } = await ask(`/rest/v1/invitation?select=id,${secret}:email`, {
    method: "POST",
    headers: { authorization: `Bearer ${ann}`, "content-type": "application/json", ...headers },
    body: JSON.stringify({ email: `${secret}@example.test` }),
  });
  return status;
};
const mailIsSent = async ({ rowOf }: Traced) =>
  rowOf("SELECT FROM writ.outbox WHERE kind = 'mail' AND done_at IS NOT NULL");

/** All that was begun, and its spans are with the collector. */
const ended = async ({ stop, collector }: Traced): Promise<readonly Span[]> => {
  await stop();
  return collector.spans();
};

const only = (spans: readonly Span[], name: string): Span => {
  const [one, ...others] = spans.filter((span) => span.name === name);
  assert.ok(one !== undefined && others.length === 0, `one ${name}: ${spans.map((span) => span.name).join(", ")}`);
  return one;
};
const partsOf = (spans: readonly Span[], { spanId }: Span) => spans.filter((span) => span.parentSpanId === spanId);

test("a request, its statements and the mail that it wrote are one trace, without any of its values", async () => {
  const product = await traced();
  assert.equal(await invite(product, { "x-request-id": "first-request" }), 201);
  await mailIsSent(product);
  const alias = encodeURIComponent(`id,"from public.jane_doe":email,"(select public.jane_doe(":id`);
  assert.equal((await product.ask(`/rest/v1/invitation?select=${alias}`)).status, 200);
  for (const path of ["/health", "/ready", "/metrics", `/${secret}`]) await fetch(`${product.url}${path}`);
  const spans = await ended(product);
  // What says nothing of the product, and what is at no address of it.
  assert.deepEqual(
    spans.filter(({ name }) => name.startsWith("GET")).map(({ name }) => name),
    ["GET /rest/v1/invitation", "GET"],
  );
  const request = only(spans, "POST /rest/v1/invitation");
  assert.equal(request.kind, 2);
  assert.equal(request.parentSpanId, undefined);
  assert.deepEqual(request.attributes, {
    "http.request.method": "POST",
    "url.scheme": "http",
    "network.protocol.version": "1.1",
    "writ.request.id": "first-request",
    "http.route": "/rest/v1/invitation",
    "http.response.status_code": 201,
  });
  const parts = partsOf(spans, request);
  assert.ok(parts.some(({ name }) => name === "wait for a connection"));
  const insert = parts.find(({ name }) => name === "INSERT public.invitation");
  assert.equal(insert?.kind, 3);
  assert.equal(insert?.attributes["db.system.name"], "postgresql");
  assert.equal(insert?.attributes["db.operation.name"], "INSERT");
  assert.ok(parts.some(({ name }) => name === "COMMIT"));
  const mail = only(spans, "mail invited");
  assert.equal(mail.kind, 5);
  assert.deepEqual([mail.traceId, mail.parentSpanId], [request.traceId, request.spanId]);
  assert.ok(partsOf(spans, mail).some(({ name }) => name === "SMTP"));
  const { received } = product.collector;
  assert.ok(received.every(({ path, headers }) => path === "/v1/traces" && headers["api-key"] === "of the operator"));
  const sent = received.map(({ body }) => body.toString()).join("\n");
  for (const value of [secret, product.ann, "Bearer", "example.test", "Come in", product.anonKey, "jane_doe"])
    assert.ok(!sent.includes(value), value);
});

test("code of a call is a span between its request and what it writes, also where it fails", async () => {
  const product = await traced();
  assert.equal((await product.call("invite", { address: "ben@example.test" }, product.ann)).status, 204);
  await mailIsSent(product);
  const refused = await product.call("invite", { address: `no address ${secret}` }, product.ann);
  assert.ok(refused.status >= 400);
  const spans = await ended(product);
  const [request, other] = spans.filter(({ name }) => name === "POST /functions/v1/invite");
  assert.ok(request !== undefined && other !== undefined);
  const code = partsOf(spans, request).find(({ name }) => name === "code invite");
  assert.ok(code !== undefined);
  const names = partsOf(spans, code).map(({ name }) => name);
  assert.ok(names.includes("BEGIN") && names.includes("commit".toUpperCase()), names.join());
  assert.equal(only(spans, "mail invited").parentSpanId, code.spanId);
  const failed = spans.find(({ traceId, attributes }) => traceId === other.traceId && "error.type" in attributes);
  assert.match(String(failed?.attributes["error.type"]), /^[0-9A-Z]{5}$/, "the code of PostgreSQL");
  assert.deepEqual(failed?.status, { code: 2 });
  assert.ok(!JSON.stringify(spans).includes(secret));
});

test("a client's own trace is named, and goes on only behind a proxy", async () => {
  const open = await traced();
  assert.equal(await invite(open, { traceparent }), 201);
  await mailIsSent(open);
  const own = only(await ended(open), "POST /rest/v1/invitation");
  assert.notEqual(own.traceId, remote);
  assert.deepEqual(
    own.links.map(({ traceId }) => traceId),
    [remote],
  );
  const behind = await traced({}, 1);
  assert.equal(await invite(behind, { traceparent }), 201);
  await mailIsSent(behind);
  assert.equal(await invite(behind, { traceparent: "00-not-one-01" }), 201);
  const spans = await ended(behind);
  const [request, another] = spans.filter(({ name }) => name === "POST /rest/v1/invitation");
  assert.deepEqual([request?.traceId, request?.parentSpanId], [remote, "00f067aa0ba902b7"]);
  assert.equal(another?.parentSpanId, undefined);
  assert.equal(spans.find(({ name }) => name === "mail invited")?.parentSpanId, request?.spanId);
});

test("a sampler and a proxy decide what is kept, and the mail goes with its request", async () => {
  const none = await traced({ OTEL_TRACES_SAMPLER: "always_off" }, 1);
  assert.equal(await invite(none, { traceparent }), 201);
  await mailIsSent(none);
  assert.deepEqual(await ended(none), []);
  const based = await traced({ OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0" }, 1);
  assert.equal(await invite(based), 201);
  assert.equal(await invite(based, { traceparent }), 201);
  await based.rowOf("SELECT 1 FROM writ.outbox HAVING count(*) FILTER (WHERE done_at IS NOT NULL) = 2");
  const spans = await ended(based);
  assert.equal(spans.filter(({ name }) => name === "POST /rest/v1/invitation").length, 1);
  only(spans, "mail invited");
  assert.ok(spans.every(({ traceId }) => traceId === remote));
});

test("protobuf is sent unless JSON is asked for, and holds none of the values either", async () => {
  const product = await traced({ OTEL_EXPORTER_OTLP_PROTOCOL: "", OTEL_SERVICE_NAME: "the desk" });
  assert.equal(await invite(product), 201);
  await mailIsSent(product);
  await product.stop();
  const [first] = product.collector.received;
  assert.equal(first?.headers["content-type"], "application/x-protobuf");
  const sent = Buffer.concat(product.collector.received.map(({ body }) => body)).toString("latin1");
  for (const there of ["the desk", "POST /rest/v1/invitation", "mail invited"]) assert.ok(sent.includes(there), there);
  for (const value of [secret, product.ann, "example.test"]) assert.ok(!sent.includes(value), value);
});

test("a collector that is away delays no request, and one that never answers does not hold up the end", async () => {
  const silent = await startCollector(() => undefined);
  after(silent.close);
  for (const url of [silent.url, "http://127.0.0.1:9"]) {
    const product = await traced({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_TIMEOUT: "500" });
    for (let count = 0; count < 20; count++) assert.equal(await invite(product), 201);
    await product.stop();
    assert.deepEqual(product.collector.spans(), []);
  }
  await eventually(() => silent.received.length > 0, "the one that never answers was asked");
});

test("each of several processes is an instance of its own", async () => {
  const { url, spans, close } = await startCollector();
  after(close);
  const product = await serveFragment(start, fragment);
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" };
  const attributes = "service.instance.id=desk,deployment.environment.name=test%20place";
  const begin = processesOf(product, 2, { environment: { ...settings, OTEL_RESOURCE_ATTRIBUTES: attributes } });
  for (const one of [await begin(), await begin()]) {
    assert.equal((await fetch(`${one.url}/rest/v1/invitation`)).status, 200);
    await one.stop();
  }
  const said = new Set(spans().map(({ resource }) => JSON.stringify(resource)));
  const of = (instance: string) =>
    JSON.stringify({
      "service.instance.id": instance,
      "deployment.environment.name": "test place",
      "service.name": "writ",
    });
  assert.deepEqual([...said].toSorted(), [of("desk-1"), of("desk-2")]);
});
