// One request to an external service: bounded in time and size, to no private address, and following no redirect.
import { request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import { AddressRefused, isAllowed, createLookup, isWrittenClosed, type PrivateHosts } from "./private-addresses.ts";

export type Outgoing = {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type HowLong = { readonly milliseconds: number; readonly ending: AbortSignal };

/** Its message tells nothing of the address but what is wrong with it: the address may be a secret. */
export class RequestFailed extends Error {}

const mostAnswerBytes = 2 ** 20;

/** The text of an answer that says it went well. */
export async function sendOut(
  { method, url, headers, body }: Outgoing,
  allowed: PrivateHosts,
  { milliseconds, ending }: HowLong,
): Promise<string> {
  const isPrivate = isAllowed(url, allowed);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isPrivate))
    throw new RequestFailed("its address does not begin with https://");
  if (!isPrivate && isWrittenClosed(url)) throw told(new AddressRefused());
  const late = AbortSignal.timeout(milliseconds);
  const { status, text } = await new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
    const sent = (url.protocol === "https:" ? overHttps : overHttp)(
      url,
      {
        method,
        headers: { ...headers, "Content-Length": String(Buffer.byteLength(body)) },
        // No connection of an earlier request, which was looked up for another one.
        agent: false,
        signal: AbortSignal.any([late, ending]),
        ...(isPrivate ? {} : { lookup: createLookup }),
      },
      (response) => {
        const parts: Buffer[] = [];
        let size = 0;
        response.on("data", (part: Buffer) => {
          size += part.byteLength;
          if (size > mostAnswerBytes) sent.destroy(new RequestFailed("its answer is too large"));
          else parts.push(part);
        });
        response.once("error", reject);
        response.once("end", () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString("utf8") }),
        );
      },
    );
    sent.once("error", reject);
    // An answer that changes the protocol is none, and brings neither an error nor an end.
    sent.once("upgrade", (_response, socket) => {
      socket.destroy();
      reject(new RequestFailed("it answers 101, and nothing else is spoken here"));
    });
    sent.end(body);
  }).catch((failure: unknown) => {
    throw ending.aborted
      ? new RequestFailed("this server ended meanwhile")
      : late.aborted
        ? new RequestFailed("no answer in time")
        : told(failure);
  });
  if (status >= 200 && status < 300) return text;
  throw new RequestFailed(
    status >= 300 && status < 400 ? `it answers ${status}, and nobody is followed elsewhere` : `it answers ${status}`,
  );
}

function told(failure: unknown): Error {
  if (failure instanceof RequestFailed) return failure;
  if (failure instanceof AddressRefused) return new RequestFailed(failure.message);
  const code = failure instanceof Error && "code" in failure ? String(failure.code) : "no answer";
  return new RequestFailed(`it cannot be reached: ${code}`);
}
