// Rules that look at each other's rows on ways that no row lock follows: two who write at once break neither.
import assert from "node:assert/strict";
import { test } from "node:test";
import { databases } from "../../testing/database.ts";
import { rounds, startRace, tally } from "../../testing/race.ts";
import { completeDocument } from "../../testing/run-cases.ts";

const { open } = databases();

const entities = ["Person", "Guest", "Cart", "Line", "Product", "Castle", "Gate", "Keeper", "Door"];

const document = completeDocument(`## 3. Entities and their fields

### Person

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Busy | yes/no | no | no |
| Friends | several Person | no | |

### Guest

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Busy | yes/no | no | no |
| Partner | reference to Guest | no | |

### Cart

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Placed | yes/no | no | no |
| Lines | list of Line | | |

### Product

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Gone | yes/no | no | no |
| Lines | list of Line | | |

### Line

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Cart | reference to Cart | yes | |
| Product | reference to Product | yes | |

### Castle

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Open | yes/no | no | no |

### Keeper

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Asleep | yes/no | no | no |

### Gate

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Keeper | reference to Keeper | yes | |

### Door

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Castle | reference to Castle | yes | |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| One of friends | Person | \`not person.busy or person.friends.all(f, not f.busy)\` | BUSY |
| One of two | Guest | \`not guest.busy or guest.partner == null or not guest.partner.busy\` | BUSY |
| Nothing gone | Cart | \`not cart.placed or cart.lines.all(l, not l.product.gone)\` | GONE |
| Not placed | Product | \`not product.gone or product.lines.all(l, not l.cart.placed)\` | PLACED |
| Watched | Castle | \`not castle.open or Gate.all(g, not g.keeper.asleep)\` | ASLEEP |
| Watching | Keeper | \`not keeper.asleep or Door.all(d, not d.castle.open)\` | OPEN |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Anybody | signed in |

| For | May | Anybody |
| --- | --- | --- |
${entities.map((entity) => `| ${entity} | create, read, update, delete | yes |`).join("\n")}

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
${["BUSY", "GONE", "PLACED", "ASLEEP", "OPEN"].map((code) => `| ${code} | | 409 | No. |`).join("\n")}
`).source;

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

test("two who look at each other's rows", async (t) => {
  const database = await open(document);
  const { owner } = database;
  const person = await database.account("Ann");
  const race = await startRace(database, 2);
  await owner(`INSERT INTO person (id) VALUES ('${id(1)}'), ('${id(2)}');
    UPDATE person SET friends = ARRAY(SELECT other.id FROM person AS other WHERE other.id <> person.id);
    INSERT INTO guest (id, partner) VALUES ('${id(1)}', '${id(2)}'), ('${id(2)}', '${id(1)}');
    INSERT INTO cart (id) VALUES ('${id(1)}'); INSERT INTO product (id) VALUES ('${id(1)}');
    INSERT INTO line (cart, product) VALUES ('${id(1)}', '${id(1)}');
    INSERT INTO castle (id) VALUES ('${id(1)}'); INSERT INTO keeper (id) VALUES ('${id(1)}');
    INSERT INTO gate (keeper) VALUES ('${id(1)}'); INSERT INTO door (castle) VALUES ('${id(1)}')`);
  const cases = [
    [
      "in a list of many to many",
      "BUSY",
      "BUSY",
      `UPDATE person SET busy = true WHERE id = '${id(1)}'`,
      `UPDATE person SET busy = true WHERE id = '${id(2)}'`,
    ],
    [
      "behind a reference to its own kind",
      "BUSY",
      "BUSY",
      `UPDATE guest SET busy = true WHERE id = '${id(1)}'`,
      `UPDATE guest SET busy = true WHERE id = '${id(2)}'`,
    ],
    ["behind rows of a list", "GONE", "PLACED", "UPDATE cart SET placed = true", "UPDATE product SET gone = true"],
    ["behind any row", "ASLEEP", "OPEN", "UPDATE castle SET open = true", "UPDATE keeper SET asleep = true"],
  ] as const;
  for (const [where, first, second, ...statements] of cases) {
    await t.test(where, async () => {
      for (let round = 0; round < rounds(where.startsWith("behind a reference") ? 2 : 20); round++) {
        await owner(`UPDATE person SET busy = false; UPDATE guest SET busy = false; UPDATE cart SET placed = false; UPDATE product SET gone = false;
          UPDATE castle SET open = false; UPDATE keeper SET asleep = false`);
        const counts = tally(await race.run(statements.map((sql) => ({ person, sql }))));
        assert.equal(counts["done"], 1, JSON.stringify(counts));
        // Two rows that name each other: each is held by its writer, who waits for the other one's. Whoever is ended tries again.
        const told = new Set<string>([first, second, ...(where.startsWith("behind a reference") ? ["40P01"] : [])]);
        const refused = [...told].reduce((sum, code) => sum + (counts[code] ?? 0), 0);
        assert.equal(refused, 1, JSON.stringify(counts));
      }
    });
  }
});
