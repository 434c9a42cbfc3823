// Requests to the console as raw as they get, for tests: `fetch` would set names and origins itself.
import { request } from "node:http";
import type { TestProduct } from "../../testing/product.ts";

export type Asked = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};
export type Answered = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
};

export async function ask(
  product: TestProduct,
  path: string,
  { method = "GET", headers = {}, body }: Asked = {},
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port: product.port, path, method, headers }, (response) => {
      let text = "";
      response.on("data", (piece) => (text += String(piece)));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

export const cookieOf = ({ headers }: Answered): string => String(headers["set-cookie"] ?? "").split(";")[0] ?? "";

/** By the address that the terminal shows. */
export async function enter(product: TestProduct): Promise<Answered> {
  const link = new URL(product.consoleLink() ?? "");
  return ask(product, link.pathname + link.search);
}
