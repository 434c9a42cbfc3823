// Hearing what answers at an address, which may be anything: so long, so large and of such a form, or it is no product.
import { RemoteUnavailable } from "./unavailable.ts";

export type Limits = {
  /** The longest that one answer is waited for, in milliseconds, to its end. */
  readonly patience: number;
  /** The most bytes of one answer. */
  readonly most: number;
};

export const usualLimits: Limits = { patience: 30_000, most: 64 * 2 ** 20 };

/** An answer that is there as a whole. A user who does not answer at all fails as `fetch` does, the others with `NotThere`. */
export async function fetchWithin(
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
  { patience, most }: Limits,
): Promise<Response> {
  // What goes to this address goes to none that it names.
  const answer = await fetch(input, { ...init, redirect: "error", signal: AbortSignal.timeout(patience) });
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    for await (const part of answer.body ?? []) {
      size += part.byteLength;
      if (size > most) throw new RemoteUnavailable(`its answer is larger than ${Math.floor(most / 2 ** 20)} MB`);
      parts.push(part);
    }
  } catch (failure) {
    if (failure instanceof RemoteUnavailable) throw failure;
    const isLate = failure instanceof Error && failure.name === "TimeoutError";
    throw new RemoteUnavailable(
      isLate ? `its answer did not end within ${Math.round(patience / 1000)} seconds` : "its answer broke off",
    );
  }
  const { status, headers } = answer;
  if (status > 599) throw new RemoteUnavailable(`its answer has the invalid status ${status}`);
  return new Response(bodyless.has(status) ? null : new Blob(parts), { status, headers });
}

const bodyless: ReadonlySet<number> = new Set([204, 205, 304]);

/** Whether an answer has the form of those of a product at this path, so that it can be read. */
export async function isOfProduct(url: string, answer: Response): Promise<boolean> {
  const { pathname } = new URL(url);
  const isRows = pathname.includes("/rest/v1/");
  if (!isRows && !pathname.includes("/auth/v1/")) return true;
  const text = await answer.clone().text();
  if (text === "") return answer.ok;
  const told = valueIn(text);
  if (!answer.ok && isRows)
    return isObject(told) && typeof told["code"] === "string" && typeof told["message"] === "string";
  if (!isRows) return isObject(told);
  // What a step or a count answers is its own.
  return pathname.includes("/rest/v1/rpc/") ? told !== undefined : Array.isArray(told) && told.every(isObject);
}

function valueIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && typeof value === "object" && !Array.isArray(value);
