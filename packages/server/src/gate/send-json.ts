// A short answer in JSON, written in one piece.
import type { ServerResponse } from "node:http";

export function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const body = JSON.stringify(value);
  response
    .writeHead(status, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body), ...headers })
    .end(body);
}
