// What the page asks for before it is loaded: once, for a user who is there, and by the one script that may stand in it.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import type { Page, Request } from "playwright-core";
import { stories, type Story } from "../testing/browser.ts";

const source = readFileSync(`${import.meta.dirname}/../../../../examples/help-desk/SPEC.md`, "utf8");
const tell = stories();
let desk: Story;
let page: Page;

before(async () => {
  desk = await tell(source);
  page = await desk.person("Lena", ["lead", "agent"]);
  for (const subject of ["Printer", "Window"])
    await desk.product.owner(
      `INSERT INTO ticket (subject, body, category, requester)
        SELECT $1, 'It does not work any more at all.', (SELECT id FROM category LIMIT 1), id FROM auth.users WHERE email = 'lena@example.test'`,
      [subject],
    );
});

const numbers = async (): Promise<readonly string[]> =>
  (await desk.product.owner("SELECT number FROM ticket ORDER BY subject")).map(({ number }) => String(number));

/** Opened, and until it is remembered what it was shown from. */
async function visit(path: string): Promise<void> {
  await page.goto(`${desk.product.url}${path}`);
  await page.waitForFunction((at) => localStorage.getItem("writ.first")?.includes(`"path":"${at}"`) === true, path);
}

/** What the last visit to an address asked for, of those that are remembered. */
const rememberedOf = async (path: string): Promise<readonly string[]> => {
  const text = await page.evaluate(() => localStorage.getItem("writ.first") ?? "{}");
  const { screens } = JSON.parse(text) as { screens: { path: string; asked: string[] }[] };
  return screens.find((screen) => screen.path === path)?.asked ?? [];
};

/** Opens an address whose scripts come only after something was asked for; gives all that was. */
async function openAfter(path: string, wanted: RegExp, then: () => Promise<void>): Promise<readonly string[]> {
  const asked: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const note = (request: Request) => {
    const { pathname, search } = new URL(request.url());
    // What the page before still asks for is none of this one's.
    if (request.isNavigationRequest()) asked.length = 0;
    asked.push(`${pathname}${search}`);
    if (wanted.test(`${pathname}${search}`)) resolve();
  };
  page.on("request", note);
  await page.route(/\/_\/app\/(?:start|react)-/, async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(`${desk.product.url}${path}`);
  await then();
  await page.unrouteAll();
  page.off("request", note);
  return asked;
}

test("the rows of a list that was seen before are asked for before the scripts are there, and once", async () => {
  await visit("/tickets");
  const asked = await openAfter("/tickets", /^\/rest\/v1\/ticket\?/, async () =>
    page.getByRole("cell", { name: "Printer", exact: true }).waitFor(),
  );
  const rows = asked.filter((address) => address.startsWith("/rest/v1/ticket?"));
  assert.equal(rows.length, 1, rows.join("\n"));
  for (const once of ["/_/product", "/rest/v1/user?"])
    assert.equal(asked.filter((address) => address.startsWith(once)).length, 1, once);
});

test("for another row at an address of the same form, the page preloads what the address names", async () => {
  const [printer = "", window = ""] = await numbers();
  await visit(`/tickets/${printer}`);
  const [{ id } = {}] = await desk.product.owner("SELECT id FROM ticket WHERE number = $1", [printer]);
  const asked = await openAfter(`/tickets/${window}`, new RegExp(`number=eq\\.${window}`), async () =>
    page.getByRole("heading", { name: "Window" }).waitFor(),
  );
  assert.ok(!asked.some((address) => address.includes(String(id))), asked.join("\n"));
  assert.equal(asked.filter((address) => address.includes(`number=eq.${window}`)).length, 1);
});

test("the request that finds the row of an address reads all that is shown of it: no other reads the row", async () => {
  const [printer = ""] = await numbers();
  await visit(`/tickets/${printer}`);
  const asked = await rememberedOf(`/tickets/${printer}`);
  assert.equal(asked.filter((address) => address.startsWith("/rest/v1/ticket?")).length, 1, asked.join("\n"));
});

test("tokens that are about to end are renewed before anything is asked for; others need no client of accounts", async () => {
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(new URL(request.url()).pathname));
  await page.goto(`${desk.product.url}/tickets`);
  await page.getByRole("cell", { name: "Printer", exact: true }).waitFor();
  assert.ok(!asked.some((path) => path.includes("/account-client-")), asked.join(" "));
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem("writ.session") ?? "{}") as object;
    localStorage.setItem(
      "writ.session",
      JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) + 30 }),
    );
  });
  asked.length = 0;
  await page.reload();
  await page.getByRole("cell", { name: "Printer", exact: true }).waitFor();
  const first = asked.findIndex((path) => path.startsWith("/rest/") || path === "/_/product");
  assert.ok(asked.indexOf("/auth/v1/token") >= 0 && asked.indexOf("/auth/v1/token") < first, asked.join(" "));
});

test("the page may hold one script, by its hash: another one does not run", async () => {
  const answer = await fetch(desk.product.url, { headers: { accept: "text/html" } });
  const policy = /script-src ([^;]*)/.exec(answer.headers.get("content-security-policy") ?? "")?.[1];
  const [script, ...others] = [...(await answer.text()).matchAll(/<script>(.*?)<\/script>/gs)];
  const hash = createHash("sha256")
    .update(script?.[1] ?? "")
    .digest("base64");
  assert.equal(policy, `'self' 'sha256-${hash}'`);
  assert.equal(others.length, 0);
  const ran = await page.evaluate(() => {
    const made = document.createElement("script");
    made.textContent = "globalThis.another = true";
    document.head.append(made);
    return Reflect.has(globalThis, "another");
  });
  assert.equal(ran, false);
});

test("the code of a first screen loads beside the page, and dates are ready before it has come", async () => {
  const asked = new Set<string>();
  const note = (request: Request) => void asked.add(new URL(request.url()).pathname);
  await page.addInitScript(() => {
    const { DateTimeFormat } = Intl;
    const made = function made(...given: ConstructorParameters<typeof DateTimeFormat>) {
      sessionStorage.setItem("dates", String(document.querySelector("main") === null));
      return new DateTimeFormat(...given);
    };
    if (sessionStorage.getItem("dates") === null) Object.assign(Intl, { DateTimeFormat: made });
  });
  await page.evaluate(() => sessionStorage.removeItem("dates"));
  page.on("request", note);
  await page.goto(`${desk.product.url}/tickets`);
  await page.getByRole("cell", { name: "Printer", exact: true }).waitFor();
  page.off("request", note);
  assert.equal(await page.evaluate(() => sessionStorage.getItem("dates")), "true");
  const first = [...asked].filter((path) => /\/_\/app\/(?:react|start|index)-.*\.js$/.test(path));
  assert.ok(first.length >= 3, first.join());
  for (const path of first) {
    const file = await (await fetch(`${desk.product.url}${path}`)).text();
    assert.equal(file.slice(0, file.indexOf("\n")), "//# allFunctionsCalledOnLoad", path);
  }
});

test("requests at the next address are not kept as the first screen's", async () => {
  await page.goto(`${desk.product.url}/categories/new`);
  await page.getByRole("button", { name: "Create" }).waitFor();
  await page.getByRole("link", { name: "All tickets" }).first().click();
  await page.getByRole("cell", { name: "Printer", exact: true }).waitFor();
  const kept = "/categories/new";
  await page.waitForFunction((at) => localStorage.getItem("writ.first")?.includes(`"path":"${at}"`) === true, kept);
  const asked = await rememberedOf(kept);
  assert.ok(asked.includes("/_/product"), asked.join("\n"));
  assert.ok(!asked.some((address) => address.startsWith("/rest/v1/ticket?")), asked.join("\n"));
});

test("signing out removes the visited screens and drafts", async () => {
  await page.goto(`${desk.product.url}/tickets/new`);
  const drafts = async () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("writ.")));
  await page.getByLabel("Subject").fill("A secret");
  await page.waitForFunction(() => Object.values(sessionStorage).some((kept) => String(kept).includes("A secret")));
  assert.deepEqual((await drafts()).length, 1);
  // Nor in another tab.
  const other = await page.context().newPage();
  await other.goto(`${desk.product.url}/categories/new`);
  await other.getByLabel("Name").fill("Another secret");
  await other.waitForFunction(() => Object.values(sessionStorage).some((kept) => String(kept).includes("Another")));
  page.once("dialog", (dialog) => void dialog.accept());
  await visit("/tickets");
  await page.getByRole("button", { name: "Lena" }).first().click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: /Sign in/ }).waitFor();
  const kept = await page.evaluate(() => ["writ.first", "writ.part"].map((key) => localStorage.getItem(key)));
  assert.deepEqual(kept, [null, null]);
  assert.deepEqual(await drafts(), []);
  await other.waitForFunction(() => !Object.values(sessionStorage).some((text) => String(text).includes("Another")));
});
