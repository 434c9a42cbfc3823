// Values in the console look and are typed as in the product: money, dates, moments, shares, durations, ticks and choices.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { usable } from "../../testing/axe.ts";
import { operatedBy } from "../../testing/operator.ts";
import { stories } from "../../testing/browser.ts";

const { source } = completeDocument(`## 3. Entities and their fields

### Trip
- Shown as: \`trip.title\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 40 | yes | |
| Price | money 0 to 5000 | no | |
| Starts | date | no | |
| Leaves | datetime | no | |
| Discount | percent | no | |
| Lasts | duration | no | |
| Booked | yes/no | no | |
| Kind | one of: rail, road | no | |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
| Currency | EUR |
| Time zone | Europe/Berlin |
`);
const tell = stories();

test("values are shown and typed as in the product, and too many decimals are refused in its words", async () => {
  const { desk, page } = await operatedBy(tell, source);
  await desk.product.owner(`INSERT INTO trip (title, price, starts, leaves, discount, lasts, booked, kind)
    VALUES ('Coast', 1234.5, '2031-03-09', '2031-03-09T11:30:00Z', 0.125, 5400000, true, 'rail')`);
  await page.goto(`${desk.product.url}/_/console/rows?entity=trip`);
  const row = page.getByRole("region", { name: "Rows of Trip" }).getByRole("row").nth(1);
  const shown = ["€1,234.50", "Mar 9, 2031", "Mar 9, 2031, 12:30 PM", "12.5 %"];
  for (const text of shown) await row.getByText(text).first().waitFor();
  await row.getByRole("link").first().click();
  for (const text of ["1 hr 30 min", "rail", "Yes"]) await page.getByText(text, { exact: true }).waitFor();
  await usable(page, "console row, formats");
  await page.getByRole("button", { name: "Edit" }).click();
  const price = page.getByRole("textbox", { name: "Price" });
  assert.equal(await price.inputValue(), "1234.50");
  assert.equal(await page.getByLabel("Starts").inputValue(), "2031-03-09");
  assert.equal(await page.getByLabel("Leaves").inputValue(), "2031-03-09T12:30");
  assert.equal(await page.getByLabel("Discount").inputValue(), "12.5");
  assert.equal(await page.getByRole("checkbox", { name: "Booked" }).isChecked(), true);
  assert.equal(await page.getByRole("radio", { name: "rail" }).isChecked(), true);
  await price.fill("12.505");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Enter at most 2 decimal places.").waitFor();
  await usable(page, "console row form, formats");
  await price.fill("12.5");
  await page.getByLabel("Leaves").fill("2031-07-01T08:00");
  await page.getByLabel("Discount").fill("30");
  await page.getByLabel("Lasts").fill("2 h");
  await page.getByRole("radio", { name: "road" }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("€12.50").first().waitFor();
  const [stored] = await desk.product.owner(
    "SELECT price::text, leaves = '2031-07-01T06:00:00Z' AS leaves, discount::text, lasts::text, kind FROM trip",
  );
  assert.deepEqual(stored, { price: "12.50", leaves: true, discount: "0.3", lasts: "7200000", kind: "road" });
  assert.deepEqual(desk.mistakes, []);
});
