// Whether a page is accessible: what axe finds against WCAG 2.2 AA, and whether it is wider than its window.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Locator, Page } from "playwright-core";
import { contrast, printColour, type Colour } from "../theming/colours.ts";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, colorScheme: "dark" } as const;

export async function violations(page: Page): Promise<readonly string[]> {
  // Animations end first: what follows the pointer or a new size is drawn by then.
  await page.evaluate(async () => {
    const isEnding = ({ effect }: Animation) => effect?.getComputedTiming().endTime !== Infinity;
    const nextFrame = async () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let frame = 0; frame < 3; frame++) await nextFrame();
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(isEnding)
        .map(async ({ finished }) => finished),
    );
  });
  // The page's policy lets no script in but this way.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(readFileSync(axe, "utf8"));
  const result = await page.evaluate(async () => {
    type Found = {
      readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
    };
    const { axe: runner } = globalThis as unknown as {
      readonly axe: { readonly run: (options: object) => Promise<Found> };
    };
    const all = await runner.run({
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
      // Its other results are not reported in full.
      resultTypes: ["violations"],
      // No rule of these looks into style sheets or at what plays.
      preload: false,
    });
    return all.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
  });
  return [...result, ...(await faintEdges(page))];
}

/** What is to be filled in or ticked is found by its edge, which axe does not look at: WCAG asks for a contrast of 3. */
const faintEdges = async (page: Page): Promise<readonly string[]> => {
  const edges = await page
    // What can only be read is not looked for.
    .locator(":is(input:not([type=file]), textarea, select):not([readonly][data-variant=filled])")
    .filter({ visible: true })
    .evaluateAll((all) => {
      const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
      const read = (colour: string): Colour => {
        if (context === null) return [0, 0, 0];
        context.clearRect(0, 0, 1, 1);
        context.fillStyle = colour;
        context.fillRect(0, 0, 1, 1);
        const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
        return [red, green, blue];
      };
      const isClear = (colour: string) => colour === "transparent" || /rgba\(.*, 0\)/.test(colour);
      const behind = (one: Element | null): string => {
        const colour = one === null ? "white" : getComputedStyle(one).backgroundColor;
        return one === null || !isClear(colour) ? colour : behind(one.parentElement);
      };
      return all.flatMap((one) => {
        const { borderTopColor, borderTopWidth, backgroundColor, opacity } = getComputedStyle(one);
        // What has no edge of its own stands in something that has one.
        if ((one as HTMLInputElement).disabled || opacity === "0" || borderTopWidth === "0px") return [];
        const isFilled = isClear(borderTopColor) && !isClear(backgroundColor);
        const edge = read(isFilled ? backgroundColor : borderTopColor);
        return isClear(borderTopColor) && !isFilled
          ? []
          : [{ html: one.outerHTML.slice(0, 160), edge, back: read(behind(one.parentElement)) }];
      });
    });
  return edges
    .filter(({ edge, back }) => contrast(edge, back) < 3)
    .map(({ html, edge, back }) => `faint edge: ${printColour(edge)} on ${printColour(back)}: ${html}`);
};

/** Words of a menu that have not enough room: cut off below, or broken in the middle. */
export const cutIn = async (bar: Locator): Promise<readonly string[]> =>
  bar.locator("li span").evaluateAll((all) => {
    const context = document.createElement("canvas").getContext("2d");
    return all
      .filter((one) => {
        if (context) context.font = getComputedStyle(one).font;
        const longest = Math.max(...one.textContent.split(/\s+/).map((word) => context?.measureText(word).width ?? 0));
        return one.scrollHeight > one.clientHeight + 1 || longest > one.clientWidth + 1;
      })
      .map((one) => one.textContent);
  });

/** On a desk as it is, and on a phone in the dark. `picture`: where to keep one of each, for people to look at. */
export async function usable(page: Page, name = "page"): Promise<void> {
  const usual = page.viewportSize() ?? { width: 1280, height: 720 };
  const folder = process.env["WRIT_PICTURES"];
  // While a page is being loaded it has no heading yet.
  await page.locator("h1").first().waitFor({ state: "attached" });
  for (const [size, scheme] of [
    [usual, "light"],
    [phone.viewport, "dark"],
  ] as const) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    // All of it at once: what the bar at the foot happens to lie over can be scrolled to.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width: size.width, height: Math.max(size.height, Math.min(height, 8000)) });
    assert.deepEqual(await violations(page), [], `${name}, ${scheme}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(wide <= 0, `${name} is ${wide} pixels too wide at ${size.width}`);
    if (folder !== undefined)
      await page.screenshot({ path: `${folder}/${name.replaceAll(/\W+/g, "-")}-${scheme}.png`, fullPage: true });
  }
  await page.setViewportSize(usual);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
}
