// The help desk as it is served in production, with its samples, ten thousand tickets, and a browser that a lead uses.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type BrowserContext, type Page } from "playwright-core";
import { compile } from "@writ/language";
import { productModules } from "@writ/language/product";
import { applyDocument, writeSamples } from "@writ/server/applying";
import { openDatabase } from "@writ/server/postgres";
import { serveProduct } from "@writ/server/serve";
import { applicationFolder, isBuilt } from "../../packages/web/src/building/application-files.ts";
import { findChromium } from "../../packages/web/src/testing/find-chromium.ts";

export type Desk = {
  readonly url: string;
  /** Where another program reaches this browser. */
  readonly debuggingPort: number;
  readonly context: BrowserContext;
  /** Signed in as a lead who is an agent too. */
  readonly page: Page;
  /** A page of a new visitor. */
  readonly stranger: () => Promise<Page>;
  readonly signIn: () => Promise<void>;
  readonly owner: (sql: string, values?: readonly unknown[]) => Promise<readonly Readonly<Record<string, unknown>>[]>;
  readonly stop: () => Promise<void>;
};

export async function startDesk(debuggingPort = 9333): Promise<Desk> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error("This bench needs Chromium, or its path in WRIT_CHROMIUM.");
  if (!isBuilt()) throw new Error("This bench needs the web application: npm run build.");
  const folder = mkdtempSync(join(tmpdir(), "writ-browser-"));
  const source = readFileSync(`${import.meta.dirname}/../../examples/help-desk/SPEC.md`, "utf8");
  const compiled = compile(source);
  const database = await openDatabase({ folder: join(folder, "database") });
  const client = await database.connect();
  await applyDocument(client, source, compiled, (before) => compile(before));
  await writeSamples(client, compiled);
  const running = await serveProduct(database, {
    port: 0,
    log: "silent",
    pages: { folder: applicationFolder, modules: productModules(compiled) },
  });
  const context = await chromium.launchPersistentContext(join(folder, "browser"), {
    executablePath,
    locale: "en-GB",
    viewport: { width: 1280, height: 800 },
    args: [`--remote-debugging-port=${debuggingPort}`, ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
  });
  const owner = async (sql: string, values: readonly unknown[] = []) => (await client.query(sql, [...values])).rows;
  const page = await signUp(context, running.url);
  for (const role of ["lead", "agent"])
    await owner(
      "INSERT INTO writ.assigned_role (person, role) SELECT id, $1 FROM auth.users WHERE email = 'lena@example.test'",
      [role],
    );
  await page.reload();
  await page.getByRole("link", { name: "All tickets" }).first().waitFor();
  return {
    url: running.url,
    debuggingPort,
    context,
    page,
    stranger: async () => {
      const other = await context.browser()?.newContext({ locale: "en-GB" });
      if (other === undefined) throw new Error("the browser has gone");
      return other.newPage();
    },
    signIn: async () => signIn(page, running.url),
    owner,
    stop: async () => {
      await context.close();
      await running.stop();
      await database.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

async function signUp(context: BrowserContext, url: string): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(`${url}/_/sign-up`);
  await page.getByLabel("Name").fill("Lena");
  await page.getByLabel("Email").fill("lena@example.test");
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await page.getByRole("button", { name: "Create an account" }).click();
  await page.waitForURL(({ pathname }) => !pathname.startsWith("/_/"));
  return page;
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/_/sign-in`);
  await page.getByLabel("Email").fill("lena@example.test");
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(({ pathname }) => !pathname.startsWith("/_/"));
}

/** Until there are so many. Laid as they would be: triggers would do the same as often. */
export async function layTickets(count: number, { owner }: Pick<Desk, "owner">): Promise<void> {
  const [before] = await owner("SELECT count(*)::int AS count FROM ticket");
  await owner("ALTER TABLE ticket DISABLE TRIGGER USER");
  await owner(
    `INSERT INTO ticket (id, created_at, updated_at, created_by, updated_by, number, subject, body, category, priority,
        requester, assignee, respond_by, late, attachments, state, _state_since)
      SELECT gen_random_uuid(), moment, moment, person.id, person.id, 'CD-1' || lpad(n::text, 5, '0'),
        'Ticket ' || n || ': something does not work', 'It does not work any more at all, since this morning.',
        (SELECT id FROM category ORDER BY name OFFSET n % 2 LIMIT 1),
        (ARRAY['low', 'normal', 'high', 'urgent'])[1 + n % 4], person.id,
        CASE WHEN n % 3 = 0 THEN NULL ELSE person.id END, moment + interval '1 day', n % 7 = 0, '{}',
        (ARRAY['new', 'open', 'waiting', 'solved', 'closed'])[CASE WHEN n % 40 < 4 THEN 1 + n % 4 ELSE 5 END], moment
      FROM generate_series($1::int + 1, $2) AS n, LATERAL (SELECT now() - n * interval '3 minutes' AS moment) AS about,
        (SELECT id FROM auth.users WHERE email = 'lena@example.test') AS person`,
    [before?.["count"], count],
  );
  await owner("ALTER TABLE ticket ENABLE TRIGGER USER");
  await owner("VACUUM ANALYZE ticket");
}
