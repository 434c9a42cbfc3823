// Themes: mistakes are reported, and whatever the colours are, texts can be read in both schemes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { compile } from "@writ/language";
import { productModules } from "@writ/language/product";
import { applicationFolder } from "../building/application-files.ts";
import { violations } from "../testing/axe.ts";
import { stories } from "../testing/browser.ts";
import { contrast, readColour, white } from "./colours.ts";
import { printTheme, readTheme } from "./index.ts";

const none = { font: undefined, logo: undefined, darkLogo: undefined };
const tell = stories();

test("all mistakes of a theme are reported, and the rest is used", () => {
  const { value, problems } = readTheme(
    JSON.stringify({
      colours: { accent: "red", page: "#ffffff", end: "#117733" },
      radius: 99,
      font: "a;}",
      logo: "../x.svg",
      size: 1,
    }),
  );
  assert.deepEqual(problems, [
    '"size" is no word of a theme: colours, radius, font, logo, logo dark',
    'accent is a colour like "#0b7285", not "red"',
    '"page" is no colour of a theme: accent, start, middle, end, wrong',
    "radius is a whole number of pixels from 0 to 16, not 99",
    'font is a file like "fonts/own.woff2", or families like "Georgia, serif", not "a;}"',
    'logo is a file in the document\'s folder (svg, png), not "../x.svg"',
  ]);
  assert.deepEqual([...value.colours.keys()], ["end"]);
  assert.match(readTheme("{").problems.join(), /^it is not JSON/);
  assert.equal(readTheme("[]").problems.length, 1);
});

test("texts have enough contrast to their background, whatever the colours", () => {
  const digits = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, "0")}`);
  const dark = readColour("#14161b") ?? white;
  fc.assert(
    fc.property(digits, digits, (accent, start) => {
      const sheet = printTheme(readTheme(JSON.stringify({ colours: { accent, start, wrong: start } })).value, none);
      const [, light = "", night = ""] = sheet.split(/\[data-mantine-color-scheme="(?:light|dark)"\]/);
      for (const [said, page] of [
        [light, white],
        [night, dark],
      ] as const) {
        const of = (name: string) => readColour(new RegExp(`--${name}: (#\\w+)`).exec(said)?.[1] ?? "") ?? white;
        for (const [text, back] of [
          ["accent", "chosen"],
          ["start", "start-back"],
        ] as const) {
          assert.ok(contrast(of(text), of(back)) >= 4.5, `${text} ${accent} ${start}\n${sheet}`);
          assert.ok(contrast(of(text), page) >= 4.5, `${text} ${accent} ${start}\n${sheet}`);
        }
        assert.ok(contrast(of("wrong"), page) >= 4.5, start);
      }
      const on = readColour(/--button-color: (#\w+)/.exec(sheet)?.[1] ?? "") ?? white;
      assert.ok(contrast(on, readColour(accent) ?? white) >= 4.5, accent);
    }),
    { seed: 19, numRuns: 300 },
  );
});

test("a product looks as its theme says, in both schemes, and is accessible", async () => {
  const source = readFileSync(`${import.meta.dirname}/../../../../examples/help-desk/SPEC.md`, "utf8");
  const theme = readTheme(
    '{ "colours": { "accent": "#ffcc00", "start": "#ff00aa" }, "radius": 12, "font": "Georgia, serif" }',
  );
  assert.deepEqual(theme.problems, []);
  const logo =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#fc0"/></svg>';
  const story = await tell(source, {
    pages: {
      folder: applicationFolder,
      modules: productModules(compile(source)),
      style: "/_/app/theme-a.css",
      icon: "/_/app/theme-b.svg",
      files: new Map([
        ["theme-a.css", printTheme(theme.value, { ...none, logo: "/_/app/theme-b.svg" })],
        ["theme-b.svg", logo],
      ]),
    },
  });
  const page = await story.person("Lena", ["lead", "agent"]);
  await page.goto(`${story.product.url}/categories`);
  const create = page.getByRole("link", { name: "New category" });
  await create.waitFor();
  const looks = async () =>
    create.evaluate((button) => {
      const { backgroundColor, color, borderRadius, fontFamily } = getComputedStyle(button);
      return [backgroundColor, color, borderRadius, fontFamily];
    });
  assert.deepEqual(await looks(), ["rgb(255, 204, 0)", "rgb(0, 0, 0)", "12px", "Georgia, serif"]);
  assert.equal(await page.locator("link[rel=icon]").getAttribute("href"), "/_/app/theme-b.svg");
  const mark = await page
    .locator(".product-name")
    .first()
    .evaluate((name) => getComputedStyle(name, "::before").backgroundImage);
  assert.match(mark, /theme-b\.svg/);
  assert.deepEqual(await violations(page), []);
  await page.emulateMedia({ colorScheme: "dark" });
  assert.deepEqual(await violations(page), []);
  // Opened by itself, a picture runs nothing.
  const picture = await fetch(`${story.product.url}/_/app/theme-b.svg`);
  assert.match(picture.headers.get("content-security-policy") ?? "", /sandbox/);
  assert.deepEqual(story.mistakes, []);
});
