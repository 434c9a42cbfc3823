// Who may do what: for each sentence about roles and rights something that is allowed and something that is refused.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { errors, settings } from "../../testing/clauses.ts";
import { note, roles } from "../../testing/notes.ts";
import { worldAfter, play, refused } from "../../testing/play.ts";
import { readableRows, shownFields } from "./reading.ts";
import { findRow, rowsOf, type Caller, type World } from "../world/world.ts";

const ids = (world: World, me: Caller, entity: string) => readableRows(world, me, entity).map(({ id }) => id);

describe("cells", () => {
  const product = play(`${note}
## 6. Roles and permissions
${roles}
| Condition | For | Holds when | Otherwise |
| --- | --- | --- | --- |
| public | Note | \`note.public\` | |
| short | Note | \`size(note.text) < 5\` | TOO_LATE |

| For | May | Visitor | Person | Agent | Lead |
| --- | --- | --- | --- | --- | --- |
| Note | create | no | yes | no | no |
| Note | read | public | public or own | yes | yes |
| Note | update | no | own and short | no | not public |
| Note | delete | no | not own | no | no |
| Note | see Secret | no | own | yes | no |
| Note | set Public | no | no | yes | no |
| User | read | no | no | no | yes |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| TOO_LATE | It is long | 422 | It is long. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);
  const desk = product.world(
    {
      note: {
        a: { text: "one", author: "ann", secret: "s" },
        b: { text: "second", author: "ann", public: true, secret: "s" },
        c: { text: "three", author: "bo", secret: "s" },
      },
    },
    { bo: "agent", cara: "lead" },
  );
  test("yes, no, a condition, own", () => {
    assert.deepEqual(ids(desk, null, "note"), ["b"]);
    assert.deepEqual(ids(desk, "ann", "note"), ["a", "b"]);
    assert.deepEqual(ids(desk, "bo", "note"), ["a", "b", "c"]);
  });
  test("and binds, not turns round", () => {
    worldAfter(desk, "ann", product.update("note", "a", { text: "two" }));
    worldAfter(desk, "cara", product.update("note", "a", { text: "two" }));
    refused(desk, "cara", product.update("note", "b", { text: "two" }), "FORBIDDEN");
  });
  test("a condition that alone refuses answers its own error", () => {
    refused(desk, "ann", product.update("note", "b", { text: "two" }), "TOO_LATE");
    refused(desk, "bo", product.update("note", "a", { text: "two" }), "FORBIDDEN");
  });
  test("a right that mentions me is never a visitor's", () => {
    worldAfter(desk, "bo", product.remove("note", "b"));
    refused(desk, "ann", product.remove("note", "b"), "FORBIDDEN");
    refused(desk, null, product.remove("note", "b"), "NOT_SIGNED_IN");
    refused(desk, null, product.remove("note", "a"), "NOT_FOUND");
  });
  test("what may not be seen is there and empty", () => {
    const shown = (me: Caller, id: string) => shownFields(desk, me, findRow(desk, "note", id)!).get("secret");
    assert.equal(shown("ann", "a"), "s");
    assert.equal(shown("ann", "c"), null);
    assert.equal(shown("bo", "a"), "s");
    assert.equal(shown(null, "b"), null);
  });
  test("everybody reads their own account", () => {
    assert.deepEqual(ids(desk, "ann", "user"), ["ann"]);
    assert.deepEqual(ids(desk, "cara", "user"), ["ann", "bo", "cara"]);
    assert.deepEqual(ids(desk, null, "user"), []);
  });
  test("a set row restricts, and grants", () => {
    const withPublic = product.create("note", { text: "new", public: true });
    refused(desk, "ann", withPublic, "FORBIDDEN public");
    worldAfter(desk, "ann", product.create("note", { text: "new", public: false }));
    refused(desk, "ann", product.update("note", "a", { public: true }), "FORBIDDEN public");
    worldAfter(desk, "ann", product.update("note", "a", { text: "two", public: false }));
  });
  test("an auto field is the system's, unless it is given what it would be", () => {
    refused(desk, "ann", product.create("note", { text: "new", author: "bo" }), "FORBIDDEN author", "INVALID author");
    const world = worldAfter(desk, "ann", product.create("note", { text: "new", author: "ann" }));
    assert.equal(rowsOf(world, "note").length, 4);
    refused(desk, null, product.create("note", { text: "new" }), "NOT_SIGNED_IN");
  });
});

describe("creating", () => {
  const product = play(`
## 3. Entities and their fields

### Bill

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Price | integer | yes | 1 |
| Mark | integer | auto | 5 |
| Word | text | no | |

## 6. Roles and permissions
${roles}
| Condition | For | Holds when | Otherwise |
| --- | --- | --- | --- |
| cheap | Bill | \`bill.price < 3\` | DEAR |
| marked | Bill | \`bill.mark == 5\` | MARK |

| For | May | Visitor | Person | Agent | Lead |
| --- | --- | --- | --- | --- | --- |
| Bill | create | no | cheap and marked | no | no |
| Bill | read, update, delete | no | no | no | no |
| Bill | set Price | no | no | no | no |
| Bill | set Word | no | marked | no | no |
${errors("DEAR", "MARK")}${settings}`);
  const world = product.world();
  test("the right is that of the row as it was given, and comes before what may not be given", () => {
    refused(world, "ann", product.create("bill", { price: 4 }), "DEAR");
    refused(world, "ann", product.create("bill", { price: 2 }), "FORBIDDEN price");
    worldAfter(world, "ann", product.create("bill", { price: 1 }));
  });
  test("a value that no one may give is the system's by then", () => {
    refused(world, "ann", product.create("bill", { mark: 4 }), "FORBIDDEN mark");
    refused(world, "ann", product.create("bill", { mark: 4, word: "w" }), "FORBIDDEN mark");
    worldAfter(world, "ann", product.create("bill", { mark: 5 }));
  });
});

const teams = `
## 3. Entities and their fields

### Team

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text | yes | |

### Membership

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Team | belongs to Team | yes | |
| Person | reference to User | no | |
| Kind | one of: member, admin | yes | member |

### Project

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Team | belongs to Team | yes | |
| Title | text | yes | |
| Sponsor | reference to Team | no | |

### Task

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Project | belongs to Project | yes | |
| Title | text | yes | |

## 6. Roles and permissions

| Role | Given by | Within |
| --- | --- | --- |
| Member | Membership where \`membership.kind == 'member'\` | Team |
| Admin | Membership where \`membership.kind == 'admin'\` | Team |
| Backer | Membership where \`membership.kind == 'admin'\` | Team via Sponsor |

| Condition | For | Holds when |
| --- | --- | --- |
| first | Task | \`my_membership.person == me and my_membership.team.title == 'one'\` |

| For | May | Member | Admin | Backer |
| --- | --- | --- | --- | --- |
| Team | create, delete | no | no | no |
| Team | read, update | no | yes | no |
| Membership | create, read, update, delete | no | yes | no |
| Project | create, update, delete | no | yes | no |
| Project | read | no | yes | yes |
| Task | read | first | yes | yes |
| Task | create, update, delete | no | yes | no |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`;

describe("within", () => {
  const product = play(teams);
  const world = product.world({
    team: { one: { title: "one" }, two: { title: "two" } },
    membership: {
      m1: { team: "one", person: "ann", kind: "admin" },
      m2: { team: "one", person: "bo" },
      m3: { team: "two", person: "bo" },
      m4: { team: "two", person: "cara", kind: "admin" },
    },
    project: { p1: { team: "one", title: "p1" }, p2: { team: "two", title: "p2", sponsor: "one" } },
    task: { t1: { project: "p1", title: "t1" }, t2: { project: "p2", title: "t2" } },
  });
  test("a role counts for what its chain of belongs to leads to", () => {
    assert.deepEqual(ids(world, "cara", "project"), ["p2"]);
    assert.deepEqual(ids(world, "cara", "task"), ["t2"]);
    assert.deepEqual(ids(world, "cara", "team"), ["two"]);
  });
  test("via follows a reference, of the row or of what it belongs to", () => {
    assert.deepEqual(ids(world, "ann", "project"), ["p1", "p2"]);
    assert.deepEqual(ids(world, "ann", "task"), ["t1", "t2"]);
  });
  test("the row that gives the role is my_membership", () => assert.deepEqual(ids(world, "bo", "task"), ["t1"]));
  test("a new row is inside what it refers to", () => {
    worldAfter(world, "cara", product.create("task", { project: "p2", title: "t" }));
    refused(world, "cara", product.create("task", { project: "p1", title: "t" }), "FORBIDDEN");
  });
  test("belongs to is set once", () => {
    refused(world, "ann", product.update("project", "p1", { team: "two" }), "FORBIDDEN team", "INVALID team");
    worldAfter(world, "ann", product.update("project", "p1", { team: "one" }));
  });
  test("update is judged on the row as it was", () =>
    refused(world, "ann", product.update("project", "p2", { title: "x" }), "FORBIDDEN"));
  test("a reference may be set only to a row that the writer may read", () => {
    refused(world, "ann", product.update("project", "p1", { sponsor: "two" }), "INVALID sponsor");
    const both = product.world({
      team: { one: { title: "one" }, two: { title: "two" } },
      membership: {
        m1: { team: "one", person: "ann", kind: "admin" },
        m2: { team: "two", person: "ann", kind: "admin" },
      },
      project: { p1: { team: "one", title: "p1" } },
    });
    worldAfter(both, "ann", product.update("project", "p1", { sponsor: "two" }));
  });
});
