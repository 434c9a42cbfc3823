// Tokens of a page that the server takes no longer, for tests of what becomes of a user who has them.
import type { Page } from "playwright-core";

/** As a user who is signed in finds it after the server's keys were changed. */
export const spoilTokens = async (
  page: Page,
  ...tokens: readonly ("access_token" | "refresh_token")[]
): Promise<void> =>
  page.evaluate((names) => {
    const kept = JSON.parse(localStorage.getItem("writ.session") ?? "") as Record<string, string>;
    for (const name of names) kept[name] = `${kept[name]?.slice(0, -8)}AAAAAAAA`;
    localStorage.setItem("writ.session", JSON.stringify(kept));
  }, tokens);
