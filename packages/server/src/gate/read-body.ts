// The body of a request, no larger than it may be: what is too large is refused before it is all there.

export class BodyTooLarge extends Error {
  readonly most: number;

  constructor(most: number) {
    super(`A request may hold at most ${most} bytes.`);
    this.name = "BodyTooLarge";
    this.most = most;
  }
}

export class BodyNotText extends Error {
  constructor() {
    super("The body is not UTF-8.");
    this.name = "BodyNotText";
  }
}

export async function readBody(request: Request, most: number): Promise<string> {
  if (request.method === "GET" || request.method === "HEAD" || request.body === null) return "";
  // What is announced is believed only if it refuses; what arrives is counted.
  if (Number(request.headers.get("content-length") ?? 0) > most) throw new BodyTooLarge(most);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body) {
    size += part.byteLength;
    if (size > most) throw new BodyTooLarge(most);
    parts.push(part);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      parts.length === 1 ? parts[0] : Buffer.concat(parts),
    );
  } catch {
    throw new BodyNotText();
  }
}
