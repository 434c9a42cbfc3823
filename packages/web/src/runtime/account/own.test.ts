// One's own account in a browser: profile, language, clock, address, password, second factor, devices, data, leaving.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { usable } from "../../testing/axe.ts";
import { stories, type Story } from "../../testing/browser.ts";
import { club as source } from "../../testing/club.ts";

const tell = stories();
const password = "correct horse battery";
const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
let club: Story;

before(async () => {
  club = await tell(source, { development: true });
});

const at = async (page: Page, path: string) => page.goto(`${club.product.url}${path}`);
const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("a profile asks what the document lets people say of themselves, and nothing else", async () => {
  const page = await club.person("Ann");
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Your account" }).click();
  await page.getByRole("heading", { name: "Your account" }).waitFor();
  const profile = part(page, "Profile");
  await profile.getByLabel("Phone").waitFor();
  assert.equal(await profile.getByText("Level").count(), 0);
  assert.equal(await profile.getByLabel("Name").getAttribute("autocomplete"), "name");
  await usable(page, "profile");
  await profile.getByLabel("Name").fill("");
  await profile.getByRole("button", { name: "Save" }).click();
  await profile.getByText("Please fill this in.").waitFor();
  await profile.getByLabel("Name").fill("Ann Moreau");
  await profile.getByLabel("Phone").fill("+33 1 23 45 67 89");
  await profile.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  await page.getByRole("button", { name: "Account: Ann Moreau" }).waitFor();
  const rows = await club.product.owner(
    `SELECT name, level FROM public."user" WHERE email IS NOT NULL OR name = 'Ann Moreau'`,
  );
  assert.deepEqual(rows, [{ name: "Ann Moreau", level: "beginner" }]);
});

test("a user whose language cannot be loaded reads the default words", async () => {
  const page = await club.page({ locale: "fr-FR" });
  await page.route("**/_/app/french-*", async (route) => route.abort());
  await at(page, "/_/sign-in");
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
});

test("language and clock are the person's, on every device; refusals follow", async () => {
  const page = await club.person("Fleur");
  await club.product.owner("INSERT INTO game (title, played_at) VALUES ('Final', '2026-07-01T10:00:00Z')");
  await at(page, "/_/account");
  await part(page, "Language and time zone").getByLabel("Time zone").fill("Tokyo");
  await page.getByRole("option", { name: "Asia/Tokyo" }).click();
  await page.getByText("Saved.").first().waitFor();
  await part(page, "Language and time zone").getByLabel("Language").selectOption("fr");
  await page.getByRole("heading", { name: "Votre compte" }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), "fr");
  await usable(page, "profile in French");
  // Another browser, which asks for English.
  const other = await club.page({ locale: "en-GB" });
  await at(other, "/_/sign-in");
  await other.getByRole("heading", { name: "Sign in to Club" }).waitFor();
  await other.getByLabel("Email").fill("fleur@example.test");
  await other.getByLabel("Password", { exact: true }).fill(password);
  await other.getByRole("button", { name: "Sign in", exact: true }).click();
  await other.getByRole("heading", { name: "Parties" }).waitFor();
  // Ten o'clock in Greenwich is seven in the evening in Tokyo.
  await other.getByText(/19:00/).first().waitFor();
  const token = await other.evaluate(() =>
    String(JSON.parse(localStorage.getItem("writ.session") ?? "{}").access_token),
  );
  const refused = await fetch(`${club.product.url}/rest/v1/game`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", "accept-language": "en" },
    body: JSON.stringify({ played_at: "2026-07-01T10:00:00Z" }),
  });
  assert.match(await refused.text(), /Nécessaire\./);
});

test("an address changes when both mailboxes have agreed, and not before", async () => {
  const page = await club.page();
  await at(page, "/_/sign-up");
  await page.getByLabel("Name").fill("Otto");
  await page.getByLabel("Email").fill("otto@example.test");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create an account" }).click();
  await page.getByRole("heading", { name: "Games" }).waitFor();
  await page.goto((await club.mail("otto@example.test")).link);
  await page.getByRole("heading", { name: "Games" }).waitFor();
  await at(page, "/_/account");
  const address = part(page, "Email address");
  // With keys alone: what is opened has the focus, and what opened it has it back.
  await address.getByRole("button", { name: "Change address" }).press("Enter");
  await address.locator("input[name=email]:focus").waitFor();
  await address.getByRole("button", { name: "Cancel" }).press("Enter");
  await address.locator("button:focus", { hasText: "Change address" }).press("Enter");
  await address.getByLabel("New address").fill("otto@new.test");
  await address.getByRole("button", { name: "Change address" }).click();
  await address.getByText("Changing to otto@new.test").waitFor();
  await usable(page, "address is changing");
  await page.goto((await club.mail("otto@new.test")).link);
  await page.getByRole("heading", { name: "One of two addresses confirmed" }).waitFor();
  await usable(page, "one of two");
  const kept = async () => club.product.owner("SELECT email FROM auth.users WHERE email LIKE 'otto%'");
  assert.deepEqual(await kept(), [{ email: "otto@example.test" }]);
  await page.goto((await club.mail("otto@example.test", /the change/)).link);
  await page.getByRole("heading", { name: "Your account" }).waitFor();
  await part(page, "Email address").getByText("otto@new.test").waitFor();
  assert.deepEqual(await kept(), [{ email: "otto@new.test" }]);
});

test("a password changes; after long it takes a code from the mailbox", async () => {
  const page = await club.person("Paul");
  await fetch(`${club.product.url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": firefox },
    body: JSON.stringify({ email: "paul@example.test", password }),
  });
  await club.product.owner("UPDATE auth.users SET email_confirmed_at = now() WHERE email = 'paul@example.test'");
  await club.product.owner(
    "UPDATE auth.sessions SET created_at = now() - interval '2 days' WHERE user_id = (SELECT id FROM auth.users WHERE email = 'paul@example.test')",
  );
  await at(page, "/_/account/security");
  await part(page, "Devices").getByText("Firefox on Windows").waitFor();
  const change = part(page, "Password");
  await change.getByRole("button", { name: "Change password" }).click();
  await change.getByLabel("New password").fill("a better horse battery");
  await change.getByRole("button", { name: "Save password" }).click();
  await change.getByText("You signed in a while ago.").waitFor();
  await usable(page, "password by code");
  const { code } = await club.mail("paul@example.test", /confirmation code/);
  await change.getByLabel("Code").fill(code);
  await change.getByRole("button", { name: "Save password" }).click();
  await page.getByText("Your password has been changed.").waitFor();
  await part(page, "Devices").getByText("Firefox on Windows").waitFor({ state: "detached" });
  const { status } = await fetch(`${club.product.url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "paul@example.test", password: "a better horse battery" }),
  });
  assert.equal(status, 200);
});

test("a second factor is set up, asked for at every sign-in, and removed; without it no row is read", async () => {
  const page = await club.person("Tom");
  await at(page, "/_/account/security");
  const factor = part(page, "Two-factor authentication");
  await factor.getByRole("button", { name: "Set up an app" }).click();
  await page.keyboard.type("my phone");
  await page.keyboard.press("Enter");
  const picture = factor.getByRole("img", { name: "A QR code for the app" });
  await picture.waitFor();
  assert.ok(await picture.evaluate((one) => (one as HTMLImageElement).naturalWidth > 0), "the picture can be drawn");
  await usable(page, "second factor");
  const secret = (await factor.getByText(/^(?:[A-Z2-7]{4} ?){8}$/).textContent())?.replaceAll(" ", "") ?? "";
  const codeOf = (shift = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + shift * 30_000 });
  const wrong = codeOf() === "000000" ? "000001" : "000000";
  await page.keyboard.type(wrong);
  await page.keyboard.press("Enter");
  await factor.getByText("This code is incorrect or has expired.").waitFor();
  await factor.getByLabel("Code").fill(codeOf());
  await factor.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("Two-factor authentication is on.").waitFor();
  await factor.getByText("my phone").waitFor();

  const other = await club.page();
  await at(other, "/_/sign-in?then=/new");
  await other.getByLabel("Email").fill("tom@example.test");
  await other.getByLabel("Password", { exact: true }).fill(password);
  await other.getByRole("button", { name: "Sign in", exact: true }).click();
  await other.getByRole("heading", { name: "Two-factor authentication" }).waitFor();
  await usable(other, "second step");
  // No way around it, neither by an address nor with the token that there is.
  for (const path of ["/", "/rules", "/_/account", "/_/new-password"]) {
    await at(other, path);
    await other.getByRole("heading", { name: "Two-factor authentication" }).waitFor();
  }
  // A screen that everybody may open is where one goes on, with all that its address says.
  await at(other, "/rules?from=mail");
  await other.getByRole("heading", { name: "Two-factor authentication" }).waitFor();
  const token = await other.evaluate(() =>
    String(JSON.parse(localStorage.getItem("writ.session") ?? "{}").access_token),
  );
  const { status } = await fetch(`${club.product.url}/rest/v1/game`, { headers: { authorization: `Bearer ${token}` } });
  assert.equal(status, 401);
  assert.equal(await other.getByLabel("Code").getAttribute("autocomplete"), "one-time-code");
  // The next one: a code that was shown is good for nothing more.
  await other.getByLabel("Code").fill(codeOf(1));
  await other.keyboard.press("Enter");
  await other.getByRole("heading", { name: "Rules" }).waitFor();
  assert.equal(new URL(other.url()).search, "?from=mail");

  // A link from a mail is no second factor, also where one was shown before.
  await other.goto((await club.mail("tom@example.test")).link);
  await other.getByRole("button", { name: "Continue as tom@example.test" }).click();
  await other.getByRole("heading", { name: "Two-factor authentication" }).waitFor();

  await factor.getByRole("button", { name: "Remove my phone" }).click();
  await page.getByText("The app has been removed.").waitFor();
  await factor.getByText("my phone").waitFor({ state: "detached" });
  await factor.locator("h2:focus").waitFor();
});

test("devices are listed and signed out, each alone or all others", async () => {
  const page = await club.person("Dora");
  const sign = async (agent: string) => {
    const other = await club.page({ userAgent: agent });
    await at(other, "/_/sign-in");
    await other.getByLabel("Email").fill("dora@example.test");
    await other.getByLabel("Password", { exact: true }).fill(password);
    await other.getByRole("button", { name: "Sign in", exact: true }).click();
    await other.getByRole("heading", { name: "Games" }).waitFor();
    return other;
  };
  const iphone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1";
  const phone = await sign(iphone);
  await sign(firefox);
  await at(page, "/_/account/security");
  const devices = part(page, "Devices");
  await devices.getByText("this device").waitFor();
  await usable(page, "security");
  await devices.getByRole("button", { name: "Sign out Safari on iPhone" }).click();
  await devices.getByText("Safari on iPhone").waitFor({ state: "detached" });
  // There it is over at once, and says why, and how one goes on.
  await phone.reload();
  await phone.getByRole("heading", { name: "Sign in to Club" }).waitFor();
  await phone.getByText("Your session has expired or was ended from another device.").waitFor();
  await usable(phone, "signing in again");
  await phone.getByLabel("Email").fill("dora@example.test");
  await phone.getByLabel("Password", { exact: true }).fill(password);
  await phone.getByRole("button", { name: "Sign in", exact: true }).click();
  await phone.getByRole("heading", { name: "Games" }).waitFor();
  // A user who signs out by themselves gets no message.
  await phone.getByRole("button", { name: "Dora" }).first().click();
  await phone.getByRole("menuitem", { name: "Sign out" }).click();
  await phone.getByRole("heading", { name: "Sign in to Club" }).waitFor();
  assert.equal(await phone.getByText("Your session has expired").count(), 0);
  assert.equal(await phone.getByText("You have been signed out.").count(), 0);
  await devices.getByRole("button", { name: "Sign out all other devices" }).click();
  await devices.getByText("Firefox on Windows").waitFor({ state: "detached" });
  const [{ count } = {}] = await club.product.owner(
    "SELECT count(*)::integer AS count FROM auth.sessions s JOIN auth.users u ON u.id = s.user_id WHERE u.email = 'dora@example.test'",
  );
  assert.equal(count, 1);
});

test("a user downloads their data, and deletes their account by confirming it", async () => {
  const page = await club.person("Leo");
  await at(page, "/_/account/data");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download as JSON" }).click(),
  ]);
  assert.equal(download.suggestedFilename(), "my-data.json");
  const taken = JSON.parse(readFileSync(await download.path(), "utf8"));
  assert.equal(taken.account.email, "leo@example.test");
  await usable(page, "data of one's own");
  await page.getByRole("button", { name: "Delete account" }).click();
  await usable(page, "leaving");
  const leaving = page.getByRole("form", { name: "Delete account" });
  await leaving.getByLabel("Password", { exact: true }).fill(password);
  await leaving.getByRole("button", { name: "Delete my account" }).and(page.locator("[aria-disabled=true]")).waitFor();
  await leaving.getByLabel("Type leo@example.test to confirm").fill("leo@example.test");
  await usable(page, "leaving for certain");
  await leaving.getByLabel("Password", { exact: true }).fill("not the password");
  await leaving.getByRole("button", { name: "Delete my account" }).click();
  await leaving.getByText("Incorrect password.").waitFor();
  await leaving.getByLabel("Password", { exact: true }).fill(password);
  await leaving.getByRole("button", { name: "Delete my account" }).click();
  await page.getByRole("heading", { name: "Sign in to Club" }).waitFor();
  assert.deepEqual(await club.product.owner("SELECT FROM auth.users WHERE email = 'leo@example.test'"), []);
});

test("nothing went wrong in any page", () => {
  assert.deepEqual(club.mistakes, []);
});
