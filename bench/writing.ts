// How long an edit of a document takes until it is drawn in an open browser, with the 30 ms that an editor is given to
// finish writing the file. Run it as a test, which ends what it has started: node --test bench/writing.ts
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { pages } from "../packages/web/src/testing/browser.ts";
import { writings } from "../packages/web/src/testing/writing-story.ts";

const write = writings();
const openPages = pages();
const rounds = 7;
/** As the command waits: packages/cli/src/main.ts. */
const settling = 30;

/** Who looks at what: a list gets a column more, a form a field. */
const examples = [
  { name: "help-desk", as: "lead", path: "/categories", screen: "Categories", entity: "Category" },
  { name: "equipment-lending", as: undefined, path: "/", screen: "Catalogue", entity: "Item" },
  { name: "project-tracker", as: "person", path: "/new", screen: "New organisation", entity: "Organisation" },
] as const;

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

for (const { name, as, path, screen, entity } of examples)
  test(name, async () => {
    const source = readFileSync(`${import.meta.dirname}/../examples/${name}/SPEC.md`, "utf8");
    const product = await write(source);
    const page = await openPages([])();
    const person = product.people.find(({ email }) => email.startsWith(`${as}@`));
    if (as !== undefined) await page.goto(person?.link ?? "");
    if (as !== undefined) await page.getByRole("navigation", { name: "Menu" }).first().waitFor();
    await page.goto(`${product.url}${path}`);
    await page.locator("h1").first().waitFor();
    const until = async (edited: string, text: string): Promise<number> => {
      const seen = page.getByText(text).first().waitFor();
      const began = performance.now();
      await delay(settling);
      product.edit(edited);
      await seen.catch((failure: unknown) => {
        throw new Error(product.said().slice(-1500), { cause: failure });
      });
      return performance.now() - began;
    };
    const words: number[] = [];
    const columns: number[] = [];
    for (let round = 0; round < rounds; round++) {
      words.push(await until(product.source().replace(/^# .*$/m, `# Round ${round}`), `Round ${round}`));
      const shown = new RegExp(`(### ${screen}\\n- Show: )`);
      const field = `| Extra ${round} | text up to 9 | no | | |`;
      const [screens = "", rows = ""] = product.source().split("## 3. ");
      const fields = rows.replace(new RegExp(`(### ${entity}\\n[^]*?\\| --- \\|.*\\n)`), `$1${field}\n`);
      const edited = `${screens.replace(shown, `$1Extra ${round}, `)}## 3. ${fields}`;
      columns.push(await until(edited, `Extra ${round}`));
    }
    console.log(
      `${name}: other words ${median(words).toFixed(0)} ms, a column more ${median(columns).toFixed(0)} ms (medians of ${rounds}; at most ${Math.max(...words, ...columns).toFixed(0)})`,
    );
  });
