// Only the database can word a refusal that depends on the moment: forms and steps let users try.
import { test } from "node:test";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { stories } from "../../testing/browser.ts";

const { source } = completeDocument(`
## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Crates | \`/\` | list of Crate | signed in | yes |
| Crate | \`/crates/:crate\` | detail of Crate | signed in | |
| New crate | \`/crates/new\` | new Crate | signed in | yes |

### New crate
- Ask: Weight

## 3. Entities and their fields

### Crate
- Shown as: \`"Crate"\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Weight | integer | yes | |
| State | state | | |

## 4. States and transitions

### Crate

| State | Kind |
| --- | --- |
| Here | start |
| Gone | end |

| Transition | From | To | On | Only if | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Send | Here | Gone | button | \`crate.weight > 1\` | TOO_LIGHT |

## 5. Validation rules

| Rule | For | Must hold | Otherwise | At |
| --- | --- | --- | --- | --- |
| Can be lifted | Crate | \`crate.weight <= 5\` | TOO_HEAVY | Weight |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Crate | create, read, Send | yes |
| Crate | update, delete | no |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| TOO_LIGHT | Sending next to nothing | 422 | Not worth the way on {today}. |
| TOO_HEAVY | Nobody can lift it | 422 | Too heavy for {today}. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);

const tell = stories();

test("a message that only the database can word is shown after the attempt, and no other before", async () => {
  const story = await tell(source);
  const page = await story.person("Ida");
  await page.goto(`${story.product.url}/crates/new`);
  const send = page.getByRole("button", { name: "Create" });
  await page.getByLabel("Weight").fill("9");
  await send.click();
  await page.getByText(/^Too heavy for \w+ \d+, \d{4}\.$/).waitFor();
  await page.getByLabel("Weight").fill("1");
  await send.click();
  await page.getByRole("heading", { name: "Crate", level: 1 }).waitFor();
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText(/^Not worth the way on \w+ \d+, \d{4}\.$/).waitFor();
});
