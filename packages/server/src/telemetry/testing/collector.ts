// A collector of OpenTelemetry, for tests: it keeps the spans that it is sent as JSON, and every byte of what it is sent.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Value = { readonly stringValue?: string; readonly intValue?: number | string };
type Attribute = { readonly key: string; readonly value: Value };

export type Span = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 1: internal, 2: server, 3: client, 5: consumer. */
  readonly kind: number;
  readonly status: { readonly code?: number; readonly message?: string };
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Of the process that sent it. */
  readonly resource: Readonly<Record<string, unknown>>;
};

export type Collector = {
  readonly url: string;
  readonly spans: () => readonly Span[];
  readonly received: readonly {
    readonly path: string;
    readonly headers: IncomingHttpHeaders;
    readonly body: Buffer;
  }[];
  readonly close: () => Promise<void>;
};

type Batch = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<Span, "attributes" | "resource"> & {
        readonly attributes: readonly Attribute[];
      })[];
    }[];
  }[];
};

const valuesOf = (all: readonly Attribute[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(all.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));

const taken = (response: ServerResponse): void => void response.setHeader("content-type", "application/json").end("{}");

export async function startCollector(answer = taken): Promise<Collector> {
  const received: Collector["received"][number][] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => void parts.push(part));
    request.once("end", () => {
      received.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(parts) });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const spansIn = ({ resourceSpans }: Batch) =>
    resourceSpans.flatMap(({ resource, scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) =>
        spans.map((span) => ({
          ...span,
          attributes: valuesOf(span.attributes),
          resource: valuesOf(resource.attributes),
        })),
      ),
    );
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () => received.flatMap(({ body }) => spansIn(JSON.parse(body.toString()))),
    received,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}
