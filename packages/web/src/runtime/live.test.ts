// What others change is on the screen as it happens: by a channel, few requests, and never over what a user is typing.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { stories, type Story } from "../testing/browser.ts";
import { atRest } from "../testing/at-rest.ts";
import { eventually, pause } from "../../../language/src/testing/eventually.ts";

const example = (name: string) => readFileSync(`${import.meta.dirname}/../../../../examples/${name}/SPEC.md`, "utf8");
const tell = stories();
let desk: Story;
let lead: Page;

/** While a channel is open the clock asks every minute only: what is there sooner came by the channel. */
type Hearing = { readonly opened: () => number; readonly until: (count: number) => Promise<unknown> };

function hearing(page: Page): Hearing {
  let count = 0;
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      if (String(payload).includes("Subscribed to PostgreSQL")) count++;
    }),
  );
  return {
    opened: () => count,
    until: async (wanted) =>
      eventually(
        () => count >= wanted,
        () => `the page has opened ${count} channels, and not ${wanted}`,
      ),
  };
}

/** Addresses below the data API that were asked for, from now on. */
function asked(page: Page): string[] {
  const addresses: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/rest/v1/")) addresses.push(new URL(request.url()).pathname.slice("/rest/v1/".length));
  });
  return addresses;
}

const write = async (subject: string, of = "lena@example.test"): Promise<string> => {
  const [row] = await desk.product.owner(
    `INSERT INTO ticket (subject, body, category, requester)
      SELECT $1, 'It does not work any more at all.', (SELECT id FROM category ORDER BY name LIMIT 1), id FROM auth.users WHERE email = $2
      RETURNING number`,
    [subject, of],
  );
  return String(row?.["number"]);
};

/** A screen that listens, and everything on it is there. */
const listening = async (path: string): Promise<Page> => {
  const page = await lead.context().newPage();
  const heard = hearing(page);
  await page.goto(`${desk.product.url}${path}`);
  await heard.until(1);
  await atRest(page);
  return page;
};

before(async () => {
  desk = await tell(example("help-desk"));
  lead = await desk.person("Lena", ["lead", "agent"]);
  await write("Printer");
});

test("lists, boards, calendars and dashboards show what others write", async () => {
  const [list, board, calendar, dashboard] = [
    await listening("/tickets"),
    await listening("/queue"),
    await listening("/deadlines"),
    await listening("/overview"),
  ];
  const waitingForUs = dashboard.getByRole("region", { name: "Waiting for us" });
  await waitingForUs.getByText("1", { exact: true }).waitFor();
  await write("Telephone");
  await list.getByText("Telephone").first().waitFor();
  await board.getByText("Telephone").first().waitFor();
  await calendar.getByText("Telephone").first().waitFor();
  await waitingForUs.getByText("2", { exact: true }).waitFor();
  await desk.product.owner("DELETE FROM ticket WHERE subject = 'Telephone'");
  await list.getByText("Telephone").first().waitFor({ state: "detached" });
  await waitingForUs.getByText("1", { exact: true }).waitFor();
  // What a row is called by on a screen of others is on that screen as well.
  await desk.product.owner("UPDATE category SET name = 'Logins' WHERE name = 'Accounts'");
  await dashboard.getByText("Logins").first().waitFor();
  for (const page of [list, board, calendar, dashboard]) await page.close();
});

test("a row as a whole: its fields, what belongs to it, what happened to it, and that it is gone", async () => {
  const number = await write("Window");
  const page = await listening(`/tickets/${number}`);
  const other = await write("Door");
  const requests = asked(page);
  // What happens to others is nothing for this page.
  await desk.product.owner("UPDATE ticket SET priority = 'high' WHERE number = $1", [other]);
  await atRest(page, 600);
  assert.deepEqual(requests, []);
  await desk.product.owner("UPDATE ticket SET subject = 'Large window' WHERE number = $1", [number]);
  await page.getByRole("heading", { name: `${number} Large window` }).waitFor();
  const history = page.getByRole("region", { name: "History" });
  await history.getByText("Large window").first().waitFor();
  // Rows that it referred to, and refers to now, are called by their names there.
  await desk.product.owner(
    "UPDATE ticket SET category = (SELECT id FROM category WHERE name = 'Logins') WHERE number = $1",
    [number],
  );
  await history.getByText("Logins").first().waitFor();
  const told = (await history.textContent()) ?? "";
  assert.match(told, /Hardware.*Logins/);
  assert.doesNotMatch(told, /[0-9a-f]{8}-[0-9a-f]{4}-/);
  await desk.product.owner(
    "INSERT INTO comment (ticket, author, text) SELECT id, requester, 'It is open now.' FROM ticket WHERE number = $1",
    [number],
  );
  await page.getByText("It is open now.").waitFor();
  await desk.product.owner("DELETE FROM ticket WHERE number IN ($1, $2)", [number, other]);
  await page.getByText("Page not found").waitFor();
  await page.close();
});

test("a board shows rows that others write while its code still loads", async () => {
  const context = await lead
    .context()
    .browser()
    ?.newContext({ storageState: await lead.context().storageState() });
  const page = await context?.newPage();
  assert.ok(page);
  // Its code is loaded when it is opened, and not before.
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
  const heard = hearing(page);
  await page.goto(`${desk.product.url}/tickets`);
  await heard.until(1);
  await atRest(page);
  const isWritten = Promise.withResolvers<void>();
  await page.route("**/_/app/board-*.js", async (route) => {
    await isWritten.promise;
    return route.continue();
  });
  const rows = page.waitForResponse("**/rest/v1/ticket?*");
  await page.getByRole("link", { name: "Queue" }).first().click();
  await (await rows).finished();
  await write("Scanner");
  await pause(700, "the page is told of it while its screen is loaded");
  isWritten.resolve();
  await page.locator("[data-card]").first().waitFor();
  await page.locator("[data-card]").getByText("Scanner").waitFor();
  await desk.product.owner("DELETE FROM ticket WHERE subject = 'Scanner'");
  await context?.close();
});

test("a row that a user may no longer read disappears from their screen", async () => {
  const nora = await desk.person("Nora");
  await write("Lamp", "nora@example.test");
  await nora.getByText("Lamp").first().waitFor();
  const heard = hearing(nora);
  await nora.reload();
  await heard.until(1);
  await atRest(nora);
  await nora.getByText("Lamp").first().waitFor();
  await desk.product.owner(
    "UPDATE ticket SET requester = (SELECT id FROM auth.users WHERE email = 'lena@example.test') WHERE subject = 'Lamp'",
  );
  await nora.getByText("You have not written a ticket yet.").waitFor();
  await desk.product.owner("DELETE FROM ticket WHERE subject = 'Lamp'");
  await nora.context().close();
});

test("a storm of changes makes a few requests, and its end is seen", async () => {
  const page = await listening("/tickets");
  const requests = asked(page);
  // By the clock: a page asks once a second at most, however long all of it takes.
  const began = Date.now();
  for (let turn = 1; turn <= 150; turn++)
    await desk.product.owner("UPDATE ticket SET subject = $1 WHERE subject ~ '^Printer'", [`Printer ${turn}`]);
  await page.getByText("Printer 150").first().waitFor();
  const seconds = (Date.now() - began) / 1000;
  const lists = requests.filter((name) => name === "ticket");
  assert.ok(lists.length >= 1 && lists.length <= seconds + 2, `${lists.length} requests in ${seconds} seconds`);
  await desk.product.owner("UPDATE ticket SET subject = 'Printer' WHERE subject ~ '^Printer'");
  await page.close();
});

test("typed text stays, whatever others do to the row and its related rows", async () => {
  const number = await write("Chair");
  const page = await listening(`/tickets/${number}`);
  const comment = page.getByRole("textbox", { name: "Text" });
  await comment.fill("I am just writi");
  await desk.product.owner(
    "INSERT INTO comment (ticket, author, text) SELECT id, requester, 'Somebody was faster.' FROM ticket WHERE number = $1",
    [number],
  );
  await desk.product.owner("UPDATE ticket SET subject = 'Broken chair' WHERE number = $1", [number]);
  await page.getByText("Somebody was faster.").waitFor();
  await page.getByRole("heading", { name: `${number} Broken chair` }).waitFor();
  await comment.pressSequentially("ng");
  assert.equal(await comment.inputValue(), "I am just writing");
  // A form for the row itself: nothing of it moves, and the user who sends last gets the conflict.
  const [category] = await desk.product.owner("SELECT id FROM category WHERE name = 'Logins'");
  await page.goto(`${desk.product.url}/categories/${String(category?.["id"])}`);
  const name = page.getByLabel("Name");
  await name.fill("Logins and pass");
  await desk.product.owner("UPDATE category SET name = 'Accounts' WHERE name = 'Logins'");
  await atRest(page);
  assert.equal(await name.inputValue(), "Logins and pass");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "This has changed since you opened it" }).waitFor();
  page.on("dialog", (dialog) => void dialog.accept());
  await page.close();
});

test("after a time without a line everything is asked for, and hardly twice", async () => {
  const page = await lead.context().newPage();
  const heard = hearing(page);
  await page.goto(`${desk.product.url}/tickets`);
  await heard.until(1);
  await atRest(page);
  await page.context().setOffline(true);
  await page
    .getByRole("status")
    .getByText(/connection|network|line/i)
    .first()
    .waitFor();
  await write("Cable");
  const requests = asked(page);
  await page.context().setOffline(false);
  await page.getByText("Cable").first().waitFor();
  await heard.until(2);
  await atRest(page, 2500);
  // Where the socket takes longer than two seconds, once before it is there.
  const lists = requests.filter((name) => name === "ticket").length;
  assert.ok(lists === 1 || lists === 2, requests.join());
  // And it hears again.
  await write("Plug");
  await page.getByText("Plug").first().waitFor();
  await page.close();
});

test("changes missed while disconnected are fetched", async () => {
  const page = await lead.context().newPage();
  const heard = hearing(page);
  await page.goto(`${desk.product.url}/tickets`);
  await heard.until(1);
  await atRest(page);
  await desk.product.owner(
    "SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots WHERE slot_name LIKE 'writ_live_%'",
  );
  await write("Shelf");
  await heard.until(2);
  await page.getByText("Shelf").first().waitFor();
  await page.close();
});

test("without a socket, a clock refetches", async () => {
  const page = await lead.context().newPage();
  await page.routeWebSocket(/\/realtime\/v1\//, (socket) => void socket.close());
  await page.goto(`${desk.product.url}/tickets`);
  await page.getByText("Printer").first().waitFor();
  await write("Mouse");
  await page.getByText("Mouse").first().waitFor();
  await page.close();
});

test("after signing out a page gets no more changes, and the next user gets their own", async () => {
  const otto = await desk.person("Otto");
  const heard = hearing(otto);
  await otto.reload();
  await heard.until(1);
  const number = await write("Otto's lamp", "otto@example.test");
  await otto.getByRole("link", { name: number }).waitFor();
  await otto.evaluate(() => {
    for (const key of Object.keys(localStorage)) localStorage.removeItem(key);
  });
  await otto.goto(`${desk.product.url}/_/sign-up`);
  await otto.getByLabel("Name").fill("Paula");
  await otto.getByLabel("Email").fill("paula@example.test");
  await otto.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await otto.getByRole("button", { name: "Create an account" }).click();
  await heard.until(2);
  await otto.getByText("You have not written a ticket yet.").waitFor();
  await atRest(otto);
  await write("Otto's chair", "otto@example.test");
  const second = await write("Paula's desk", "paula@example.test");
  await otto.getByRole("link", { name: second }).waitFor();
  assert.equal(await otto.getByText(number).count(), 0);
  await otto.context().close();
});

test("nothing went wrong in any page, and nothing was against the pages' policy", () => {
  assert.deepEqual(desk.mistakes, []);
});
