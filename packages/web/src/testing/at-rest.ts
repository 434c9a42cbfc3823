// How tests of pages wait where nothing is to happen: by the page's own clock, which is late where the machine is.
import type { Page, Request } from "playwright-core";

/** Lets so much time pass in the page: what it was to do within it, it has begun. */
export const pagePasses = async (page: Page, milliseconds: number): Promise<void> =>
  page.evaluate(async (time) => new Promise<void>((resolve) => setTimeout(resolve, time)), milliseconds);

/** Until for so long nothing was asked for, and all that was asked for from now on is answered. */
export async function atRest(page: Page, milliseconds = 1500): Promise<void> {
  const underWay = new Set<Request>();
  let begun = 0;
  const begin = (request: Request) => {
    begun++;
    underWay.add(request);
  };
  const end = (request: Request) => void underWay.delete(request);
  page.on("request", begin).on("requestfinished", end).on("requestfailed", end);
  for (let before = -1; begun !== before || underWay.size > 0;) {
    before = begun;
    await pagePasses(page, milliseconds);
  }
  page.off("request", begin).off("requestfinished", end).off("requestfailed", end);
}
