// A dashboard below a row: its tiles know the row that the address names, and each address has numbers of its own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { usable } from "../../testing/axe.ts";
import { stories } from "../../testing/browser.ts";

const { source } = completeDocument(`# Choirs

## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Choirs | \`/\` | list of Choir | Conductor | yes |
| Choir | \`/choirs/:choir\` | dashboard | Conductor | |

### Choirs
- Opens: Choir

### Choir
| Tile | Chart | Measure | Of | By | Where |
| --- | --- | --- | --- | --- | --- |
| Singers | number | count | Singer | | \`singer.choir == route.choir\` |
| Voices | bar | count | Singer | Voice | \`singer.choir == route.choir\` |
| Regulars | number | count | Singer | | \`singer.choir == route.choir and singer.evenings.size() >= route.choir.regular_from\` |
| All | number | count | Singer | | |
| Practised | number | sum of Practice | Singer | | \`singer.choir == route.choir\` |

## 3. Entities and their fields

### Choir
- Shown as: \`choir.name\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 60 | yes | |
| Regular from | integer 0 to 100 | yes | 2 |

### Singer
- Shown as: \`singer.name\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 60 | yes | |
| Choir | reference to Choir | yes | |
| Voice | one of: soprano, alto | yes | |
| Practice | duration | no | |
| Evenings | list of Evening | | |

### Evening
| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Singer | belongs to Singer | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Conductor | signed in |

| For | May | Conductor |
| --- | --- | --- |
| Choir | read, update | yes |
| Choir | create, delete | no |
| Singer | read | yes |
| Singer | create, update, delete | no |
| Evening | read | yes |
| Evening | create, update, delete | no |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);

const tell = stories();

test("tiles of a dashboard count what belongs to the row in the address", async () => {
  const story = await tell(source);
  const page = await story.person("Kim");
  const { owner } = story.product;
  await owner("INSERT INTO choir (name) VALUES ('Larks'), ('Owls')");
  await owner(`INSERT INTO singer (name, choir, voice)
    SELECT 'Singer ' || n, choir.id, CASE WHEN n = 1 THEN 'alto' ELSE 'soprano' END
    FROM choir, generate_series(1, CASE choir.name WHEN 'Larks' THEN 3 ELSE 2 END) AS n`);
  await owner(`INSERT INTO evening (singer) SELECT singer.id FROM singer JOIN choir ON choir.id = singer.choir, generate_series(1, 2)
    WHERE singer.name = 'Singer 1' AND choir.name = 'Larks'`);
  const tile = (name: string) => page.getByRole("region", { name, exact: true });
  const says = async (name: string, number: string) => tile(name).getByText(number, { exact: true }).first().waitFor();
  await page.reload();
  await page.getByRole("link", { name: "Larks" }).click();
  await page.getByRole("heading", { name: "Choir", level: 1 }).waitFor();
  await says("Singers", "3");
  await says("Regulars", "1");
  await says("All", "5");
  await owner("UPDATE singer SET practice = 3000000");
  await says("Practised", "2 hrs 30 mins");
  assert.match(await tile("Voices").innerText(), /soprano\s+2\s+alto\s+1/);
  // What the row in the address says counts as it is now.
  await owner("UPDATE choir SET regular_from = 0");
  await says("Regulars", "3");
  await page.goBack();
  await page.getByRole("link", { name: "Owls" }).click();
  await says("Singers", "2");
  await says("Regulars", "2");
  await says("All", "5");
  await usable(page, "dashboard of a row");
  assert.deepEqual(story.mistakes, []);
});
