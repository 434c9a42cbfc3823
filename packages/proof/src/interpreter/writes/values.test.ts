// What may be given to fields: types, options, defaults, numbers, references, and what a deletion takes with it.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { everything, settings } from "../../testing/clauses.ts";
import { worldAfter, play, refused, shown } from "../../testing/play.ts";
import { findRow } from "../world/world.ts";

const valueTypes = `
## 3. Entities and their fields

### Thing

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 5 matching \`^[a-z]+$\`, unique | yes | |
| Code | text, unique ignoring case | no | |
| Count | integer 0 to 9 | yes | 3 |
| Price | money 0 to 50 | no | |
| Share | percent 0 to 50 | no | 12.5 % |
| Kind | one of: big, small | yes | small |
| Colour | text, set once | no | |
| Mail | email | no | |
| Shown | yes/no | auto | yes |
| Due on | date | auto | \`today + days(thing.count)\` |
| Lent for | duration | yes | 2 days |
| Other | reference to Thing, among \`Thing.filter(t, t.kind == 'big')\`, cleared on delete | no | |
| Held by | reference to Thing | no | |
| Number | sequence number \`T-{000}\` | | |

### Part
- Unique together: Thing, Name

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Thing | belongs to Thing | yes | |
| Name | text | yes | |
| Place | sequence number per Thing | | |
${everything("Thing | create, read, update, delete", "Thing | set Shown", "Part | create, read, update, delete")}${settings}`;

describe("values", () => {
  const product = play(valueTypes);
  const world = product.world({
    thing: { a: { name: "a", kind: "big", code: "AB" }, b: { name: "b", other: "a", held_by: "c" }, c: { name: "c" } },
    part: { p: { thing: "a", name: "p" } },
  });

  test("all that is wrong is said together", () => {
    const act = product.create("thing", { name: "ABCDEF", count: 10, price: "1.005", kind: "huge" });
    refused(world, "ann", act, "TOO_LONG name", "INVALID count", "INVALID price", "INVALID kind");
    refused(world, "ann", product.create("thing", {}), "REQUIRED name");
    refused(world, "ann", product.create("thing", { name: "AB" }), "INVALID name");
    refused(world, "ann", product.update("thing", "a", { count: null }), "REQUIRED count");
    refused(
      world,
      "ann",
      product.create("thing", { name: "x", price: "50.01", share: 0.51 }),
      "INVALID price",
      "INVALID share",
    );
  });

  test("texts that look the same are the same, and addresses are in lower case", () => {
    const after = worldAfter(
      world,
      "ann",
      product.create("thing", { name: "e", code: "e\u0301", mail: "Ann@Example.test" }),
    );
    assert.equal(shown(after, "thing", "new", "code"), "\u00e9");
    assert.equal(shown(after, "thing", "new", "mail"), "ann@example.test");
    refused(after, "ann", product.create("thing", { name: "f", code: "\u00c9" }, "other"), "NOT_UNIQUE code");
  });

  test("nothing is no, whatever the stored value", () => {
    const after = worldAfter(world, "ann", product.update("thing", "a", { shown: null }));
    assert.equal(shown(after, "thing", "a", "shown"), null);
    worldAfter(after, "ann", product.update("thing", "a", { shown: false }));
  });

  test("defaults read the row; numbers count up", () => {
    const after = worldAfter(world, "ann", product.create("thing", { name: "d", count: 5 }));
    assert.equal(shown(after, "thing", "new", "due_on"), "2026-03-22");
    assert.equal(shown(after, "thing", "new", "share"), "0.125");
    assert.equal(shown(after, "thing", "new", "lent_for"), "172800000");
    assert.equal(shown(after, "thing", "new", "number"), "T-004");
    assert.equal(shown(after, "thing", "new", "created_by"), "ann");
    const parts = worldAfter(
      worldAfter(world, "ann", product.create("part", { thing: "a", name: "q" }, "q")),
      "ann",
      product.create("part", { thing: "b", name: "q" }, "r"),
    );
    assert.deepEqual(
      ["p", "q", "r"].map((id) => shown(parts, "part", id, "place")),
      ["1", "2", "1"],
    );
  });

  test("what is given once stays", () => {
    const after = worldAfter(world, "ann", product.create("thing", { name: "d", colour: "red" }));
    refused(after, "ann", product.update("thing", "new", { colour: "blue" }), "FORBIDDEN colour");
    worldAfter(after, "ann", product.update("thing", "new", { colour: "red" }));
    refused(world, "ann", product.update("thing", "a", { number: "T-009" }), "FORBIDDEN number");
    refused(world, "ann", product.update("thing", "a", { due_on: "2026-01-01" }), "FORBIDDEN due_on");
  });

  test("unique values, alone and together", () => {
    refused(world, "ann", product.create("thing", { name: "a" }), "NOT_UNIQUE name");
    refused(world, "ann", product.update("thing", "b", { code: "ab" }), "NOT_UNIQUE code");
    refused(world, "ann", product.create("part", { thing: "a", name: "p" }), "NOT_UNIQUE");
    worldAfter(world, "ann", product.create("part", { thing: "b", name: "p" }));
  });

  test("only what is among may be chosen", () => {
    refused(world, "ann", product.update("thing", "c", { other: "b" }), "INVALID other");
    worldAfter(world, "ann", product.update("thing", "c", { other: "a" }));
    refused(world, "ann", product.update("thing", "c", { other: "nothing" }), "INVALID other");
  });

  test("deleting takes what belongs, clears what may be cleared, and stops at what is still used", () => {
    const after = worldAfter(world, "ann", product.remove("thing", "a"));
    assert.equal(findRow(after, "part", "p"), undefined);
    assert.equal(shown(after, "thing", "b", "other"), null);
    refused(world, "ann", product.remove("thing", "c"), "STILL_USED");
    refused(world, "ann", product.remove("thing", "gone"), "NOT_FOUND");
    refused(world, null, product.create("thing", { name: "d" }), "NOT_SIGNED_IN");
  });
});

test("a row that moves is counted where it goes", () => {
  const product = play(`
## 3. Entities and their fields

### Box

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |

### Thing

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Box | reference to Box | yes | |
| Place | sequence number per Box | | |
${everything("Box | create, read, update, delete", "Thing | create, read, update, delete")}${settings}`);
  const world = product.world({
    box: { a: { name: "a" }, b: { name: "b" } },
    thing: { s: { box: "a" }, t: { box: "b" }, u: { box: "a" } },
  });
  assert.equal(shown(world, "thing", "u", "place"), "2");
  assert.equal(shown(worldAfter(world, "ann", product.update("thing", "u", { box: "b" })), "thing", "u", "place"), "2");
  assert.equal(shown(worldAfter(world, "ann", product.update("thing", "s", { box: "b" })), "thing", "s", "place"), "2");
  assert.equal(shown(worldAfter(world, "ann", product.update("thing", "t", { box: "a" })), "thing", "t", "place"), "3");
});
