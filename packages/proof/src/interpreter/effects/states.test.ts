// States, transitions and effects: the way that a row takes, and what follows from it.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { textOf } from "../../agreement/texts.ts";
import { errors, everything, settings } from "../../testing/clauses.ts";
import { worldAfter, now, play, refused, shown } from "../../testing/play.ts";
import { findRow, rowsOf, valueOf } from "../world/world.ts";

const shop = `
## 3. Entities and their fields

### Order

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Total | integer | yes | |
| Fast | yes/no | no | no |
| Reason | text up to 10 | auto | |
| Placed at | datetime | auto | |
| Touched | integer | auto | 0 |
| Lines (\`order_lines\`) | list of Line | | |
| State | state | | |

### Line

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Order (\`of_order\`) | belongs to Order | yes | |
| Done | yes/no | auto | no |

### Entry

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Order (\`of_order\`) | belongs to Order | yes | |
| Words | text up to 20 | yes | |

## 4. States and transitions

### Order

| State | Kind |
| --- | --- |
| Express | start if \`order.fast\` |
| New | start |
| Placed | |
| Looked at | |
| Over | end |

| Transition | From | To | On | Only if | Otherwise | Asks for |
| --- | --- | --- | --- | --- | --- | --- |
| Place | New, Express | Placed | button | \`order.total < 100\` | | Reason (required) |
| Place | New, Express | Placed | button | \`size(order.reason) > 2\` | | |
| Place | New, Express | Looked at | button | \`order.total < 500\` | TOO_MUCH | |
| Touch | any but Placed | same | button | | | |
| End | any | Over | button | | | |
| Close | Placed | Over | effect | | | |

### Effects

| For | After | On | If | Do | With |
| --- | --- | --- | --- | --- | --- |
| Order | Place | | | set | \`placed_at = now\` |
| Order | Place | on \`order.order_lines.filter(l, not l.done)\` | | set | \`done = true\` |
| Order | Place | | \`order.order_lines.all(l, l.done)\` | create Entry | \`of_order = order, words = 'placed'\` |
| Order | Touch | | | set | \`touched = order.touched + 1\` |
| Order | change of Touched | | \`order.touched > 1\` | create Entry | \`of_order = order, words = 'touched twice'\` |
| Order | update | | \`old.total != order.total\` | create Entry | \`of_order = order, words = 'edited'\` |
| Order | End | on \`order.order_lines\` | | delete | |
| Order | change of Fast | on \`order.order_lines\` | \`not Line.exists(l, l.done)\` | set | \`done = true\` |
| Line | create | | \`line.of_order.total == 13\` | do Close | on \`line.of_order\` |
| Order | End | | \`me != null\` | mail over | to \`me\` |

## 5. Validation rules

| Rule | For | On | Must hold | Otherwise |
| --- | --- | --- | --- | --- |
| Placed on time | Order | Place | \`order.total != 50\` | FIFTY |
| Few entries | Entry | | \`Entry.filter(e, e.of_order == entry.of_order).size() <= 2\` | MANY |
${everything("Order | create, read, update, delete, Place, Touch, End", "Line | create, read, update, delete", "Entry | read, create, update, delete")}
## 7. The calls it makes

| Mail | For | Subject | Text |
| --- | --- | --- | --- |
| over | Order | Over | It is over. |
${errors("TOO_MUCH", "FIFTY", "MANY")}${settings}`;

describe("states, transitions and effects", () => {
  const product = play(shop);
  const world = product.world({
    order: {
      o: { total: 10 },
      big: { total: 200 },
      huge: { total: 600 },
      fifty: { total: 50 },
      p: { total: 13, state: "placed" },
      n: { total: 13 },
    },
    line: { l: { of_order: "o" } },
  });
  const place = (id: string, reason: string | null = "good") => product.step("order", id, "place", { reason });

  test("the first start whose condition holds", () => {
    const after = worldAfter(world, "ann", product.create("order", { total: 1, fast: true }));
    assert.equal(shown(after, "order", "new", "state"), "express");
    assert.equal(
      shown(worldAfter(world, "ann", product.create("order", { total: 1 })), "order", "new", "state"),
      "new",
    );
  });
  test("states change only through transitions", () => {
    refused(world, "ann", product.update("order", "o", { state: "placed" }), "FORBIDDEN state");
    worldAfter(world, "ann", product.update("order", "o", { state: "new" }));
  });
  test("guards must all hold, alternatives are tried in their order", () => {
    assert.equal(shown(worldAfter(world, "ann", place("o")), "order", "o", "state"), "placed");
    assert.equal(shown(worldAfter(world, "ann", place("o", "x")), "order", "o", "state"), "looked_at");
    assert.equal(shown(worldAfter(world, "ann", place("big")), "order", "big", "state"), "looked_at");
    refused(world, "ann", place("huge"), "TOO_MUCH");
  });
  test("what is asked for is required, and of its type", () => {
    refused(world, "ann", place("o", null), "REQUIRED reason");
    refused(world, "ann", place("o", "long enough now"), "TOO_LONG reason");
    const placed = product.world({ order: { o: { total: 10, reason: "good" } } });
    refused(placed, "ann", place("o", null), "REQUIRED reason");
  });
  test("not from this state, not for nobody, not what is not there", () => {
    refused(worldAfter(world, "ann", place("o")), "ann", place("o"), "CONFLICT");
    refused(worldAfter(world, "ann", place("o")), "ann", product.step("order", "o", "touch"), "CONFLICT");
    refused(world, null, place("o"), "NOT_SIGNED_IN");
    refused(world, "ann", place("gone"), "NOT_FOUND");
  });
  test("rows of On are taken by their ids, each as the one before has left it", () => {
    const lines = product.world({ order: { o: { total: 200 } }, line: { z: { of_order: "o" }, a: { of_order: "o" } } });
    const after = worldAfter(lines, "ann", product.update("order", "o", { fast: true }));
    assert.deepEqual([shown(after, "line", "a", "done"), shown(after, "line", "z", "done")], ["true", "false"]);
  });
  test("any leaves out what is over", () => {
    const over = worldAfter(world, "ann", product.step("order", "o", "end"));
    refused(over, "ann", product.step("order", "o", "end"), "CONFLICT");
  });
  test("effects run in their order, each on what the last has left", () => {
    const after = worldAfter(world, "ann", place("o"));
    assert.equal(shown(after, "order", "o", "placed_at"), String(now));
    assert.equal(shown(after, "line", "l", "done"), "true");
    assert.deepEqual(
      rowsOf(after, "entry").map((row) => textOf(valueOf(row, "words"))),
      ["placed"],
    );
    assert.equal(findRow(worldAfter(world, "ann", product.step("order", "o", "end")), "line", "l"), undefined);
  });
  test("change of a field follows whatever changes it, update only what a user writes", () => {
    const once = worldAfter(world, "ann", product.step("order", "o", "touch"));
    assert.equal(rowsOf(once, "entry").length, 0);
    assert.equal(rowsOf(worldAfter(once, "ann", product.step("order", "o", "touch")), "entry").length, 1);
    assert.equal(rowsOf(worldAfter(world, "ann", product.update("order", "o", { total: 11 })), "entry").length, 1);
    assert.equal(rowsOf(worldAfter(world, "ann", product.update("order", "o", { total: 10 })), "entry").length, 0);
  });
  test("a do that cannot start refuses the whole write", () => {
    refused(world, "ann", product.create("line", { of_order: "n" }), "CONFLICT");
    assert.equal(
      shown(worldAfter(world, "ann", product.create("line", { of_order: "p" })), "order", "p", "state"),
      "over",
    );
  });
  test("rules bind effects; On names a transition", () => {
    refused(world, "ann", place("fifty"), "FIFTY");
    worldAfter(world, "ann", product.update("order", "fifty", { fast: true }));
    let after = worldAfter(world, "ann", product.update("order", "o", { total: 11 }));
    after = worldAfter(after, "ann", product.update("order", "o", { total: 12 }));
    refused(after, "ann", product.update("order", "o", { total: 14 }), "MANY");
  });
  test("mails wait in the outbox", () => {
    const { outbox } = worldAfter(world, "ann", product.step("order", "o", "end"));
    assert.deepEqual(
      outbox.map(({ kind, name, to }) => [kind, name, to]),
      [["mail", "over", ["ann"]]],
    );
  });
});

test("transitions, mails and what a limit counts are found by their words, whatever their identifiers", () => {
  const product = play(`
## 3. Entities and their fields

### Заявка (\`request\`)

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Этап (\`stage\`) | state | | |

## 4. States and transitions

### Заявка

| State | Kind |
| --- | --- |
| Новая (\`new\`) | start |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Взять (\`take\`) | Новая | same | button |

### Effects

| For | After | Do | With |
| --- | --- | --- | --- |
| Заявка | Взять | mail взята | to \`me\` |
${everything("Заявка | create, read, update, delete, Взять")}
## 7. The calls it makes

| Mail | For | Subject | Text |
| --- | --- | --- | --- |
| взята (\`taken\`) | Заявка | Да | Да |
${errors("ENOUGH")}${settings}
| Limit | Value | Counts | Otherwise |
| --- | --- | --- | --- |
| Раз (\`once\`) | 1 per hour per user | Взять | ENOUGH |
`);
  const world = product.world({ request: { a: {} } });
  const after = worldAfter(world, "ann", product.step("request", "a", "take"));
  assert.deepEqual(
    after.outbox.map(({ name, to }) => [name, to]),
    [["taken", ["ann"]]],
  );
  refused(after, "ann", product.step("request", "a", "take"), "ENOUGH");
});

test("an input of a transition is among the choices, also where it is stored already; what is left out stays", () => {
  const product = play(`
## 3. Entities and their fields

### Desk

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Holder | reference to User, among \`User.filter(u, u.name != 'bo')\` | no | |
| End | one of: good, bad, ugly | no | |
| Price | money | no | |
| State | state | | |

## 4. States and transitions

### Desk

| State | Kind |
| --- | --- |
| Free | start |
| Taken | end |

| Transition | From | To | On | Only if | Otherwise | Asks for |
| --- | --- | --- | --- | --- | --- | --- |
| Give | Free | same | button | \`desk.price == null or desk.price > money(1)\` | CHEAP | Holder (required), End (optional; good, bad), Price (optional) |
| Give | Free | same | button | \`desk.end == null or desk.end != 'bad'\` | BAD | |
| Take | Free | Taken | button | | | |
${everything("Desk | create, read, update, delete, Give, Take", "User | read")}${errors("CHEAP", "BAD")}${settings}`);
  const world = product.world({ desk: { a: { holder: "bo", end: "good" } } });
  const give = (values: Parameters<typeof product.step>[3]) => product.step("desk", "a", "give", values);
  refused(world, "ann", give({ holder: "bo" }), "INVALID holder");
  refused(world, "ann", give({ holder: "ann", end: "ugly", price: "1.005" }), "INVALID end", "INVALID price");
  refused(world, "ann", give({ holder: "ann", end: "bad", price: "1.00" }), "CHEAP", "BAD");
  const after = worldAfter(world, "ann", give({ holder: "cara", end: null }));
  assert.deepEqual([shown(after, "desk", "a", "holder"), shown(after, "desk", "a", "end")], ["cara", "good"]);
});
