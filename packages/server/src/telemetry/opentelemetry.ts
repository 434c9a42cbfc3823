// Spans as OpenTelemetry has them, sent to a collector. The only file that imports OpenTelemetry, loaded where it is used.
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout } from "node:timers/promises";
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags, type Context, type Span } from "@opentelemetry/api";
import { ExportResultCode, parseTraceParent, type ExportResult } from "@opentelemetry/core";
import { OTLPTraceExporter as JsonExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { OTLPTraceExporter as ProtobufExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
} from "@opentelemetry/sdk-trace";
import type { Log } from "./log.ts";
import type { SpanAbout, Tracing } from "./tracing.ts";
import type { SamplerSettings, TracingSettings } from "./tracing-settings.ts";

/** A collector that takes longer is away, and its batch is lost: a server that ends is not held up by it. */
const usualTimeout = 3000;

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

export function createTracing(settings: TracingSettings, process: number | undefined): Tracing {
  const { url, headers, protocol, sampler, timeout = usualTimeout } = settings;
  const sent = { url, headers: { ...headers }, timeoutMillis: timeout };
  const exporter = new ReportingExporter(
    protocol === "http/json" ? new JsonExporter(sent) : new ProtobufExporter(sent),
  );
  const provider = new TracerProvider({
    resource: resourceFromAttributes(resourceOf(settings, process)),
    sampler: samplerOf(sampler),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer("writ");
  const contexts = new AsyncLocalStorage<Context>();
  const here = () => contexts.getStore() ?? ROOT_CONTEXT;
  const begin = (about: SpanAbout, began?: number): Begun => {
    const { name, kind, attributes = {}, parent, link } = about;
    const context = parent === undefined ? here() : contextOf(parent);
    const linked = link === undefined ? null : parseTraceParent(link);
    const links = linked === null ? [] : [{ context: linked }];
    const options = { kind: kind === undefined ? SpanKind.INTERNAL : kinds[kind], attributes, links };
    const startTime = began === undefined ? {} : { startTime: timeOf(began) };
    const span = tracer.startSpan(name, { ...options, ...startTime }, context);
    return { span, context: trace.setSpan(context, span) };
  };
  return {
    begin: (about) => {
      const { span, context } = begin(about);
      return {
        traceId: traceIdOf(span),
        rename: (name, attributes) => void span.updateName(name).setAttributes(attributes),
        within: (work) => contexts.run(context, work),
        end: (attributes = {}, failure) => {
          span.setAttributes(attributes);
          if (failure !== undefined) fail(span, failure);
          span.end();
        },
      };
    },
    record: (about, began, ended, failure) => {
      const { span } = begin(about, began);
      if (failure !== undefined) fail(span, failure);
      span.end(timeOf(ended));
    },
    traceId: () => traceIdOf(trace.getSpan(here())),
    traceparent: () => traceparentOf(trace.getSpan(here())),
    logTo: exporter.logTo,
    stop: async () => {
      const late = setTimeout(timeout, undefined, { ref: false });
      await Promise.race([provider.shutdown(), late]).catch(() => undefined);
    },
  };
}

type Begun = { readonly span: Span; readonly context: Context };

const contextOf = (parent: string): Context => {
  const remote = parseTraceParent(parent);
  return remote === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true });
};

/** Milliseconds since 1970: what is measured between two of them does not jump with the clock of the machine. */
const timeOf = (moment: number): number => performance.timeOrigin + moment;

const traceIdOf = (span: Span | undefined): string | undefined =>
  span?.isRecording() === true ? span.spanContext().traceId : undefined;

function traceparentOf(span: Span | undefined): string | undefined {
  if (span === undefined) return undefined;
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED).toString().padStart(2, "0")}`;
}

/** Never its words: those quote rows, or name an address with a password. */
function kindOf(failure: unknown): string {
  if (typeof failure === "object" && failure !== null && "code" in failure && failure.code) return String(failure.code);
  return failure instanceof Error ? failure.name : typeof failure;
}

function fail(span: Span, failure: unknown): void {
  span.setAttribute("error.type", kindOf(failure));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** What the operator says of the product comes last; but each of several processes is an instance of its own. */
function resourceOf({ service, resource }: TracingSettings, process: number | undefined): Record<string, string> {
  const given = resource["service.instance.id"];
  const own = given === undefined ? crypto.randomUUID() : process === undefined ? given : `${given}-${process}`;
  return { ...resource, "service.name": service, "service.instance.id": own };
}

function samplerOf({ ratio, isParentBased }: SamplerSettings): Sampler {
  const root = new TraceIdRatioBasedSampler(ratio);
  return isParentBased ? new ParentBasedSampler({ root }) : root;
}

/** Sends by another exporter, and says once that nothing is taken, and once that it is taken again. */
class ReportingExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  #log: Pick<Log, "note" | "warning"> | undefined;
  #lost = 0;

  constructor(exporter: SpanExporter) {
    this.#exporter = exporter;
  }

  readonly logTo = (log: Pick<Log, "note" | "warning">): void => {
    this.#log = log;
  };

  export(spans: readonly ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#exporter.export([...spans], (result) => {
      this.#tell(result, spans.length);
      done(result);
    });
  }

  #tell({ code, error }: ExportResult, count: number): void {
    if (code === ExportResultCode.SUCCESS) {
      if (this.#lost > 0) this.#log?.note("traces are taken again", { lost: this.#lost });
      this.#lost = 0;
      return;
    }
    if (this.#lost === 0) this.#log?.warning("traces are not taken and are lost", { why: kindOf(error) });
    this.#lost += count;
  }

  async shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }
}
