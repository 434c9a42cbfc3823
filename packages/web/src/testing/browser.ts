// A real browser on a real product, for tests: Chromium from the system, one for a file of tests.
import { after, afterEach, type TestContext } from "node:test";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { productModules } from "@writ/language/product";
import { compile } from "@writ/language";
import type { ServeOptions } from "@writ/server/serve";
import { products, type TestProduct } from "../../../server/src/testing/product.ts";
import { findForPages } from "./find-chromium.ts";
import { password } from "./notebook.ts";
import { applicationFolder, isBuilt } from "../building/application-files.ts";
import { eventually } from "../../../language/src/testing/eventually.ts";

export type Story = {
  readonly product: TestProduct;
  /** A page of a new user; what goes wrong in it fails the test that looks at `mistakes`. */
  readonly page: (options?: BrowserContextOptions) => Promise<Page>;
  /** A new user, as the form for it signs up, with roles that were given by the owner, at the first screen. */
  readonly person: (name: string, roles?: readonly string[], options?: BrowserContextOptions) => Promise<Page>;
  /** An account whose address is confirmed. */
  readonly account: (email: string, name?: string) => Promise<void>;
  /** A user who is signed in to such an account, at the first screen. */
  readonly member: (email: string, name?: string) => Promise<Page>;
  /** The last mail to an address: its link, its code. */
  readonly mail: (to: string, subject?: RegExp) => Promise<ReadMail>;
  /** What the pages' consoles complained of, and what broke the page's security policy. */
  readonly mistakes: readonly string[];
};

export type ReadMail = { readonly subject: string; readonly link: string; readonly code: string };

export type TellStory = (source: string, options?: Partial<ServeOptions>) => Promise<Story>;

const addressOf = (name: string) => `${name.toLowerCase()}@example.test`;
/** The list of a user's sessions shows this. */
const desktop = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36";

export type OpenPage = (options?: BrowserContextOptions) => Promise<Page>;

/** Pages of a new user each, in one browser; what goes wrong in them is put into `mistakes`. */
export function pages(): (mistakes: string[]) => OpenPage {
  let browser: Promise<Browser> | undefined;
  const opened: Page[] = [];
  afterEach(async (context) => {
    if (!(context as TestContext).passed) for (const page of opened) console.log(await shown(page));
  });
  after(async () => (await browser)?.close());
  return (mistakes) => {
    const executablePath = findForPages();
    if (executablePath === undefined)
      throw new Error("These tests need Chromium: apt-get install -y chromium, or its path in WRIT_CHROMIUM.");
    if (!isBuilt()) throw new Error("These tests need the web application: npm run build.");
    // Root has no sandbox to put the browser into, and it only ever sees this product.
    browser ??= chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
    const launched = browser;
    return async (options = {}) => {
      const context = await (await launched).newContext({ locale: "en-GB", reducedMotion: "reduce", ...options });
      // Long enough for all but what never comes, and less than the minute after which pages refetch by the clock.
      context.setDefaultTimeout(50_000);
      const made = await context.newPage();
      opened.push(made);
      made.on("pageerror", ({ message }) => mistakes.push(message));
      made.on("console", (said) => {
        // What the server refuses is part of the stories, and so is a line that a test has cut.
        const isOfStory = /^Failed to load resource|net::ERR_INTERNET_DISCONNECTED/.test(said.text());
        if (said.type() === "error" && !isOfStory) mistakes.push(said.text());
      });
      return made;
    };
  };
}

/** From here on only the test advances the page's clock; `install` comes before the page. */
export async function standStill(page: Page): Promise<void> {
  for (;;) {
    try {
      return await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    } catch (failure) {
      // On a busy machine that moment may have gone by.
      if (!/past/.test(String(failure))) throw failure;
    }
  }
}

/** For a user who looks for what went wrong: where a page was, and its first words. */
async function shown(page: Page): Promise<string> {
  if (page.isClosed()) return "a page that is closed";
  const text = await page.locator("body").innerText({ timeout: 1000 }).catch(String);
  return `${page.url()}: ${text.slice(0, 600).replaceAll(/\s+/g, " ")}`;
}

export function stories(): TellStory {
  const startProduct = products();
  const openPages = pages();
  return async (source, served) => {
    const mistakes: string[] = [];
    const page = openPages(mistakes);
    const product = await startProduct(source, {
      pages: { folder: applicationFolder, modules: productModules(compile(source)) },
      ...served,
    });
    const ask = async (path: string, body: object, headers: Readonly<Record<string, string>> = {}) => {
      const answer = await fetch(`${product.url}/auth/v1/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
      return (await answer.json()) as Readonly<Record<string, unknown>>;
    };
    /** A page at the product's first screen, in a browser that is signed in like that. */
    const pageOf = async (session: object, options: BrowserContextOptions) => {
      const localStorage = [{ name: "writ.session", value: JSON.stringify(session) }];
      const made = await page({
        ...options,
        storageState: { cookies: [], origins: [{ origin: product.url, localStorage }] },
      });
      await made.goto(product.url);
      // Drawn: from then on it hears keys.
      await made.locator("main#content").waitFor();
      return made;
    };
    const person: Story["person"] = async (name, roles = [], options = {}) => {
      const email = addressOf(name);
      const session = await ask("signup", { email, password, data: { name } }, { "user-agent": desktop });
      for (const role of roles)
        await product.owner(
          "INSERT INTO writ.assigned_role (person, role) SELECT id, $2 FROM auth.users WHERE email = $1",
          [email, role],
        );
      return pageOf(session, options);
    };
    const account: Story["account"] = async (email, name = "Nora") => {
      const operator = { authorization: `Bearer ${product.serviceKey}` };
      await ask("admin/users", { email, password, email_confirm: true, user_metadata: { name } }, operator);
    };
    const member: Story["member"] = async (email, name) => {
      await account(email, name);
      return pageOf(await ask("token?grant_type=password", { email, password }, { "user-agent": desktop }), {});
    };
    // It leaves the outbox on its own time.
    const mail = async (to: string, subject = /./): Promise<ReadMail> =>
      eventually(async () => {
        const match = (await product.mailbox(to)).find((one) => subject.test(one.subject));
        return match !== undefined && readMail(match);
      }, `a mail to ${to}`);
    return { product, page, person, account, member, mail, mistakes };
  };
}

function readMail({ subject, text }: { readonly subject: string; readonly text: string }): ReadMail {
  const link = /http\S+/.exec(text)?.[0] ?? "";
  return { subject, link, code: /\b\d{6}\b/.exec(text.replace(link, ""))?.[0] ?? "" };
}
