// The body of a request, no larger than it may be: what is too large is refused before it is all there.
import type { IncomingMessage } from "node:http";

export class BodyTooLarge extends Error {
  constructor(most: number) {
    super(`A request may hold at most ${most} bytes.`);
    this.name = "BodyTooLarge";
  }
}

export class BodyNotText extends Error {
  constructor() {
    super("The body is not UTF-8.");
    this.name = "BodyNotText";
  }
}

/** The client went away before it had said all. */
export class BodyCutOff extends Error {
  constructor() {
    super("The request ended before its body did.");
    this.name = "BodyCutOff";
  }
}

/** Text; or bytes, where a client says that they are nothing else. */
export async function readBody(request: IncomingMessage, most: number): Promise<string | Uint8Array> {
  // What is announced is believed only if it refuses; what arrives is counted.
  if (Number(request.headers["content-length"] ?? 0) > most) throw new BodyTooLarge(most);
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of request as AsyncIterable<Buffer>) {
      size += part.byteLength;
      if (size > most) break;
      parts.push(part);
    }
  } catch {
    throw new BodyCutOff();
  }
  if (size > most) throw new BodyTooLarge(most);
  const whole = parts.length === 1 ? parts[0] : Buffer.concat(parts);
  if (/^application\/octet-stream\b/i.test(request.headers["content-type"] ?? "")) return whole ?? new Uint8Array();
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(whole);
  } catch {
    throw new BodyNotText();
  }
}
