// The product in the browser: one page for all of its addresses, and the files that the page asks for.
import { createHash, randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import type { Compiled } from "@writ/language";
import type { ProductModules, Reader } from "@writ/language/product";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { encodedAtOnce, encodingFor } from "../gate/encoded.ts";
import { pathOf } from "../gate/exchange.ts";
import type { Route } from "../gate/route-table.ts";
import { notFound } from "../gate/router.ts";
import { createParts, visitor } from "./parts.ts";
import { madeFile, readFiles, typeOf, type PageFile } from "./read-files.ts";

/** What a product shows in the browser: the built application, and the document as a module that it runs. */
export type PageOptions = Presented & {
  readonly folder: string;
  /** The same of another text of the document. */
  readonly present?: (compiled: Compiled) => Promise<Presented>;
};

export type Presented = {
  readonly modules: ProductModules;
  /** What modules name beside the application's own: scripts and styles, by their names, which tell their contents. */
  readonly files?: OwnFiles;
  /** The address of a style sheet of its own. */
  readonly style?: string | undefined;
  /** The address of a picture for the browser's tab. */
  readonly icon?: string | undefined;
};

export type OwnFiles = ReadonlyMap<string, string | Uint8Array>;

export type Pages = {
  /** Of pages and their files. */
  readonly routes: readonly Route[];
  /** After the document has changed. */
  readonly present: (presented: Presented) => void;
  /** By what the document is known and this web application: another one is another page. */
  readonly current: () => Shown;
  /** The same for a signed-in user. */
  readonly shownTo: (reader: Reader) => Shown;
  /** All roles of the document. */
  readonly roles: () => readonly string[];
};

/**
 * `module`: where the reader's part of the document is; `edition`: differs where any part differs.
 */
export type Shown = {
  readonly module: string;
  readonly edition: string;
  readonly page: string;
  /** Addresses of the theme's sheet and picture; empty where there are none. */
  readonly style: string;
  readonly icon: string;
};

/** Of a server that has no pages. */
export const nothingShown: Shown = { module: "", edition: "", page: "", style: "", icon: "" };

/** No screen of a document is below this. */
const prefix = "/_/app/";

/** What is no page, whatever a browser says that it would take. */
const services = /^\/(?:rest|auth|storage|realtime|functions)\/v1(?:\/|$)|^\/(?:health|ready|metrics)$/;

const forEver = "max-age=31536000, immutable";

export type PageFacts = {
  readonly title: () => string;
  /** The public one, known when the server listens. */
  readonly key: () => string;
  /** No one but the servers of this product knows it. */
  readonly secret: () => Uint8Array;
  /** Whether people reach it by https, so that browsers may be required to use nothing else. */
  readonly isSecure: () => boolean;
  /** So many characters a password has at least. */
  readonly shortestPassword: number;
  /** Where pages hear of edits, while someone writes the document. */
  readonly writing?: string | undefined;
  /** Where the sign-in page gets the people of samples, if it offers them. */
  readonly samplePeople?: string | undefined;
};

export function createPages({ folder, ...first }: PageOptions, known: PageFacts): Pages | undefined {
  const shell = join(folder, "index.html");
  if (!existsSync(shell)) return undefined;
  const files = readFiles(folder);
  const page = readFileSync(shell, "utf8");
  let current = shown(first, known.secret);
  const shownTo = (reader: Reader): Shown => ({
    module: `${prefix}${current.parts.nameFor(reader)}`,
    edition: current.parts.edition(),
    page: hashOf(`${page}\n${known.key()}`),
    style: current.style,
    icon: current.icon,
  });
  const told = () => shownTo(visitor);
  const answerFile: Route["answer"] = (exchange, { "*": name = "" }) => {
    const part = current.parts.find(name);
    const file = part?.file ?? files.get(name) ?? current.files.get(name);
    if (file === undefined) return notFound(exchange, {});
    // A part for some readers alone is cached by their own browser, and by no shared cache on the way.
    sendFile(file, exchange.request, exchange.response, part?.isForEverybody === false ? "private" : "public");
  };
  const answerPage: Route["answer"] = (exchange) => {
    const { shortestPassword, writing, samplePeople } = known;
    const facts = { title: known.title(), key: known.key(), shortestPassword, writing, samplePeople, ...told() };
    sendPage(page, facts, current, known.isSecure(), exchange);
  };
  return {
    routes: (["GET", "HEAD"] as const).flatMap((method): readonly Route[] => [
      { method, path: `${prefix}*`, answer: answerFile },
      { method, path: "*", accepts: isForPages, answer: answerPage },
    ]),
    current: told,
    shownTo,
    roles: () => current.roles,
    present: (presented) => {
      current = shown(presented, known.secret);
    },
  };
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 16);

const shown = ({ modules, files = new Map(), style = "", icon = "" }: Presented, secret: () => Uint8Array) => ({
  parts: createParts(modules, secret),
  roles: modules.roles,
  files: new Map([...files].map(([name, made]) => [name, madeFile(made, typeOf(name))])),
  style,
  icon,
});

export function sendFile(
  file: PageFile,
  request: IncomingMessage,
  response: ServerResponse,
  keeper: "public" | "private" = "public",
): void {
  const encoding = encodingFor(request, [...file.encoded.keys()]);
  const body = (encoding && file.encoded.get(encoding)) ?? file.body;
  response.writeHead(200, {
    "Content-Type": file.type,
    "Content-Length": body.length,
    "Cache-Control": `${keeper}, ${forEver}`,
    Vary: "Accept-Encoding",
    "X-Content-Type-Options": "nosniff",
    // A picture may hold scripts, which would run where a user opens it by itself.
    ...(file.type.startsWith("image/svg") ? { "Content-Security-Policy": "sandbox; default-src 'none'" } : {}),
    ...(encoding === undefined ? {} : { "Content-Encoding": encoding }),
  });
  response.end(request.method === "HEAD" ? undefined : body);
}

type Told = Shown & {
  readonly title: string;
  readonly key: string;
  readonly shortestPassword: number;
  readonly writing: string | undefined;
  readonly samplePeople: string | undefined;
};

function sendPage(
  page: string,
  told: Told,
  { style, icon }: { readonly style: string; readonly icon: string },
  isSecure: boolean,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
): void {
  const nonce = randomBytes(16).toString("base64url");
  // Inside a script that is data, only the end of a script ends it.
  const data = JSON.stringify({ ...told, nonce }).replaceAll("<", "\\u003c");
  const head = `<title>${escapeText(told.title)}</title>
    <link rel="modulepreload" href="${told.module}">
    <script type="application/json" id="writ">${data}</script>`;
  const text = page
    .replace("<!-- writ -->", () => head)
    .replace("%nonce%", nonce)
    .replace("<!-- sheets -->", () => (style === "" ? "" : `<link rel="stylesheet" href="${style}">`))
    .replace("<!-- title -->", () => escapeText(told.title))
    .replace(/(<link rel="icon" href=")data:,/, (whole, link: string) => (icon === "" ? whole : `${link}${icon}`));
  const { body, headers } = encodedAtOnce(request, text);
  response.writeHead(200, {
    "Content-Type": "text/html; charset=utf-8",
    ...Object.fromEntries(headers),
    // It names the files of this version: a returning browser has to ask whether there is another one.
    "Cache-Control": "no-cache",
    ...pageHeaders(nonce, { scripts: inlineScripts(page) }),
    ...(isSecure ? { "Strict-Transport-Security": "max-age=31536000" } : {}),
  });
  response.end(request.method === "HEAD" ? undefined : body);
}

/** By what they say: nothing that is put into the page later runs. */
const inlineScripts = (page: string): readonly string[] =>
  [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
  );

/**
 * Scripts come from this address alone and never from texts, but for those that the build has put into the page; styles
 * besides, where the page's own number is on them.
 */
export const pageHeaders = (
  nonce: string,
  { scripts = [], frames = "'none'" }: { readonly scripts?: readonly string[]; readonly frames?: string },
): Readonly<Record<string, string>> => ({
  "Content-Security-Policy": [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(" "),
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src ${frames}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; "),
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
});

const escapeText = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Watchers, previews of links and `curl` take anything; a script or a picture that is not there is no page. */
function isForPages({ url = "", headers: { accept = "*/*" } }: IncomingMessage): boolean {
  const path = pathOf(url);
  if (services.test(path)) return false;
  return accept.includes("text/html") || (accept === "*/*" && !/\.[^/]*$/.test(path));
}
