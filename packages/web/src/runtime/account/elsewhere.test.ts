// Accounts that are opened from more than one place: links of mails in another browser, accounts elsewhere.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { usable } from "../../testing/axe.ts";
import { stories, type Story } from "../../testing/browser.ts";
import { notebook } from "../../testing/notebook.ts";
import { openIdProvider, type TestProvider } from "../../testing/openid.ts";

const tell = stories();

let all: Story;
let provider: TestProvider;

before(async () => {
  provider = await openIdProvider("olga@example.test");
  all = await tell(
    notebook(
      `email and password, magic link, code by mail, OpenID \`${provider.issuer}\``,
      "| Confirmed address | yes |\n",
    ),
    {
      development: true,
      environment: { WRIT_OPENID_CLIENT_ID: "desk", WRIT_OPENID_CLIENT_SECRET: "secret" },
      fetch: provider.fetch,
    },
  );
});

const at = async (page: Page, path: string) => page.goto(`${all.product.url}${path}`);
const heading = async (page: Page, name: string | RegExp) => page.getByRole("heading", { name, level: 1 }).waitFor();

test("a link works in another browser too: once, when the user confirms the account that it names", async () => {
  const email = "two-browsers@example.test";
  await all.account(email);
  const desk = await all.page();
  await at(desk, "/_/sign-in/mail?then=/new");
  await desk.getByLabel("Email").fill(email);
  await desk.getByRole("button", { name: "Send the link" }).click();
  await heading(desk, "Check your email");
  const { link } = await all.mail(email, /^Sign in/);
  // A program that follows the links of mails before people do uses none up, even if it runs the page.
  for (let looked = 0; looked < 2; looked++)
    assert.equal((await fetch(link, { headers: { accept: "text/html" } })).status, 200);
  const scanner = await all.page();
  await scanner.goto(link);
  await heading(scanner, "Continue in this browser?");
  const small = await all.page({ viewport: { width: 360, height: 740 }, hasTouch: true });
  await small.goto(link);
  await heading(small, "Continue in this browser?");
  await usable(small, "another browser");
  await small.getByRole("button", { name: "Continue" }).click();
  // A user may have sent a link of their own: no one is signed in by it unnoticed.
  await heading(small, "Sign in with this link?");
  assert.equal(await small.evaluate(() => localStorage.getItem("writ.session")), null);
  await small.getByRole("button", { name: `Continue as ${email}` }).click();
  await heading(small, "New note");
  await scanner.getByRole("button", { name: "Continue" }).click();
  await heading(scanner, "This link no longer works");
});

test("each of several links that one browser asked for works there, the first one too", async () => {
  const emails = ["first@example.test", "second@example.test", "third@example.test"];
  for (const email of emails) await all.account(email);
  const page = await all.page();
  for (const email of emails) {
    await at(page, "/_/sign-in/mail?then=/new");
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await heading(page, "Check your email");
  }
  const { link } = await all.mail("first@example.test", /^Sign in/);
  await page.goto(link);
  await heading(page, "New note");
  assert.match((await page.evaluate(() => localStorage.getItem("writ.session"))) ?? "", /first@example\.test/);
  // Opened again it leads a user who is in to where it led, and tells a user who is out that it works once: it is no other browser's.
  await at(page, "/");
  await page.goto(link);
  await heading(page, "New note");
  await page.evaluate(() => localStorage.removeItem("writ.session"));
  await page.goto(link);
  await heading(page, "This link no longer works");
  // Another signed-in user is not taken for its recipient, and a user who signs in elsewhere meanwhile is led on.
  const other = await page.context().newPage();
  const { link: second } = await all.mail("second@example.test", /^Sign in/);
  await other.goto(second);
  await heading(other, "New note");
  await heading(page, "This link no longer works");
  await other.goto(link);
  await heading(other, "This link no longer works");
  const waiting = await page.context().newPage();
  await waiting.goto(second);
  await heading(waiting, "New note");
});

test("the parameters of a link sign no user in: only the secret of the browser that asked does", async () => {
  const [own, others] = ["one-browser@example.test", "eve@example.test"];
  const [desk, eve] = [await all.page(), await all.page()];
  for (const [page, email] of [
    [desk, own],
    [eve, others],
  ] as const) {
    await all.account(email);
    await at(page, "/_/sign-in/mail");
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await heading(page, "Check your email");
  }
  const asked = new URL((await all.mail(own, /^Sign in/)).link).searchParams.get("asked") ?? "";
  assert.equal(asked.length, 16);
  const { link } = await all.mail(others, /^Sign in/);
  await desk.goto(link.replace(/asked=[^&]*/, "asked="));
  await heading(desk, "Continue in this browser?");
  // A user who knew what this browser had asked with would still not have its secret go with their link.
  await desk.goto(link.replace(/asked=[^&]*/, `asked=${asked}`));
  await heading(desk, "This link was requested in another browser");
  assert.equal(await desk.evaluate(() => localStorage.getItem("writ.session")), null);
});

test("an account elsewhere is linked and taken away again; one that opens an account already is not, and the last way stays", async () => {
  const email = "linking@example.test";
  const page = await all.member(email);
  await provider.appearIn(page);
  const part = page.getByRole("region", { name: "Other ways to sign in", exact: true });
  const agree = async () => {
    await at(page, "/_/account/security");
    await part.getByRole("button", { name: "Link id.example.test" }).click();
    await page.getByRole("link", { name: "Agree" }).click();
  };
  const first = await all.page();
  await provider.appearIn(first);
  await at(first, "/_/sign-in?then=/new");
  await first.getByRole("button", { name: "Continue with id.example.test" }).click();
  await first.getByRole("link", { name: "Agree" }).click();
  await heading(first, "New note");
  // The provider says that it is Olga, who has an account here.
  await agree();
  await heading(page, "Not linked");
  await page.getByRole("alert").getByText("This is already linked to an account.").waitFor();
  await usable(page, "identity taken");
  Object.assign(provider.says, { subject: "linus", email: "linus@elsewhere.test" });
  await agree();
  await part.getByText("linus@elsewhere.test").waitFor();
  assert.doesNotMatch(page.url(), /code=/);
  await usable(page, "identity linked");
  // It opens this account now, in another browser too.
  const other = await all.page();
  await provider.appearIn(other);
  await at(other, "/_/sign-in?then=/_/account/security");
  await other.getByRole("button", { name: "Continue with id.example.test" }).click();
  await other.getByRole("link", { name: "Agree" }).click();
  await other.getByText("linus@elsewhere.test").waitFor();
  await part.getByRole("button", { name: "Remove id.example.test" }).click();
  await part.getByText("Not linked").waitFor();
  const [left] = await all.product.owner(
    "SELECT array_agg(provider) AS ways FROM auth.identities JOIN auth.users ON users.id = user_id WHERE email = $1",
    [email],
  );
  assert.deepEqual(left, { ways: ["email"] });
  // A user without another way to sign in reads that, and cannot remove it, here or over the wire.
  Object.assign(provider.says, { subject: "olga", email: "olga@example.test" });
  const olga = await all.page();
  await provider.appearIn(olga);
  await at(olga, "/_/sign-in?then=/_/account/security");
  await olga.getByRole("button", { name: "Continue with id.example.test" }).click();
  await olga.getByRole("link", { name: "Agree" }).click();
  await olga.getByText("your only way to sign in").waitFor();
  assert.equal(await olga.getByRole("button", { name: "Remove id.example.test" }).count(), 0);
  const [identity] = await all.product.owner("SELECT id FROM auth.identities WHERE provider_id = 'olga'");
  const token = await olga.evaluate(() =>
    String(JSON.parse(localStorage.getItem("writ.session") ?? "{}").access_token),
  );
  const refused = await fetch(`${all.product.url}/auth/v1/user/identities/${String(identity?.["id"])}`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(refused.status, 422);
});

test("nothing went wrong in any page", () => {
  assert.deepEqual(all.mistakes, []);
});
