// Where somebody looks at one screen after the other: a page that is kept, and that is looked at when it is at rest.
import { setTimeout as delay } from "node:timers/promises";
import type { Browser, BrowserContextOptions, Request } from "playwright-core";
import { lookAt, type Look } from "./look.ts";

export type Window = {
  readonly goTo: (url: string) => Promise<void>;
  /** What is there once it has a heading, waits for nothing, and has drawn all that it knows. */
  readonly lookAtRest: () => Promise<Look>;
  readonly close: () => Promise<void>;
};

/** Whatever has not come to rest by then is broken; other work may keep the machine busy. */
const longest = 20_000;

export async function openWindow(browser: Browser, options: BrowserContextOptions): Promise<Window> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const underWay = new Set<Request>();
  let asked = 0;
  page.on("request", (request) => {
    asked++;
    underWay.add(request);
  });
  page.on("requestfinished", (request) => void underWay.delete(request));
  page.on("requestfailed", (request) => void underWay.delete(request));
  const lookAtRest = async (): Promise<Look> => {
    const end = performance.now() + longest;
    for (;;) {
      const isOver = performance.now() > end;
      const before = asked;
      if (isOver || underWay.size === 0) {
        const look = await lookAt(page);
        // What was asked for meanwhile may change it.
        const isAtRest = !look.isWaiting && look.heading !== "" && asked === before && underWay.size === 0;
        if (isAtRest || isOver) return { ...look, isWaiting: !isAtRest };
      }
      await delay(5);
    }
  };
  return {
    goTo: async (url) => {
      // Of the page before: nobody waits for it any more.
      underWay.clear();
      await page.goto(url, { waitUntil: "commit" });
    },
    lookAtRest,
    close: async () => context.close(),
  };
}
