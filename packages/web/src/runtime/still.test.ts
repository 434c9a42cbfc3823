// What a screen shows while it is loaded is as high as what comes: nothing that one reads or reaches for moves.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { stories, type Story } from "../testing/browser.ts";
import { pagePasses } from "../testing/at-rest.ts";
import { pause } from "../../../language/src/testing/eventually.ts";

const source = readFileSync(`${import.meta.dirname}/../../../../examples/help-desk/SPEC.md`, "utf8");
const tell = stories();
let desk: Story;
let lead: Page;

before(async () => {
  desk = await tell(source);
  lead = await desk.person("Lena", ["lead", "agent"]);
  await desk.product.owner(
    `INSERT INTO ticket (subject, body, category, requester)
      SELECT 'Printer ' || n, 'It does not work any more at all.', (SELECT id FROM category LIMIT 1), id
      FROM auth.users, generate_series(1, 12) AS n WHERE email = 'lena@example.test'`,
  );
  // Of several weeks.
  await desk.product.owner(
    "ALTER TABLE ticket DISABLE TRIGGER USER; UPDATE ticket SET created_at = created_at - substr(number, 4)::integer * interval '5 days'; ALTER TABLE ticket ENABLE TRIGGER USER",
  );
});

type Shift = { readonly value: number; readonly what: readonly string[] };

/** How far things move, of those that stand there before the last has come; as browsers judge it. */
async function moved(path: string, width: number, loaded: string): Promise<readonly Shift[]> {
  const context = await lead
    .context()
    .browser()
    ?.newContext({ storageState: await lead.context().storageState(), viewport: { width, height: 800 } });
  assert.ok(context);
  const page = await context.newPage();
  // Each part comes by itself, and none so soon that no one sees what stands in its place.
  await page.route(/\/_\/app\/|\/rest\/v1\//, async (route) => {
    await pause(60, "what stands in its place is to be seen");
    await route.continue().catch(() => undefined);
  });
  // Before the typeface loads, texts are as wide as the machine's own typefaces make them. Of several routes the last
  // one is tried first.
  await page.route("**/*.woff2", async (route) => route.abort());
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(globalThis, { shifts });
    type Entry = { readonly value: number; readonly sources: readonly { readonly node: Node | null }[] };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as readonly Entry[])
        shifts.push({
          value: entry.value,
          what: entry.sources.map(({ node }) => `${node?.nodeName ?? ""}: ${node?.textContent?.slice(0, 60) ?? ""}`),
        });
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(`${desk.product.url}${path}`);
  await page.locator(loaded).first().waitFor();
  await pagePasses(page, 400);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  const shifts = await page.evaluate(() => (globalThis as unknown as { readonly shifts: readonly Shift[] }).shifts);
  await context.close();
  return shifts.filter(({ value }) => value > 0.002);
}

/** Where it is known beforehand how much comes: how many remarks or days with deadlines there are, is not. */
const screens = [
  ["a list", "/tickets", "a[href*='/tickets/CD-']"],
  ["a board", "/queue", "[data-card]"],
  ["a form", "/tickets/new", "[role=group][data-field]"],
  ["a dashboard", "/overview", "figure svg"],
] as const;

for (const [name, path, loaded] of screens)
  test(`${name} stays where it is while it is loaded`, async () => {
    for (const width of [390, 1200]) assert.deepEqual(await moved(path, width, loaded), [], `${width} px`);
  });
