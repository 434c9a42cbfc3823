// Who has which role: by how it is given, everywhere or in one thing, and how it is given and taken.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { note, roles } from "../../testing/notes.ts";
import { worldAfter, play, refused } from "../../testing/play.ts";
import { rolesOf } from "./roles.ts";
import type { Caller, World } from "../world/world.ts";

const roleNames = (world: World, me: Caller) => [...new Set(rolesOf(world, me).map((held) => held.role.name.id))];

describe("roles", () => {
  const { world } = play(`${note}
## 6. Roles and permissions
${roles}
| For | May | Visitor | Person | Agent | Lead |
| --- | --- | --- | --- | --- | --- |
| Note | create, read, update, delete | no | no | yes | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);
  const desk = world({}, { bo: "agent", cara: "lead" });
  test("anyone, signed in, assigned, named at installation", () => {
    assert.deepEqual(roleNames(desk, null), ["visitor"]);
    assert.deepEqual(roleNames(desk, "ann"), ["visitor", "person"]);
    assert.deepEqual(roleNames(desk, "bo"), ["visitor", "person", "agent"]);
    assert.deepEqual(roleNames(desk, "cara"), ["visitor", "person", "lead"]);
  });
  test("people with the role that assigns it give and take it", () => {
    const given = worldAfter(desk, "cara", { kind: "assign", person: "ann", role: "agent" });
    assert.deepEqual(roleNames(given, "ann"), ["visitor", "person", "agent"]);
    assert.deepEqual(roleNames(worldAfter(given, "cara", { kind: "remove", person: "ann", role: "agent" }), "ann"), [
      "visitor",
      "person",
    ]);
    refused(desk, "bo", { kind: "assign", person: "ann", role: "agent" }, "FORBIDDEN");
    refused(desk, null, { kind: "assign", person: "ann", role: "agent" }, "NOT_SIGNED_IN");
    refused(desk, "cara", { kind: "assign", person: "ann", role: "person" }, "INVALID role");
  });
  test("one that is held in a thing is given in one, and ends with it", () => {
    const own = play(`${note}
## 6. Roles and permissions

| Role | Given by | Within |
| --- | --- | --- |
| Lead | named at installation | |
| Keeper | assigned by Lead | Note |

| For | May | Lead | Keeper |
| --- | --- | --- | --- |
| Note | create, update | no | no |
| Note | read, delete | yes | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`).world({ note: { a: { text: "A" } } }, { cara: "lead" });
    const keeper = { kind: "assign", person: "ann", role: "keeper" } as const;
    refused(own, "cara", keeper, "REQUIRED within");
    refused(own, "cara", { ...keeper, within: "b" }, "NOT_FOUND within");
    const given = worldAfter(own, "cara", { ...keeper, within: "a" });
    assert.deepEqual(roleNames(given, "ann"), ["keeper"]);
    const gone = worldAfter(given, "ann", { kind: "delete", entity: "note", id: "a" });
    assert.deepEqual(
      gone.assigned.map(({ role }) => role),
      ["lead"],
    );
  });
});
