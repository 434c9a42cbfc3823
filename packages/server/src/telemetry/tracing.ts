// Traces: what a request did, and what followed from it, as spans. What makes them is loaded where they are asked for.
import type { Log } from "./log.ts";
import { readTracingSettings } from "./tracing-settings.ts";

export type SpanAttributes = Readonly<Record<string, string | number>>;

export type SpanAbout = {
  readonly name: string;
  readonly kind?: "server" | "client" | "consumer";
  /** Identifiers of the document and fixed words: nothing that a row or a request holds. */
  readonly attributes?: SpanAttributes;
  /** A `traceparent` of which this is a part; without one it is a part of the span in which it begins. */
  readonly parent?: string | undefined;
  /** A `traceparent` that is only named. */
  readonly link?: string | undefined;
};

export type OpenSpan = {
  /** Undefined where this trace is not kept. */
  readonly traceId: string | undefined;
  readonly rename: (name: string, attributes: SpanAttributes) => void;
  /** What begins in the work is a part of this span. */
  readonly within: <Result>(work: () => Result) => Result;
  readonly end: (attributes?: SpanAttributes, failure?: unknown) => void;
};

export type Tracing = {
  readonly begin: (about: SpanAbout) => OpenSpan;
  /** What is over already: `began` and `ended` as `performance.now()` says. */
  readonly record: (about: SpanAbout, began: number, ended: number, failure?: unknown) => void;
  /** Of the span in which this is asked; undefined where there is none, or where its trace is not kept. */
  readonly traceId: () => string | undefined;
  /** The same in the words of the W3C, for what goes on later; also of a trace that is not kept. */
  readonly traceparent: () => string | undefined;
  readonly logTo: (log: Pick<Log, "note" | "warning">) => void;
  /** Sends what is left, but does not wait for long. */
  readonly stop: () => Promise<void>;
};

/** Undefined where the environment asks for no traces. `process`: its number, where there are several. */
export async function startTracing(
  environment: Readonly<Record<string, string | undefined>>,
  process: number | undefined,
): Promise<Tracing | undefined> {
  const settings = readTracingSettings(environment);
  if (settings === undefined) return undefined;
  if ("wrong" in settings) throw new Error(settings.wrong.join("; "));
  const { createTracing } = await import("./opentelemetry.ts");
  return createTracing(settings, process);
}

/** The work as a span, which fails with it. */
export async function inSpan<Result>(
  tracing: Tracing | undefined,
  about: SpanAbout,
  work: () => Promise<Result>,
): Promise<Result> {
  if (tracing === undefined) return work();
  const span = tracing.begin(about);
  try {
    const result = await span.within(work);
    span.end();
    return result;
  } catch (failure) {
    span.end({}, failure);
    throw failure;
  }
}
