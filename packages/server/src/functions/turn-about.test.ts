// Endless loops of one caller: others have their turn, also of the same call and from the same network.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { products } from "../testing/product.ts";
import { createPlaces, type RunCaller } from "./process/places.ts";
import { serveFragment } from "./testing/served.ts";

const loops = (name: string) => `### ${name}
- In: Endless (yes/no)
- Out: Answer (text up to 20)
- Timeout: 10 minutes

\`\`\`ts
if (input.endless) await new Promise(() => undefined);
return { answer: "done" };
\`\`\`
`;
const fragment = `
## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| One | call | yes |
| Two | call | yes |
| Three | call | yes |

## 7. The calls it makes

| Call | Kind | On | Code |
| --- | --- | --- | --- |
| One | function | button | below |
| Two | function | button | below |
| Three | function | button | below |

${["One", "Two", "Three"].map(loops).join("\n")}
`;

const start = products();

test("a user who runs endless loops in every call does not block the calls of others", async () => {
  const product = await serveFragment(start, fragment);
  const ann = await product.person("ann");
  const given = { endless: true };
  let settled = 0;
  const looping = ["one", "two", "three"].flatMap((name) =>
    Array.from({ length: 4 }, async () => product.call(name, given, ann).finally(() => void settled++)),
  );
  const ends = Promise.allSettled(looping);
  for (const person of ["ben", "cleo"]) {
    const token = await product.person(person);
    for (const name of ["one", "two", "three"]) {
      const { status, body } = await product.call(name, { endless: false }, token);
      assert.deepEqual([status, body], [200, { answer: "done" }]);
    }
  }
  assert.equal(settled, 0);
  await product.stop();
  await ends;
});

const claim = (account: string, version = "one", network = "here") => ({
  version,
  caller: { network, account } satisfies RunCaller,
});

test("places go round: of all, of one call, by account and by network", async () => {
  const places = createPlaces({ places: 8, ofVersion: 4, waiting: 40 });
  after(places.end);
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const take = (name: string, of: Parameters<typeof places.take>[0]) => {
    const taken = places.take(of);
    if (taken === undefined) return false;
    void (async () => {
      const end = await taken;
      began.push(name);
      ends.set(name, end);
    })();
    return true;
  };
  const settle = async () => new Promise((resolve) => void setImmediate(resolve));
  for (const number of [1, 2, 3]) take(`ann ${number}`, claim("ann"));
  for (const number of [1, 2]) take(`ben ${number}`, claim("ben"));
  take("cleo", claim("cleo", "one", "there"));
  take("the product", { version: "one", caller: undefined });
  await settle();
  // Two of an account, three of a network, four of a call.
  assert.deepEqual(began, ["ann 1", "ann 2", "ben 1", "cleo"]);
  ends.get("ann 1")?.();
  await settle();
  // Ann's next one stood first in line.
  assert.deepEqual(began.slice(4), ["ann 3"]);
  ends.get("ann 2")?.();
  await settle();
  assert.deepEqual(began.slice(5), ["ben 2"]);
  ends.get("cleo")?.();
  await settle();
  assert.deepEqual(began.slice(6), ["the product"]);
  const more = Array.from({ length: 20 }, (_, number) => take(`dan ${number}`, claim("dan")));
  // A quarter of the line.
  assert.equal(more.filter(Boolean).length, 10);
  await settle();
  assert.deepEqual(began.slice(7), []);
});
