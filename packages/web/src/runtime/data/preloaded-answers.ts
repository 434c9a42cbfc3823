// The application's side of the requests that the page sends before it is loaded: takes their responses, and remembers
// which were needed.
import type { Application } from "@writ/language/product";
import { screenAt } from "../product/screen-at.ts";
import { patternOf } from "../product/addresses.ts";
import { partKey, remember } from "../../preload/remembered.ts";

/** What `index.ts` left for the application. */
declare global {
  var writPreload: { readonly token: string; readonly answers: Map<string, Promise<Response | undefined>> } | undefined;
}

export type PreloadedAnswers = {
  /** The answer to a request that only asks, where the page has sent it already for the same person; each is given once. */
  readonly take: (input: RequestInfo | URL, headers: Headers, token: string) => Promise<Response | undefined>;
  /** What was asked before a write says nothing of it. */
  readonly forget: () => void;
  /** Once the first rows are there and all that belongs to them was requested. */
  readonly end: (person: string, shown: { readonly application: Application; readonly edition: string }) => void;
};

/** More than any screen asks at first; each is a line in an address bar. */
const mostAsked = 8;
const longest = 4000;
/** What a user asks for later is nothing of the first screen, and what was answered before says nothing of it any more. */
const first = 10_000;

export function createPreloadedAnswers(storage: Storage): PreloadedAnswers {
  let asked: readonly string[] | undefined = [];
  const { pathname: path, search } = location;
  const began = performance.now();
  return {
    take: async (input, headers, token) => {
      if (asked === undefined || !(input instanceof URL || typeof input === "string")) return undefined;
      if (location.pathname !== path || performance.now() - began > first) return undefined;
      const { pathname, search: query, origin } = new URL(input, location.origin);
      const address = `${pathname}${query}`;
      if (origin !== location.origin || isOther(headers)) return undefined;
      if (address.length < longest && asked.length < mostAsked && !asked.includes(address)) asked = [...asked, address];
      const preloaded = globalThis.writPreload;
      const answer = preloaded?.token === token ? preloaded.answers.get(address) : undefined;
      preloaded?.answers.delete(address);
      return answer;
    },
    forget: () => {
      globalThis.writPreload = undefined;
    },
    end: (person, { application, edition }) => {
      const screen = screenAt(path, application);
      // A user who has signed out meanwhile leaves nothing.
      const isThere = person === "" || storage.getItem(partKey)?.startsWith(`${person} `) === true;
      if (screen !== undefined && asked !== undefined && isThere)
        remember(storage, person, edition, { form: patternOf(screen), kind: screen.kind, path, search, asked });
      asked = undefined;
      globalThis.writPreload = undefined;
    },
  };
}

/** What changes the answer besides the address. */
const isOther = (headers: Headers): boolean =>
  headers.has("prefer") || headers.has("range") || !/^(?:application\/json|\*\/\*)?$/.test(headers.get("accept") ?? "");
