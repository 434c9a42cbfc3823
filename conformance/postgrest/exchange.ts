// One request over HTTP, sent as it is written: no header that the case does not name.
import { Agent, request } from "node:http";
import { buffer } from "node:stream/consumers";

export type Asked = {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
};

export type Response = {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
};

const agent = new Agent({ keepAlive: true });
export const hangUp = (): void => agent.destroy();

const patience = 15_000;

export async function send(address: string, { method, path, headers, body }: Asked): Promise<Response> {
  const grouped: Record<string, string[]> = {};
  for (const [name, value] of headers) (grouped[name] ??= []).push(Buffer.from(value).toString("latin1"));
  const hasBody = body.length > 0 || ["POST", "PUT", "PATCH"].includes(method);
  const sent = Object.fromEntries(
    Object.entries(grouped).map(([name, all]) => [name, all.length === 1 ? all[0] : all]),
  );
  return new Promise((resolve, reject) => {
    const asked = request(
      `${address}${encoded(path)}`,
      { method, agent, headers: { ...sent, ...(hasBody ? { "Content-Length": body.length } : {}) } },
      (response) => {
        const pairs = Array.from(
          { length: response.rawHeaders.length / 2 },
          (_, index) => [response.rawHeaders[index * 2] ?? "", response.rawHeaders[index * 2 + 1] ?? ""] as const,
        );
        const own = pairs.map(([name, value]) => [name, Buffer.from(value, "latin1").toString("utf8")] as const);
        buffer(response).then(
          (whole) => resolve({ status: response.statusCode ?? 0, headers: own, body: whole }),
          reject,
        );
      },
    );
    asked.setTimeout(patience, () => asked.destroy(new Error("no answer")));
    asked.on("error", reject);
    asked.end(body.length > 0 ? body : undefined);
  });
}

/** Letters that no address holds; what is encoded already stays. */
const encoded = (path: string): string =>
  (path.startsWith("/") ? path : `/${path}`)
    .replace(/%(?![0-9A-Fa-f]{2})/g, "%25")
    .replace(/[^A-Za-z0-9\-._~:/?[\]@!$&'()*+,;=%]/gu, (letter) =>
      [...Buffer.from(letter)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join(""),
    );
