// Where somebody looks at one screen after the other: a page that is kept, and that is looked at when it is at rest.
import { setTimeout as delay } from "node:timers/promises";
import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from "playwright-core";
import { lookAt, type Look } from "./look.ts";

export type Window = {
  readonly goTo: (url: string) => Promise<void>;
  /** What is there once it has a heading, waits for nothing, and has drawn all that it knows. */
  readonly lookAtRest: () => Promise<Look>;
  readonly close: () => Promise<void>;
};

/** Whatever has not come to rest by then is broken; other work may keep the machine busy. */
const longest = 20_000;

const nothing: Look = {
  path: "",
  heading: "",
  names: [],
  commands: [],
  alarms: [],
  columns: [],
  rows: 0,
  isWaiting: true,
};

export async function openWindow(
  browser: Browser,
  options: BrowserContextOptions,
  patience = longest,
): Promise<Window> {
  const context = await browser.newContext(options);
  const underWay = new Set<Request>();
  let asked = 0;
  context.on("request", (request) => {
    asked++;
    underWay.add(request);
  });
  context.on("requestfinished", (request) => void underWay.delete(request));
  context.on("requestfailed", (request) => void underWay.delete(request));
  let tab = await openTab(context);
  let isStuck = false;
  /** Undefined: it does not answer, because what it runs never ends, it goes from page to page, or it has crashed. */
  const lookWithin = async (milliseconds: number): Promise<Look | undefined> => {
    const answered = new AbortController();
    const looking = lookAt(tab.page).catch((failure: unknown) => {
      if (!browser.isConnected()) throw failure;
      return undefined;
    });
    try {
      return await Promise.race([looking, delay(milliseconds, undefined, { signal: answered.signal })]);
    } finally {
      answered.abort();
    }
  };
  const lookAtRest = async (): Promise<Look> => {
    const end = performance.now() + patience;
    for (;;) {
      const isOver = performance.now() > end;
      const before = asked;
      if (isOver || underWay.size === 0) {
        // However late it is, a page that answers says what it shows.
        const look = await lookWithin(Math.max(end - performance.now(), 1000));
        // What was asked for meanwhile may change it.
        const isStill = look?.isWaiting === false && asked === before && underWay.size === 0;
        isStuck = isOver && !isStill;
        if ((isStill && look.heading !== "") || isOver) return { ...(look ?? nothing), isWaiting: !isStill };
      }
      await delay(5);
    }
  };
  return {
    goTo: async (url) => {
      if (isStuck) {
        await tab.close();
        tab = await openTab(context);
        isStuck = false;
      }
      // Of the page before: nobody waits for it any more.
      underWay.clear();
      await tab.page.goto(url, { waitUntil: "commit" });
    },
    lookAtRest,
    close: async () => {
      if (isStuck) await tab.close();
      await soon(context.close());
    },
  };
}

type Tab = { readonly page: Page; readonly close: () => Promise<void> };

async function openTab(context: BrowserContext): Promise<Tab> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  return {
    page,
    close: async () => {
      // Chromium closes nothing that is loaded again and again: the next time it runs no script any more.
      await soon(devtools.send("Emulation.setScriptExecutionDisabled", { value: true }));
      await soon(page.close());
    },
  };
}

/** Nobody waits for a page whose script never ends to say that it is gone. */
async function soon(work: Promise<unknown>): Promise<void> {
  const done = new AbortController();
  const late = delay(2000, undefined, { signal: done.signal }).catch(() => undefined);
  await Promise.race([work.catch(() => undefined), late]);
  done.abort();
}
