// `/_/writing`: sends what happens to the document to open pages on this machine while it is written.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { EventStreams } from "../gate/events.ts";
import { isFromLoopback, isOwnPage, loopbackHosts } from "../gate/own-page.ts";
import type { Route } from "../gate/route-table.ts";
import type { Shown } from "../pages/pages.ts";
import type { WritingView } from "./response-types.ts";
import type { Writing } from "./writing.ts";

export const writingAddress = "/_/writing";

export type WritingService = {
  readonly writing: Writing;
  readonly streams: EventStreams;
  readonly port: () => number;
  /** Where the product is as a module for everybody, and by what it and the web application are known. */
  readonly pages: () => Shown;
};

/** What it tells quotes the document, so it is for pages of this address alone. */
export const writingRoute = (service: WritingService): Route => ({
  method: "*",
  path: writingAddress,
  answer: ({ request, response }) => answerWriting(request, response, service),
  isOwn: true,
});

function answerWriting(
  request: IncomingMessage,
  response: ServerResponse,
  { writing, streams, port, pages }: WritingService,
): void {
  if (request.method !== "GET" || !isFromLoopback(request) || !isOwnPage(request, loopbackHosts(port()))) {
    response
      .writeHead(403, { "Content-Type": "text/plain; charset=utf-8" })
      .end("This is for pages of this address.\n");
    return;
  }
  const stop = writing.watch(() => tell());
  const stream = streams.open(request, response, stop);
  const tell = () => {
    const { version, unserved } = writing.state();
    const told: WritingView = { version, ...pages(), ...(unserved === undefined ? {} : { unserved }) };
    stream?.send("told", told);
  };
  tell();
}
