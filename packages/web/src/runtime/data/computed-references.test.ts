// Lists that show what computed references name, and leave out by what stands behind a person: as real people over the wire.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createClient } from "@supabase/supabase-js";
import { compile } from "@writ/language";
import { productModule, type Application } from "@writ/language/product";
import { runtime, type Runtime } from "@writ/language/runtime";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { products, type TestProduct } from "../../../../server/src/testing/product.ts";
import { listQuery } from "../screens/list/list-query.ts";
import type { Product } from "../product/product.tsx";
import { readPage } from "./rows.ts";

const { source } = completeDocument(`# Fleet

## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Bookings | \`/\` | list of Booking | Driver | yes |
| Under me | \`/under-me\` | list of Booking | Driver | yes |
| Of the office | \`/office\` | list of Booking | Driver | yes |
| On the van | \`/van\` | list of Booking | Driver | yes |

### Bookings
- Show: Title, Vehicle, Now, Now.Seats, Boss

### Under me
- Where: \`booking.employee.department != null and booking.employee.department.head == me\`

### Of the office
- Where: \`booking.employee.department != null and booking.employee.department.name == 'Office' and booking.employee.name != 'Nobody'\`

### On the van
- Where: \`booking.now.name == 'Van'\`

## 3. Entities and their fields

### User

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Department | reference to Department | no | |

### Department

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 60 | yes | |
| Head | reference to User | no | |

### Vehicle
- Shown as: \`vehicle.name\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 60 | yes | |
| Seats | integer | yes | 4 |
| Stand in | reference to Vehicle | no | |

### Booking
- Shown as: \`booking.title\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 60 | yes | |
| Vehicle | reference to Vehicle | yes | |
| Employee | reference to User | yes | |
| Now | computed reference to Vehicle \`booking.vehicle.stand_in == null ? booking.vehicle : booking.vehicle.stand_in\` | | |
| Boss | computed reference to User \`booking.employee.department == null ? null : booking.employee.department.head\` | | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Driver | signed in |

| For | May | Driver |
| --- | --- | --- |
| Department | create, read, update, delete | yes |
| Vehicle | create, read, update, delete | yes |
| Booking | create, read, update, delete | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);

const startProduct = products();
let fleet: TestProduct;
let application: Application;
let kim: Product;

before(async () => {
  fleet = await startProduct(source);
  const module = `data:text/javascript;base64,${Buffer.from(productModule(compile(source))).toString("base64")}`;
  application = ((await import(module)) as { describe: (given: Runtime) => Application }).describe(runtime);
  kim = await productFor(await fleet.person("Kim"));
  await fleet.person("Rob");
  await fleet.owner(
    "INSERT INTO department (name, head) SELECT d.name, u.id FROM (VALUES ('Office', 'Kim'), ('Yard', 'Rob')) AS d (name, head) JOIN public.user AS u ON u.name = d.head",
  );
  await fleet.owner(
    "UPDATE public.user SET department = d.id FROM department AS d WHERE d.name = CASE public.user.name WHEN 'Rob' THEN 'Office' ELSE 'Yard' END",
  );
  await fleet.owner("INSERT INTO vehicle (name, seats) VALUES ('Van', 9)");
  await fleet.owner("INSERT INTO vehicle (name, stand_in) SELECT 'Car', id FROM vehicle");
  await fleet.owner(
    "INSERT INTO booking (title, vehicle, employee) SELECT lower(v.name), v.id, u.id FROM vehicle AS v JOIN public.user AS u ON u.name = CASE v.name WHEN 'Van' THEN 'Kim' ELSE 'Rob' END",
  );
});

async function productFor(token: string): Promise<Product> {
  const backend = createClient(fleet.url, fleet.anonKey, {
    accessToken: async () => token,
    auth: { persistSession: false },
  });
  return { application, backend, person: undefined, roles: [], timeZone: "UTC" } as unknown as Product;
}

async function shown(screen: string, who = kim) {
  const match = application.screens.find(({ id }) => id === screen);
  assert.ok(match);
  return (await readPage(listQuery(match, {}, {}, who), undefined, who)).rows;
}

const titles = async (screen: string) => (await shown(screen)).map(({ title }) => String(title)).toSorted();

test("a computed reference beside a reference shows what it names", async () => {
  const rows = (await shown("bookings")).toSorted((a, b) => String(a["title"]).localeCompare(String(b["title"])));
  const said = JSON.stringify(rows);
  assert.equal(rows.length, 2, said);
  assert.deepEqual(
    rows.map((row) => JSON.stringify(row).includes("Van")),
    [true, true],
    said,
  );
  assert.deepEqual(
    rows.map((row) => [JSON.stringify(row).includes("Kim"), JSON.stringify(row).includes("Rob")]),
    [
      [true, false],
      [false, true],
    ],
    said,
  );
});

test("a Where steps through a computed reference", async () => {
  assert.deepEqual(await titles("on_the_van"), ["car", "van"]);
});

test("a Where steps from a person on", async () => {
  const [person] = await fleet.owner("SELECT id FROM public.user WHERE name = 'Kim'");
  const me = { ...kim, person: { id: person?.["id"] } } as unknown as Product;
  assert.deepEqual(
    (await shown("under_me", me)).map(({ title }) => title),
    ["car"],
  );
  assert.deepEqual(await titles("of_the_office"), ["car"]);
});
