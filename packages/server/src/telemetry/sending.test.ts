// How spans are sent: what becomes of them while a collector is away or slow, and settings of the environment.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { eventually } from "../../../language/src/testing/eventually.ts";
import { startCollector } from "./testing/collector.ts";
import { readTracingSettings } from "./tracing-settings.ts";
import { startTracing } from "./tracing.ts";

/** A batch is sent as soon as there are so many. */
const batch = 512;

test("what a collector does not take is reported once, and so is that it takes it again", async () => {
  let status = 503;
  const { url, received, close } = await startCollector((response) => void response.writeHead(status).end("{}"));
  after(close);
  const tracing = await startTracing(
    { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_TIMEOUT: "100" },
    undefined,
  );
  assert.ok(tracing !== undefined);
  const said: string[] = [];
  tracing.logTo({ note: (text) => void said.push(text), warning: (text) => void said.push(text) });
  const send = async () => {
    const before = received.length;
    for (let count = 0; count < batch; count++) tracing.begin({ name: "one" }).end();
    await eventually(() => received.length > before, "a batch");
  };
  await send();
  await eventually(() => said.length === 1, "the report");
  await send();
  await send();
  assert.deepEqual(said, ["traces are not taken and are lost"]);
  status = 200;
  await eventually(async () => {
    await send();
    return said.length > 1;
  }, "the report");
  assert.deepEqual(said, ["traces are not taken and are lost", "traces are taken again"]);
  await tracing.stop();
});

test("no more spans are kept than have room while a collector is slow", async () => {
  const held: (() => void)[] = [];
  const { url, spans, close } = await startCollector((response) => void held.push(() => void response.end("{}")));
  after(close);
  const settings = { OTEL_EXPORTER_OTLP_PROTOCOL: "http/json", OTEL_EXPORTER_OTLP_TIMEOUT: "600000" };
  const tracing = await startTracing({ ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: url }, undefined);
  assert.ok(tracing !== undefined);
  for (let count = 0; count < 20_000; count++) tracing.begin({ name: "one" }).end();
  let isOver = false;
  const over = tracing.stop().finally(() => (isOver = true));
  await eventually(() => {
    for (const answer of held.splice(0)) answer();
    return isOver;
  }, "the end");
  await over;
  assert.ok(spans().length > 0 && spans().length <= 2048 + batch, String(spans().length));
});

test("settings that cannot be are reported in words, and none of them matters without an endpoint", () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" };
  const wrong = [
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "127.0.0.1:4318" }, /OTLP_ENDPOINT must be an address/],
    [{ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }, /must be http\/protobuf or http\/json, not "grpc"/],
    [{ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: "secret" }, /OTLP_HEADERS must be pairs such as api-key=secret,tenant/],
    [{ ...endpoint, OTEL_RESOURCE_ATTRIBUTES: "a=%zz" }, /OTEL_RESOURCE_ATTRIBUTES must be pairs/],
    [{ ...endpoint, OTEL_TRACES_SAMPLER: "sometimes" }, /OTEL_TRACES_SAMPLER must be one of always_on/],
    [{ ...endpoint, OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "2" }, /from 0 to 1, not "2"/],
    [{ ...endpoint, OTEL_EXPORTER_OTLP_TIMEOUT: "soon" }, /must be a number of milliseconds/],
  ] as const;
  const wrongTracing = (environment: Readonly<Record<string, string>>) => {
    const settings = readTracingSettings(environment);
    return settings !== undefined && "wrong" in settings ? settings.wrong : [];
  };
  const all = Object.assign({}, ...wrong.map(([environment]) => environment), {
    OTEL_EXPORTER_OTLP_ENDPOINT: "127.0.0.1:4318",
  });
  assert.equal(wrongTracing(all).length, 6, "all are told at once");
  for (const [environment, words] of wrong) {
    assert.match(wrongTracing(environment).join(), words);
    for (const off of [{ OTEL_SDK_DISABLED: "true" }, { OTEL_TRACES_EXPORTER: "none" }])
      assert.equal(readTracingSettings({ ...environment, ...off }), undefined);
  }
  assert.equal(readTracingSettings({ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }), undefined);
  const urlOf = (environment: Readonly<Record<string, string>>) => {
    const settings = readTracingSettings(environment);
    return settings !== undefined && "url" in settings ? settings.url : settings;
  };
  assert.equal(urlOf({ OTEL_EXPORTER_OTLP_ENDPOINT: "https://o.example/at/" }), "https://o.example/at/v1/traces");
  assert.equal(urlOf({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://o.example/at" }), "https://o.example/at");
});
