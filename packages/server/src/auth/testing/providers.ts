// Identity providers that run here, under the addresses of the real ones: requests to those reach these.
import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";
import { Provider } from "oidc-provider";

export type Known = Readonly<Record<string, unknown>>;

/** What comes back to the product: an address, or a form that is sent there. */
export type Back = { readonly url: string; readonly form: Readonly<Record<string, string>> | undefined };

export type Site = {
  readonly origin: string;
  readonly listener: RequestListener;
  /** What the real one does to what is sent, and this one does not. */
  readonly sent?: (path: string, body: string | undefined) => Promise<string | undefined>;
  readonly answered?: (path: string, text: string) => string;
  readonly path?: (path: string) => string;
};

export type Sites = {
  /** For the server, which must not reach anything else. */
  readonly fetch: typeof fetch;
  readonly add: (site: Site) => Promise<void>;
  /** What a person does at a provider's pages, in a browser of their own. */
  readonly signInAt: (address: string, as: string) => Promise<Back>;
};

export function openSites(): Sites {
  const sites = new Map<string, Site & { readonly port: number }>();
  const reach = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const site = sites.get(url.origin);
    assert.ok(site !== undefined, `nothing else is reached: ${url.origin}`);
    const headers = new Headers(request.headers);
    headers.set("x-forwarded-proto", "https");
    headers.set("x-forwarded-host", url.host);
    const given = request.method === "GET" ? undefined : await request.text();
    const path = site.path?.(url.pathname) ?? url.pathname;
    const body = (await site.sent?.(path, given)) ?? given;
    const answer = await fetch(`http://127.0.0.1:${site.port}${path}${url.search}`, {
      method: request.method,
      headers,
      redirect: "manual",
      ...(body === undefined ? {} : { body }),
    });
    if (site.answered === undefined) return answer;
    const { status } = answer;
    const text = site.answered(path, await answer.text());
    return new Response(status === 204 || status === 304 ? null : text, { status, headers: answer.headers });
  };
  return {
    fetch: reach as typeof fetch,
    add: async (site) => {
      const server = createServer(site.listener);
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      after(() => server.close());
      sites.set(site.origin, { ...site, port: (server.address() as AddressInfo).port });
    },
    signInAt: async (address, as) => walk(address, as, reach, (url) => sites.has(new URL(url).origin)),
  };
}

type Reach = (input: string, init?: RequestInit) => Promise<Response>;

async function walk(address: string, as: string, reach: Reach, isTheirs: (url: string) => boolean): Promise<Back> {
  const cookies = new Map([["as", as]]);
  let next = address;
  let form: string | undefined;
  for (let step = 0; step < 12; step++) {
    if (!isTheirs(next)) return { url: next, form: undefined };
    const response = await reach(next, {
      method: form === undefined ? "GET" : "POST",
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
      },
      ...(form === undefined ? {} : { body: form }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get("location");
    form = undefined;
    if (location !== null) {
      next = new URL(location, next).href;
      continue;
    }
    const page = await response.text();
    const action = new URL(/action="([^"]+)"/.exec(page)?.[1] ?? "", next).href;
    if (!isTheirs(action)) return { url: action, form: hiddenIn(page) };
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    assert.ok(prompt !== undefined, page.slice(0, 2000));
    next = action;
    form = new URLSearchParams({ prompt, login: as, password: "x" }).toString();
  }
  throw new Error("it goes round in circles");
}

const hiddenIn = (page: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
      name,
      value.replaceAll("&quot;", '"').replaceAll("&amp;", "&"),
    ]),
  );

/** The browser comes back, with the cookies that it has. */
export async function comeBack({ url, form }: Back, cookie = ""): Promise<Response> {
  const headers = { cookie, ...(form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }) };
  const sent = form === undefined ? {} : { method: "POST", body: new URLSearchParams(form).toString() };
  return fetch(url, { redirect: "manual", headers, ...sent });
}

/** An OpenID provider that believes to stand behind a proxy with a certificate; `claims`: what stands in its tokens. */
export function openIdSite(
  issuer: string,
  people: ReadonlyMap<string, Known>,
  callback: string,
  way: "client_secret_basic" | "client_secret_post" = "client_secret_basic",
): RequestListener {
  const claims = [...new Set([...people.values()].flatMap((known) => Object.keys(known)))];
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: "desk",
        client_secret: secret,
        redirect_uris: [callback],
        token_endpoint_auth_method: way,
      },
    ],
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...people.get(id) }) }),
    claims: { openid: ["sub", ...claims] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: true } },
    pkce: { required: () => true },
    cookies: { keys: ["a key of the provider"] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, IdToken: 600, AccessToken: 600 },
    clientAuthMethods: [way],
  });
  provider.proxy = true;
  const mounted = new URL(issuer).pathname.replace(/\/$/, "");
  const handle = provider.callback();
  return (request, response) => {
    const { url = "" } = request;
    const below = url.startsWith(`${mounted}/`) ? url.slice(mounted.length) : url;
    Object.assign(request, { originalUrl: url, url: below });
    void handle(request, response);
  };
}

export const secret = "a secret of the desk, long enough for anything";
