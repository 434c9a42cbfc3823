// A product that others use, with an operator who is signed in: for tests of the console in production.
import { compile } from "@writ/language";
import { nameOperator } from "@writ/server/operators";
import type { Page } from "playwright-core";
import { consoleFolder } from "../building/application-files.ts";
import type { Story, TellStory } from "./browser.ts";

export type Operated = { readonly desk: Story; readonly page: Page };

/** Ann, at a window of usual size. */
export async function operatedBy(
  tell: TellStory,
  source: string,
  options: Parameters<TellStory>[1] = {},
): Promise<Operated> {
  const desk = await tell(source, {
    development: false,
    document: { file: "SPEC.md", source, compiled: compile(source) },
    console: { folder: consoleFolder },
    ...options,
  });
  const client = await desk.product.database.connect();
  await nameOperator(client, "ann@example.test");
  await client.end();
  const page = await desk.member("ann@example.test", "Ann");
  await page.setViewportSize({ width: 1280, height: 800 });
  return { desk, page };
}
