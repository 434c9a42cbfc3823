// The pages of the console for files, calls and what is live: empty, filled and failed, by keys, on a phone, in the dark.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, test } from "node:test";
import { compile } from "@writ/language";
import { createClient } from "@supabase/supabase-js";
import type { Page } from "playwright-core";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { consoleFolder } from "../building/application-files.ts";
import { usable } from "../testing/axe.ts";
import { stories, type Story } from "../testing/browser.ts";

const { source } = completeDocument(`## 3. Entities and their fields

### Claim
- Shown as: \`claim.about\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| About | text up to 80 | yes | |
| Papers | files up to 3, each up to 1 KB (txt) | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Claim | create, read, update, delete | own |
| Greet | call | yes |

## 7. The calls it makes

| Call | Kind | On | Code | Errors |
| --- | --- | --- | --- | --- |
| Greet | function | button | below | |

### Greet
- Secrets: \`NO_KEY\`, \`A_KEY\`
- Hosts: \`api.example.test\`

\`\`\`ts
console.log("hello");
\`\`\`

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);
const secret = "a word that nobody sees";
const tell = stories();
let desk: Story;
let page: Page;
let token: string;

before(async () => {
  desk = await tell(source, {
    development: true,
    document: { file: "SPEC.md", source, compiled: compile(source) },
    console: { folder: consoleFolder },
    environment: { A_KEY: secret },
  });
  token = await desk.product.person("Ann");
  page = await desk.page({ viewport: { width: 1280, height: 800 } });
  await page.goto(desk.product.consoleLink() ?? "");
  await page.getByRole("heading", { level: 1 }).first().waitFor();
});

const at = async (path: string) => page.goto(`${desk.product.url}/_/console/${path}`);
const ann = () =>
  createClient(desk.product.url, desk.product.anonKey, {
    auth: { persistSession: false },
    accessToken: async () => token,
  });

test("files: none yet, then with the row whose they are, and fetched as they were brought", async () => {
  await at("files");
  await page.getByRole("heading", { name: "No files yet" }).waitFor();
  await usable(page, "console no files");
  const [row, loose] = [randomUUID(), randomUUID()];
  const of = (id: string, name: string) => `${id}/${randomUUID()}/${name}`;
  const [saved, waiting] = [of(row, "roof.txt"), of(loose, "Pr=C3=BCfung.txt")];
  for (const path of [saved, waiting]) {
    const { error } = await ann().storage.from("claim.papers").upload(path, "It leaks.", { contentType: "text/plain" });
    assert.equal(error, null);
  }
  assert.equal(
    (
      await ann()
        .from("claim")
        .insert({ id: row, about: "The roof", papers: [saved] })
    ).error,
    null,
  );
  await page.reload();
  const line = (name: string) => page.getByRole("row").filter({ hasText: name });
  await line("roof.txt").getByText("The roof").waitFor();
  await line("Prüfung.txt")
    .getByText(/^deleted .* unless its row is saved$/)
    .waitFor();
  await usable(page, "console files");
  const [fetched] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download roof.txt" }).click(),
  ]);
  assert.equal(fetched.suggestedFilename(), "roof.txt");
  await page.getByRole("button", { name: "Not attached (1)" }).click();
  await line("roof.txt").waitFor({ state: "detached" });
  await line("Prüfung.txt").waitFor();
});

test("functions: what a call needs and has, and its runs as they come, with their places", async () => {
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await page.getByRole("heading", { name: "No runs yet" }).waitFor();
  await page.getByText("NO_KEY: not in the environment").waitFor();
  await page.getByText("A_KEY: set").waitFor();
  await usable(page, "console functions, none run");
  const greet = async () =>
    fetch(`${desk.product.url}/functions/v1/greet`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: "{}",
    });
  assert.equal((await greet()).status, 500);
  await page.getByRole("region", { name: "Greet" }).getByText("NO_KEY is not in the environment").waitFor();
  await page.getByText("runs: 1, failed: 1").waitFor();
  await usable(page, "console functions");
  assert.doesNotMatch(await page.content(), new RegExp(secret));
});

test("live: no connections, then a user with their subscriptions", async (context) => {
  await page.keyboard.press("g");
  await page.keyboard.press("l");
  await page.getByRole("heading", { name: "No connections" }).waitFor();
  await usable(page, "console nobody live");
  const client = ann();
  context.after(async () => client.realtime.disconnect());
  await client.realtime.setAuth();
  client
    .channel("claims")
    .on("postgres_changes", { event: "*", schema: "public", table: "claim" }, () => undefined)
    .subscribe();
  await page.getByRole("region", { name: "Connections" }).getByRole("cell", { name: "Ann" }).waitFor();
  await page.getByText("claim: 1").waitFor();
  await page.getByText(/^writ_live_\w+, in use$/).waitFor();
  await usable(page, "console live");
});

test("logs: as they come, by words and by request, until they are paused, and without a word to who only listens", async () => {
  await page.route("**/_/console/api/logs?*", async (route) =>
    route.fulfill({
      contentType: "application/json",
      body: '{"records":[],"found":0,"kept":0,"newest":0,"processes":{"answered":1,"asked":2}}',
    }),
  );
  await page.keyboard.press("g");
  await page.keyboard.press("o");
  await page.getByRole("heading", { name: "No records yet" }).waitFor();
  await page.getByText("0 of 0 records from 1 of 2 processes.").waitFor();
  await usable(page, "console no logs");
  await page.unroute("**/_/console/api/logs?*");
  const call = async (id: string) =>
    fetch(`${desk.product.url}/functions/v1/greet`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", "x-request-id": id },
      body: "{}",
    });
  const lines = page.getByRole("list", { name: "Records, newest first" }).locator("> li");
  const failures = lines.filter({ hasText: "NO_KEY is not in the environment" });
  await failures.first().waitFor();
  const earlier = await failures.count();
  await call("logged-one");
  await failures.nth(earlier).waitFor();
  await lines.filter({ hasText: "/functions/v1/greet" }).filter({ hasText: "ann@example.test" }).first().waitFor();
  await usable(page, "console logs");
  const listened = page.locator("main").locator("[aria-live], [role=status], [role=log], [role=alert]");
  assert.equal(await listened.count(), 0);
  // What has the focus keeps it while others come.
  const more = await failures.first().locator("summary").elementHandle();
  await more?.focus();
  await page.keyboard.press("Enter");
  await lines.getByRole("heading", { name: "Of the same request" }).waitFor();
  await call("logged-two");
  await failures.nth(earlier + 1).waitFor();
  assert.equal(await more?.evaluate((one) => one === document.activeElement), true);
  await usable(page, "console logs, opened");
  // By the request.
  await lines.getByRole("link", { name: "All records of request logged-one" }).first().press("Enter");
  await page.getByText(/^2 of \d+ records/).waitFor();
  assert.equal(await lines.count(), 2);
  await usable(page, "console logs of a request");
  // Paused, nothing comes any more; then it does.
  await page.getByRole("button", { name: "All requests" }).click();
  const pause = page.getByRole("button", { name: "Pause" });
  await pause.press("Enter");
  await page.getByText(/, paused\.$/).waitFor();
  assert.equal(await pause.getAttribute("aria-pressed"), "true");
  await call("logged-three");
  await page.getByLabel("Search").fill("logged-three");
  await page.getByRole("heading", { name: "No matching records" }).waitFor();
  await usable(page, "console logs, paused");
  await pause.click();
  await failures.first().waitFor();
  await page.getByLabel("Level").selectOption("info");
  await page.getByRole("heading", { name: "No matching records" }).waitFor();
  // The address says what is looked at.
  assert.match(page.url(), /logs\?level=info&text=logged-three$/);
  assert.doesNotMatch(await page.content(), new RegExp(secret));
});

test("a failed request is reported, and can be retried", async () => {
  const asked = "**/_/console/api/live";
  // The page asks by itself every two seconds: it is answered from when a user has pressed, and no sooner.
  await page.route(asked, async (route) =>
    (await page.evaluate(() => Reflect.get(globalThis, "pressed") === true))
      ? route.continue()
      : route.fulfill({ status: 500, contentType: "application/json", body: '{"message":"The database is away."}' }),
  );
  await at("live");
  await page.getByRole("alert").getByText("The database is away.").waitFor();
  await usable(page, "console live failed");
  await page.evaluate(() =>
    document.addEventListener("click", () => Reflect.set(globalThis, "pressed", true), { capture: true }),
  );
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Connections", exact: true }).waitFor();
  await page.unroute(asked);
});

test("in production the console key signs in and Sign out signs out; the logs contain no key", async () => {
  const key = "a key of chance of the operator";
  const served = await tell(source, {
    document: { file: "SPEC.md", source, compiled: compile(source) },
    console: { folder: consoleFolder },
    environment: { WRIT_CONSOLE_KEY: key, A_KEY: secret, NO_KEY: secret },
  });
  const operated = await served.page({ viewport: { width: 390, height: 800 } });
  await operated.goto(`${served.product.url}/_/`);
  await operated.getByText("Use the console key instead").click();
  const field = operated.getByLabel("Console key");
  await field.fill("some other key");
  await field.press("Enter");
  await operated.getByText("This key is incorrect.").waitFor();
  await usable(operated, "console, wrong key");
  await field.fill(key);
  await field.press("Enter");
  await operated.getByLabel("Page").selectOption("Logs");
  const lines = operated.getByRole("list", { name: "Records, newest first" }).getByRole("listitem");
  const person = await served.product.person("Ben");
  const greeted = await fetch(`${served.product.url}/functions/v1/greet`, {
    method: "POST",
    headers: { authorization: `Bearer ${person}`, "content-type": "application/json" },
    body: "{}",
  });
  assert.equal(greeted.status, 204);
  await lines.filter({ hasText: "/functions/v1/greet" }).filter({ hasText: "204" }).waitFor();
  await usable(operated, "console logs, operated");
  const content = await operated.content();
  for (const hidden of [key, secret, person, served.product.serviceKey]) assert.ok(!content.includes(hidden), hidden);
  // What was written while one was in is out of sight, and stays so.
  await operated.getByRole("button", { name: "Sign out" }).click();
  const out = operated.getByText("Use the console key instead");
  await out.waitFor();
  await operated.goBack();
  await out.waitFor();
  assert.equal(await lines.count(), 0);
  assert.deepEqual(served.mistakes, []);
});

test("nothing went wrong in any page", () => {
  assert.deepEqual(desk.mistakes, []);
});
