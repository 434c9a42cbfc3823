// Where a user looks at one screen after the other: a page that is kept, and that is looked at when it is at rest.
import { setTimeout as delay } from "node:timers/promises";
import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from "playwright-core";
import { readPage, type PageContent } from "./page-content.ts";

export type Window = {
  readonly goTo: (url: string) => Promise<void>;
  /** What is there once it has a heading, waits for nothing, and has drawn all that it knows. */
  readonly lookAtRest: () => Promise<PageContent>;
  readonly close: () => Promise<void>;
};

/** A page that has not come to rest after this time is broken; other work may keep the machine busy. */
const longest = 20_000;

const nothing: PageContent = {
  path: "",
  heading: "",
  names: [],
  commands: [],
  alarms: [],
  columns: [],
  rows: 0,
  isWaiting: true,
};

/** `now`: what its clock says all the time, as the database's does that holds the rows. */
export async function createWindow(
  browser: Browser,
  options: BrowserContextOptions,
  { patience = longest, now }: { readonly patience?: number; readonly now?: number } = {},
): Promise<Window> {
  const context = await browser.newContext(options);
  if (now !== undefined) await context.clock.setFixedTime(now);
  const underWay = new Set<Request>();
  let asked = 0;
  const watch = (page: Page) => {
    page.on("request", (request) => {
      asked++;
      underWay.add(request);
    });
    page.on("requestfinished", (request) => void underWay.delete(request));
    page.on("requestfailed", (request) => void underWay.delete(request));
    // It would ask and work on while other screens are looked at.
    page.on("popup", (opened) => void soon(opened.close()));
  };
  let tab = await openTab(context, watch);
  let isStuck = false;
  /** Undefined: it does not answer, because what it runs never ends, it goes from page to page, or it has crashed. */
  const lookWithin = async (milliseconds: number): Promise<PageContent | undefined> => {
    const answered = new AbortController();
    const looking = readPage(tab.page).catch((failure: unknown) => {
      if (!browser.isConnected()) throw failure;
      return undefined;
    });
    try {
      return await Promise.race([looking, delay(milliseconds, undefined, { signal: answered.signal })]);
    } finally {
      answered.abort();
    }
  };
  const lookAtRest = async (): Promise<PageContent> => {
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
  const goTo = async (url: string) => {
    if (isStuck) {
      await tab.close();
      tab = await openTab(context, watch);
      isStuck = false;
    }
    // Of the page before: no one waits for it any more.
    underWay.clear();
    await tab.page.goto(url, { waitUntil: "commit", timeout: patience });
  };
  return {
    goTo: async (url) =>
      goTo(url).catch(async () => {
        // The page before lets no one go: what it runs has begun since it was looked at, or with its end.
        isStuck = true;
        return goTo(url);
      }),
    lookAtRest,
    close: async () => {
      if (isStuck) await tab.close();
      await soon(context.close());
    },
  };
}

type Tab = { readonly page: Page; readonly close: () => Promise<void> };

async function openTab(context: BrowserContext, watch: (page: Page) => void): Promise<Tab> {
  const page = await context.newPage();
  watch(page);
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

/** No one waits for a page whose script never ends to say that it is gone. */
async function soon(work: Promise<unknown>): Promise<void> {
  const done = new AbortController();
  const late = delay(2000, undefined, { signal: done.signal }).catch(() => undefined);
  await Promise.race([work.catch(() => undefined), late]);
  done.abort();
}
