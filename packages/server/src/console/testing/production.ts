// A product that others use, with accounts that sign in as people do, for tests of the console in production.
import type { StartProduct, TestProduct } from "../../testing/product.ts";
import type { ServeOptions } from "../../serve-options.ts";
import { compile } from "@writ/language";
import { nameOperator } from "../operators/operators.ts";
import { ask, cookieOf, type Answered } from "./ask.ts";

export const password = "correct horse battery";

export async function inProduction(
  start: StartProduct,
  source: string,
  folder: string,
  options: Partial<ServeOptions> = {},
): Promise<TestProduct> {
  const document = { file: "SPEC.md", source, compiled: compile(source) };
  return start(source, { document, console: { folder }, ...options });
}

const post = async ({ url, serviceKey }: TestProduct, path: string, body: object, bearer = serviceKey) => {
  const answer = await fetch(`${url}/auth/v1/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${bearer}` },
    body: JSON.stringify(body),
  });
  return (await answer.json().catch(() => ({}))) as Readonly<Record<string, string>>;
};

export const account = async (product: TestProduct, email: string, isConfirmed = true): Promise<string> =>
  (await post(product, "admin/users", { email, password, email_confirm: isConfirmed, user_metadata: { name: "Ann" } }))[
    "id"
  ] ?? "";

/** A token of a new session. */
export const signIn = async (product: TestProduct, email: string): Promise<string> =>
  (await post(product, "token?grant_type=password", { email, password }))["access_token"] ?? "";

export const signOut = async (product: TestProduct, token: string) => post(product, "logout", {}, token);

export async function nameAs(product: TestProduct, email: string): Promise<void> {
  const client = await product.database.connect();
  await nameOperator(client, email);
  await client.end();
}

export const origin = ({ port }: TestProduct): string => `http://127.0.0.1:${port}`;

export const enterWith = async (
  product: TestProduct,
  token: string,
  headers: Readonly<Record<string, string>> = { origin: origin(product) },
): Promise<Answered> =>
  ask(product, "/_/console/api/session", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ token }),
  });

/** The cookie of a new operator. */
export async function operator(product: TestProduct, email: string): Promise<string> {
  await account(product, email);
  await nameAs(product, email);
  return cookieOf(await enterWith(product, await signIn(product, email)));
}

export const asked = async (
  product: TestProduct,
  cookie: string,
  path: string,
  body?: object,
): Promise<{ readonly status: number; readonly told: unknown }> => {
  const answer = await ask(product, `/_/console/api/${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { cookie, origin: origin(product), ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, told: JSON.parse(answer.text) };
};
