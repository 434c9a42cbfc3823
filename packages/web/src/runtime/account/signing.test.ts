// Ways to sign in, in a browser: every step of every way that a document may name, and the message where one fails.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { usable } from "../../testing/axe.ts";
import { stories, type Story } from "../../testing/browser.ts";
import { notebook, password } from "../../testing/notebook.ts";
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

async function signUp(page: Page, email: string): Promise<void> {
  await at(page, "/_/sign-up?then=/new");
  await page.getByLabel("Name").fill("Nora");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create an account" }).click();
  await heading(page, "Confirm your email address");
}

test("an address is confirmed by the link that was sent, which leads to where one wanted to go", async () => {
  const page = await all.page();
  await signUp(page, "nora@example.test");
  await page.getByText("We sent a link to nora@example.test.").waitFor();
  await usable(page, "confirm");
  // Not before: signing in leads to the same page.
  const other = await all.page();
  await at(other, "/_/sign-in");
  await other.getByLabel("Email").waitFor();
  await usable(other, "sign-in");
  await other.getByLabel("Email").fill("nora@example.test");
  await other.getByLabel("Password", { exact: true }).fill(password);
  await other.getByRole("button", { name: "Sign in", exact: true }).click();
  await heading(other, "Confirm your email address");
  const { link } = await all.mail("nora@example.test");
  await page.goto(link);
  await heading(page, "New note");
  assert.doesNotMatch(page.url(), /code=|_token/);
  // A link works once; then the page reports that.
  const late = await all.page();
  await late.goto(link);
  await heading(late, "Continue in this browser?");
  await late.getByRole("button", { name: "Continue" }).click();
  await heading(late, "This link no longer works");
  await usable(late, "link over");
  await late.getByRole("link", { name: "Go to sign in" }).click();
  await heading(late, "Sign in to Notebook");
});

test("a confirmation that is opened in another browser goes on there, and signs no user in unnoticed", async () => {
  const page = await all.page();
  await signUp(page, "moved@example.test");
  const other = await all.page();
  await other.goto((await all.mail("moved@example.test")).link);
  await heading(other, "Continue in this browser?");
  const held = async () =>
    (await all.product.owner("SELECT email_confirmed_at FROM auth.users WHERE email = 'moved@example.test'"))[0];
  assert.deepEqual(await held(), { email_confirmed_at: null });
  await other.getByRole("button", { name: "Continue" }).click();
  await heading(other, "Sign in with this link?");
  assert.notDeepEqual(await held(), { email_confirmed_at: null });
  assert.equal(await other.evaluate(() => localStorage.getItem("writ.session")), null);
  await other.getByRole("button", { name: "Continue as moved@example.test" }).click();
  await heading(other, "New note");
});

test("a code from the mail confirms an address, too; a wrong one is reported", async () => {
  const page = await all.page();
  await signUp(page, "coded@example.test");
  const { code } = await all.mail("coded@example.test");
  const field = page.getByLabel("Code");
  assert.equal(await field.getAttribute("autocomplete"), "one-time-code");
  assert.ok(await field.evaluate((one) => one === document.activeElement), "the first field has the focus");
  await field.fill(code === "000000" ? "000001" : "000000");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("This code is incorrect or has expired.").waitFor();
  await field.fill(code);
  await page.keyboard.press("Enter");
  await heading(page, "New note");
});

test("a forgotten password is replaced by a link, with the keyboard alone", async () => {
  const email = "forgetful@example.test";
  await all.account(email);
  const page = await all.page();
  await at(page, "/_/sign-in");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("link", { name: "Forgot password?" }).press("Enter");
  await heading(page, "Reset your password");
  await usable(page, "recover");
  // What was typed is there still.
  assert.equal(await page.getByLabel("Email").inputValue(), email);
  await page.getByLabel("Email").press("Enter");
  await heading(page, "Check your email");
  await page.getByText(`If ${email} has an account here`).waitFor();
  await usable(page, "recover sent");
  const { link } = await all.mail(email, /new password/);
  await page.goto(link);
  await heading(page, "Choose a new password");
  const field = page.getByLabel("New password", { exact: true });
  assert.equal(await field.getAttribute("autocomplete"), "new-password");
  await usable(page, "new password");
  await field.fill(password);
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("This is already your password.").waitFor();
  await field.fill("another horse battery");
  await page.keyboard.press("Enter");
  await heading(page, "Notes");
  // The link worked once; another browser reports that and offers a new one, which is sent at once.
  const late = await all.page();
  await late.goto(link);
  await heading(late, "Continue in this browser?");
  await late.getByRole("button", { name: "Continue" }).click();
  await heading(late, "This link no longer works");
  await late.getByLabel("Email").fill(email);
  await late.getByRole("button", { name: "Send the link" }).click();
  await heading(late, "Check your email");
  // Without any link, the page for a password says how one gets there.
  await at(late, "/_/new-password");
  await heading(late, "Request a link first");
});

test("a link or a code by mail signs in; going back leads to where one was", async () => {
  const email = "by-mail@example.test";
  await all.account(email);
  const page = await all.page();
  await at(page, "/_/sign-in?then=/new");
  await page.getByRole("button", { name: "Send me a link instead" }).click();
  await heading(page, "Sign in without a password");
  await page.goBack();
  await heading(page, "Sign in to Notebook");
  await page.goForward();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await heading(page, "Check your email");
  const { code } = await all.mail(email, /^Sign in/);
  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Continue" }).click();
  await heading(page, "New note");
});

test("a provider signs a user in; where it fails, the page reports it", async () => {
  const page = await all.page();
  await provider.appearIn(page);
  await at(page, "/_/sign-in?then=/new");
  await page.getByRole("button", { name: "Continue with id.example.test" }).click();
  await page.getByRole("link", { name: "Cancel" }).click();
  await heading(page, "You are not signed in");
  await page.getByRole("alert").getByText("The provider did not sign you in.").waitFor();
  await usable(page, "provider refused");
  await page.getByRole("link", { name: "Go to sign in" }).click();
  provider.isAway.value = true;
  await at(page, "/_/sign-in?then=/new");
  await page.getByRole("button", { name: "Continue with id.example.test" }).click();
  // Known already: the provider itself was reached before, so its page comes.
  await page.getByRole("link", { name: "Agree" }).click();
  await heading(page, "You are not signed in");
  provider.isAway.value = false;
  await at(page, "/_/sign-in?then=/new");
  await page.getByRole("button", { name: "Continue with id.example.test" }).click();
  await page.getByRole("link", { name: "Agree" }).click();
  await heading(page, "New note");
  assert.doesNotMatch(page.url(), /code=/);
});

test("an invited user chooses a password; a link signs no user in unnoticed", async () => {
  const invited = await fetch(`${all.product.url}/auth/v1/invite`, {
    method: "POST",
    headers: { authorization: `Bearer ${all.product.serviceKey}`, "content-type": "application/json" },
    body: JSON.stringify({ email: "ines@example.test", data: { name: "Ines" } }),
  });
  assert.equal(invited.status, 200);
  const page = await all.page();
  await page.goto((await all.mail("ines@example.test", /invited/)).link);
  await heading(page, "You have been invited to Notebook");
  await page.getByText("Choose a password for ines@example.test.").waitFor();
  assert.doesNotMatch(page.url(), /access_token/);
  assert.equal(await page.evaluate(() => localStorage.getItem("writ.session")), null);
  await usable(page, "invited");
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
  await heading(page, "Notes");
  const again = await all.page();
  await at(again, "/_/sign-in");
  await again.getByLabel("Email").fill("ines@example.test");
  await again.getByLabel("Password", { exact: true }).fill(password);
  await again.getByRole("button", { name: "Sign in", exact: true }).click();
  await heading(again, "Notes");
});

test("no link leads out of the product, and nothing went wrong in any page", async () => {
  const page = await all.member("then@example.test");
  await at(page, `/_/sign-in?then=${encodeURIComponent("//evil.example")}`);
  await heading(page, "Notes");
  assert.equal(new URL(page.url()).origin, all.product.url);
  assert.deepEqual(all.mistakes, []);
});
