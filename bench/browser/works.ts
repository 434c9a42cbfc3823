// What is done in the browser while it is measured: a long list scrolled, screens opened one after the other.
import type { Page } from "playwright-core";
import type { Desk } from "./desk.ts";
import { percentile, traced, type Traced } from "./trace.ts";

export type Scrolled = {
  readonly rows: number;
  /** Until the last row was there, in s. */
  readonly loading: number;
  readonly down: Traced;
  readonly up: Traced;
  /** Left alone for some seconds, with all rows loaded. */
  readonly still: Traced;
  /** Requests that were sent in those. */
  readonly asked: number;
};

/** Until all are loaded, then to the top; then from the top to the end and back, traced. */
export async function scrollList({ page, url }: Desk, rows: number): Promise<Scrolled> {
  // A page in the background is drawn once a second.
  await page.bringToFront();
  await page.goto(`${url}/tickets`);
  await page.locator("tbody tr").first().waitFor();
  const began = performance.now();
  const isWhole = new RegExp(`^${rows.toLocaleString("en")} in all|^${rows} in all`);
  while (!isWhole.test((await page.locator("main [role=status].figures").textContent()) ?? "")) {
    await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
    await page.waitForTimeout(30);
  }
  const loading = (performance.now() - began) / 1000;
  await page.evaluate("scrollTo(0, 0)");
  await page.waitForTimeout(1000);
  const height = await page.evaluate<number>("document.documentElement.scrollHeight - innerHeight");
  const session = await page.context().newCDPSession(page);
  const scroll = async (distance: number) => {
    await session.send("Input.synthesizeScrollGesture", {
      x: 700,
      y: 400,
      yDistance: distance,
      xDistance: 0,
      speed: 20_000,
      gestureSourceType: "mouse",
    });
  };
  const down = await traced(page, async () => scroll(-height));
  const end = await page.evaluate<number>("scrollY");
  if (end < height * 0.98) throw new Error(`scrolled to ${end} of ${height}`);
  const up = await traced(page, async () => scroll(height));
  let asked = 0;
  const count = () => void asked++;
  page.on("request", count);
  const still = await traced(page, async () => page.waitForTimeout(11_000));
  page.off("request", count);
  return { rows, loading, down, up, still, asked };
}

/** Opened as by an address that was typed, until nothing more happens: what each task took of the processor, in ms. */
export async function load(page: Page, address: string): Promise<readonly number[]> {
  await page.goto("about:blank");
  const { tasks } = await traced(page, async () => {
    await page.goto(address);
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(500);
  });
  return tasks;
}

export type Way = { readonly name: string; readonly times: readonly number[] };

/** From the click until what it leads to is drawn. */
export async function navigate({ page, url }: Desk, rounds: number): Promise<readonly Way[]> {
  // A page in the background is drawn once a second.
  await page.bringToFront();
  await page.goto(`${url}/tickets`);
  await page.locator("tbody tr").first().waitFor();
  const ways = new Map<string, number[]>();
  const go = async (name: string, click: string, until: string) => {
    const taken = await timed(page, click, until);
    ways.set(name, [...(ways.get(name) ?? []), taken]);
    // A reader looks at what has come.
    await page.waitForTimeout(200);
  };
  const menu = (address: string) => `nav a[href="${address}"]`;
  for (let round = 0; round < rounds; round++) {
    await go("list to detail", `tbody tr:nth-child(${2 + round}) a`, "main dl");
    await go("detail to list", "main nav a[href='/tickets']", "tbody tr[data-row]");
    await go("menu to board", menu("/queue"), "[data-card]");
    await go("menu to calendar", menu("/deadlines"), "main ol li time");
    await go("menu to dashboard", menu("/overview"), "main h2");
    await go("menu to form", menu("/tickets/new"), "main form");
    await go("menu to list", menu("/tickets"), "tbody tr[data-row]");
  }
  // The first time that a screen is opened it is loaded, too.
  return [...ways].map(([name, times]) => ({ name, times }));
}

async function timed(page: Page, click: string, until: string): Promise<number> {
  await page.locator(click).first().waitFor({ state: "attached" });
  return page.evaluate<number>(`(async () => {
    const until = ${JSON.stringify(until)};
    const link = [...document.querySelectorAll(${JSON.stringify(click)})].find((one) => one.offsetParent !== null);
    const before = location.pathname;
    const began = performance.now();
    link.click();
    for (;;) {
      await new Promise(requestAnimationFrame);
      if (location.pathname !== before && document.querySelector(until) !== null) break;
      if (performance.now() - began > 10_000) throw new Error(until + " did not come");
    }
    // Drawn: the frame after the one in which it was found.
    await new Promise(requestAnimationFrame);
    return performance.now() - began;
  })()`);
}

/** Compressed bytes of the scripts that were loaded until `until` is drawn. */
export async function scriptsUntil(page: Page, address: string, until: string): Promise<number> {
  let sum = 0;
  page.on("response", (response) => {
    if (response.url().endsWith(".js")) sum += Number(response.headers()["content-length"]);
  });
  await page.goto(address);
  await page.locator(until).first().waitFor();
  await page.close();
  return sum;
}

export const told = (values: readonly number[]): string =>
  `median ${percentile(values, 0.5).toFixed(1)}, p95 ${percentile(values, 0.95).toFixed(1)}, worst ${Math.max(0, ...values).toFixed(1)} ms`;
