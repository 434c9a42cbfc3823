// A user's own write comes back by the channel: it is still refetched once, and writes of others are not missed.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { stories } from "../testing/browser.ts";
import { atRest } from "../testing/at-rest.ts";

const source = readFileSync(`${import.meta.dirname}/../../../../examples/help-desk/SPEC.md`, "utf8");
const tell = stories();

/** Resolves when the page has received a message that contains this text. */
const toldOf = async (page: Page, text: string): Promise<unknown> =>
  new Promise((resolve) => {
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => {
        if (String(payload).includes(text)) resolve(undefined);
      }),
    );
  });

test("a user's own write is refetched once, and writes of others at that moment are not missed", async () => {
  const desk = await tell(source);
  const page = await desk.person("Lena", ["lead", "agent"]);
  const [row] = await desk.product.owner(
    `INSERT INTO ticket (subject, body, category, requester)
      SELECT 'Ladder', 'It does not stand, wherever one puts it.', (SELECT id FROM category ORDER BY name LIMIT 1), id FROM auth.users WHERE email = $1
      RETURNING number`,
    ["lena@example.test"],
  );
  const number = String(row?.["number"]);
  const heard = toldOf(page, "Subscribed to PostgreSQL");
  const taken = toldOf(page, '"state":"open"');
  const commented = toldOf(page, "It stands now.");
  await page.goto(`${desk.product.url}/tickets/${number}`);
  await heard;
  // What was missed before the page listened is asked for by then.
  await atRest(page);
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "GET" && request.url().includes("/rest/v1/")) requests.push(request.url());
  });
  const onlyOnce = () => assert.deepEqual([...new Set(requests)].toSorted(), requests.toSorted());
  await page.getByRole("button", { name: "Take", exact: true }).click();
  await page.getByText("Open", { exact: true }).first().waitFor();
  await taken;
  // Longer than what others have changed would wait for its turn.
  await atRest(page, 2500);
  assert.ok(requests.length > 0);
  onlyOnce();
  requests.length = 0;
  await page.getByRole("textbox", { name: "Text" }).fill("It stands now.");
  await page.getByRole("button", { name: "Add Comment" }).click();
  await page.getByText("It stands now.").first().waitFor();
  await commented;
  await atRest(page, 2500);
  assert.ok(requests.some((address) => address.includes("/rest/v1/comment?")));
  onlyOnce();
  // Another user writes the very row right after it.
  await page.getByRole("button", { name: "Solve" }).click();
  await page.getByLabel("Resolution").fill("It is leaned on the wall.");
  const solved = page.waitForResponse((answer) => answer.url().includes("/rpc/ticket_solve"));
  await page.getByRole("button", { name: "Solve" }).last().click();
  await solved;
  await desk.product.owner("UPDATE ticket SET subject = 'Long ladder' WHERE number = $1", [number]);
  await page.getByRole("heading", { name: `${number} Long ladder` }).waitFor();
  // And when all that followed from one's own write has been asked for.
  await atRest(page, 2000);
  await desk.product.owner("UPDATE ticket SET subject = 'Short ladder' WHERE number = $1", [number]);
  await page.getByRole("heading", { name: `${number} Short ladder` }).waitFor();
  assert.deepEqual(desk.mistakes, []);
});
