// Charts of a dashboard with no, one, two and many numbers: each says what there is, by day and in the dark.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { usable } from "../../testing/axe.ts";
import { stories } from "../../testing/browser.ts";

const charts = ["line", "bar", "pie"] as const;
const amounts = [0, 1, 2, 40] as const;
const tiles = amounts.flatMap((amount) => [
  ...charts.map(
    (chart) =>
      `| ${chart} of ${amount} | ${chart} | sum of Price | Sale | ${chart === "line" ? "Day per day" : "Place"} | \`sale.amount == ${amount}\` |`,
  ),
  `| average of ${amount} | line | average of Price | Sale | Day per week | \`sale.amount == ${amount}\` |`,
]);

/** So many places that no one would compare all of them. */
const places = 50;
tiles.push("| list of 0 | list | count | Sale | | `sale.amount == 0` |");
for (const chart of ["bar", "pie"])
  for (const measure of ["sum", "average"])
    tiles.push(
      `| ${chart} of every ${measure} | ${chart} | ${measure} of Price | Sale | Place | \`sale.amount == 100\` |`,
    );

const { source } = completeDocument(`# Sales

## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Charts | \`/\` | dashboard | Seller | yes |
| New sale | \`/new\` | new Sale | Seller | |

### Charts
| Tile | Chart | Measure | Of | By | Where |
| --- | --- | --- | --- | --- | --- |
${tiles.join("\n")}

## 3. Entities and their fields

### Sale
| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Day | date | no | |
| Place | text up to 60 | yes | |
| Amount | integer | yes | |
| Price | integer | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Seller | signed in |

| For | May | Seller |
| --- | --- | --- |
| Sale | create, read | yes |
| Sale | update, delete | no |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);

const tell = stories();

test("a chart is readable with no, one, two and many numbers", async () => {
  const shop = await tell(source);
  const page = await shop.person("Sam");
  for (const amount of amounts)
    for (let turn = 0; turn < amount; turn++)
      await shop.product.owner(
        "INSERT INTO sale (day, place, amount, price) VALUES (date '2026-03-01' + $1::integer * 3, $2, $3, $4)",
        [turn, `A place with number ${turn % 9}`, amount, 70 + ((turn * 37) % 50)],
      );
  await shop.product.owner("INSERT INTO sale (place, amount, price) VALUES ('Nowhere', 40, 7)");
  // The place with number n sells for n.
  await shop.product.owner(
    "INSERT INTO sale (place, amount, price) SELECT 'Place ' || n, 100, n FROM generate_series(1, $1::integer) AS n",
    [places],
  );
  await page.goto(shop.product.url);
  const tile = (name: string) => page.getByRole("region", { name, exact: true });
  for (const chart of [...charts, "average", "list"])
    await tile(`${chart} of 0`).getByText("There is nothing here yet.").waitFor();
  // One point in time is a number and its day.
  assert.match(await tile("line of 1").innerText(), /70\s*1 Mar|70\s*Mar 1/);
  assert.equal(await tile("line of 1").locator("svg").count(), 0);
  await tile("bar of 1").getByText("A place with number 0").waitFor();
  await tile("pie of 1").getByText("100 %").waitFor();
  const course = (name: string) => tile(name).locator("polyline").getAttribute("points");
  assert.equal((await course("line of 2"))?.split(" ").length, 4, "days without a sale are days too");
  // What has no day is said, and is no point of the line.
  assert.equal((await course("line of 40"))?.split(" ").length, 39 * 3 + 1);
  assert.match(await tile("line of 40").innerText(), /None: 7/);
  // Nothing has no average: a week without sales would be a fall that never was.
  assert.doesNotMatch((await tile("average of 40").getByRole("img").getAttribute("aria-label")) ?? "", /: 0(?:,|$)/);
  // The largest, and what all others are together where that is a number: 1 + ... + 39, 1 + ... + 41.
  const said = async (name: string) =>
    (await tile(name).locator("dl > div").allInnerTexts()).map((one) => one.split(/\s*\n+\s*/));
  const bars = await said("bar of every sum");
  assert.deepEqual(
    [bars.length, bars[0], bars[10], bars[11]],
    [12, ["Place 50", "50"], ["Place 40", "40"], ["39 more", "780"]],
  );
  const averages = await said("bar of every average");
  assert.deepEqual([averages.length, averages[11]?.filter((word) => word !== "")], [12, ["39 more"]]);
  const slices = await said("pie of every sum");
  assert.deepEqual([slices.length, slices[9]?.[0]], [10, "41 more"]);
  assert.match(slices[9]?.slice(1).join(" ") ?? "", /^861\s+68 %$/);
  assert.equal((await said("pie of every average")).length, places);
  // The table leaves none out.
  await tile("bar of every sum").getByRole("button", { name: "Show as table" }).click();
  await tile("bar of every sum").getByRole("cell", { name: "Place 1", exact: true }).waitFor();
  assert.equal(await tile("bar of every sum").locator("tbody tr").count(), places);
  await usable(page, "charts");
  assert.deepEqual(shop.mistakes, []);
});
