// Where a link may lead when it is done: only to addresses of the product, or to those that an operator has allowed.
import type { AuthRefusal } from "./refusal.ts";
import type { AuthRequest, Fields } from "./request.ts";
import { textOf } from "./request.ts";
import type { AuthService } from "./service.ts";

/** What was asked for where it is allowed; otherwise the product's own address, without a word, as clients expect. */
export function redirectFor(request: AuthRequest, service: AuthService): string {
  const asked =
    request.query.get("redirect_to") ?? textOf(request.body, "redirect_to") ?? request.headers.get("redirect_to") ?? "";
  return allowed(asked, service);
}

export function allowed(asked: string, service: AuthService): string {
  const site = siteOf(service);
  if (asked === "") return site;
  // Browsers read addresses more generously than people do: only what means one thing is compared.
  if (/[\s\\\p{C}]/u.test(asked) || !URL.canParse(asked)) return site;
  const url = new URL(asked);
  if (url.username !== "" || url.password !== "") return site;
  if (/^https?:$/.test(url.protocol)) {
    const own = [site, service.url()].some((one) => new URL(one).origin === url.origin);
    // What leads on by itself would take along what stands behind `#`.
    if (own && isOfAccounts(url.pathname)) return site;
    if (own || (service.settings.development && isThisMachine(url.hostname))) return url.href;
  }
  // An address that runs code in the page is none to lead to, whatever a pattern says.
  if (/^(javascript|data|vbscript|blob|file|about):$/.test(url.protocol)) return site;
  // Only as it was parsed: a browser goes there, and not to the text that a client sent.
  const without = `${url.href.split(/[?#]/)[0]}`;
  const fits = service.settings.redirects.some((pattern) => {
    const shape = shapeOf(pattern);
    return [url.href, without, without.replace(/\/$/, "")].some((one) => shape.test(one));
  });
  return fits ? url.href : site;
}

/** Also where it is written as addresses may write any letter. */
function isOfAccounts(path: string): boolean {
  try {
    return /^\/+auth\/+v1(?:\/|$)/i.test(decodeURIComponent(path));
  } catch {
    return true;
  }
}

/** Where the product's own pages have links of mails come back to. */
export function isReturnPage(address: string, service: AuthService): boolean {
  const { origin, pathname } = new URL(address);
  return pathname === "/_/return" && [siteOf(service), service.url()].some((one) => new URL(one).origin === origin);
}

export const siteOf = (service: AuthService): string => service.settings.siteUrl ?? service.url();

export const isThisMachine = (host: string) =>
  host === "localhost" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);

/** `*` stands for what holds neither a dot nor a slash, `**` for anything; in the name of a host for nothing that ends it. */
function shapeOf(pattern: string): RegExp {
  const plain = pattern.includes("*") || !URL.canParse(pattern) ? pattern : new URL(pattern).href.replace(/\/$/, "");
  const [, host = "", rest = ""] = /^([^/]*\/\/[^/]*)?(.*)$/s.exec(plain) ?? [];
  const inHost = printPattern(host, String.raw`[^/?#@\\]*`, String.raw`[^./?#@:\\]*`);
  // Where nothing is said of a path, and it ends with anything, that is meant of the path too.
  const open = rest === "" && host.endsWith("**") ? "(?:[/?#].*)?" : "";
  return new RegExp(`^${inHost}${open}${printPattern(rest, ".*", "[^./]*")}$`);
}

const printPattern = (pattern: string, anything: string, part: string): string =>
  pattern
    .split(/(\*\*|\*)/)
    .map((one) => (one === "**" ? anything : one === "*" ? part : one.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)))
    .join("");

/** What the page finds behind `#`, where no server and no log sees it; an error also behind `?`. */
export function withFragment(to: string, values: Readonly<Record<string, string>>): string {
  const url = new URL(to);
  url.hash = new URLSearchParams(values).toString();
  return url.href;
}

export function withQuery(to: string, values: Readonly<Record<string, string>>): string {
  const url = new URL(to);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
}

/** The address after a refused request: the page finds the reason behind `?` and `#`. */
export function refusalAddress(to: string, refusal: AuthRefusal): string {
  const values = {
    error: refusal.status >= 500 ? "server_error" : "access_denied",
    error_code: refusal.code,
    error_description: refusal.message,
  };
  return withFragment(withQuery(to, values), values);
}

/** What a page finds behind `#` once a user is signed in. */
export const sessionFragment = (session: Fields, type: string): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    ["access_token", "expires_at", "expires_in", "refresh_token", "token_type"].map((name) => [
      name,
      String(session[name]),
    ]),
  ),
  type,
});

/** No referrer is sent: the address held a token. */
export const redirect = (to: string, headers: Readonly<Record<string, string>> = {}, status: 302 | 303 = 303) => ({
  status,
  headers: { Location: to, "Cache-Control": "no-store", "Referrer-Policy": "no-referrer", ...headers },
});

/** To a provider and back: under the status that is described for these addresses. */
export const detour = (to: string, headers: Readonly<Record<string, string>> = {}) => redirect(to, headers, 302);
