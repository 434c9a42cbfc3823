// The body of a request, no larger than it may be: what is too large is refused before it is all there.
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import type { RequestMemory } from "./memory-budget.ts";

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

/** The client went away before it had said all, or said nothing for too long. */
export class BodyCutOff extends Error {
  constructor() {
    super("The request ended before its body did.");
    this.name = "BodyCutOff";
  }
}

export type Sent = Readable &
  Pick<IncomingMessage, "headers"> & { readonly setTimeout: (milliseconds: number, late?: () => void) => unknown };

/** Set by the code that reads a body. */
export type BodyLimits = {
  readonly bytes: number;
  /** For all of it, however steadily it comes. */
  readonly milliseconds: number;
};

/** Of a request for data: files do not come this way. Five minutes are enough for it on a line of half a megabit. */
export const usualBody: BodyLimits = { bytes: 10 * 2 ** 20, milliseconds: 300_000 };

/** Text; or bytes, where a client says that they are nothing else. */
export async function readBody(request: Sent, limits: BodyLimits, held: RequestMemory): Promise<string | Uint8Array> {
  const whole = await readBytes(request, limits, held);
  if (/^application\/octet-stream\b/i.test(request.headers["content-type"] ?? "")) return whole;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(whole);
  } catch {
    throw new BodyNotText();
  }
}

const silenceMilliseconds = 20_000;
const first = 16_384;

/**
 * One piece of memory that grows: a body may come in a million chunks of one byte each, and each of them would be an
 * object of a hundred.
 */
export async function readBytes(
  request: Sent,
  { bytes: most, milliseconds }: BodyLimits,
  held: RequestMemory,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    let bytes = Buffer.alloc(0);
    let size = 0;
    const announced = Number(request.headers["content-length"] ?? most);
    const late = setTimeout(() => request.destroy(), milliseconds);
    const refuse = (failure: Error) => {
      clearTimeout(late);
      request.removeListener("data", take);
      // The rest is read and thrown away: a client that still sends would not look at the answer.
      request.resume();
      bytes = Buffer.alloc(0);
      reject(failure);
    };
    const take = (part: Buffer) => {
      const needed = size + part.byteLength;
      if (needed > announced) return refuse(new BodyTooLarge(most));
      if (needed > bytes.byteLength) {
        const larger = Math.min(announced, Math.max(first, needed, 2 * bytes.byteLength));
        try {
          held.reserve(larger - bytes.byteLength);
        } catch (failure) {
          return refuse(failure as Error);
        }
        const grown = Buffer.allocUnsafe(larger);
        bytes.copy(grown, 0, 0, size);
        bytes = grown;
      }
      part.copy(bytes, size);
      size = needed;
    };
    // What is announced is believed only if it is less than could come; what arrives is counted.
    if (announced > most) return refuse(new BodyTooLarge(most));
    request.on("data", take);
    request.once("end", () => {
      clearTimeout(late);
      request.setTimeout(0);
      resolve(bytes.subarray(0, size));
    });
    request.once("close", () => {
      clearTimeout(late);
      reject(new BodyCutOff());
    });
    request.once("error", () => reject(new BodyCutOff()));
    request.setTimeout(silenceMilliseconds, () => request.destroy());
  });
}
