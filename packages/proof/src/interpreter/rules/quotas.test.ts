// Limits: what a quota counts and what a rate counts.
import { describe, test } from "node:test";
import { errors, everything, settings } from "../../testing/clauses.ts";
import { worldAfter, now, play, refused } from "../../testing/play.ts";

describe("limits", () => {
  const product = play(`
## 3. Entities and their fields

### Team

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |

### Project

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Team | reference to Team | yes | |
| Open | yes/no | no | no |
${everything("Team | create, read, update, delete", "Project | create, read, update, delete")}${errors("FULL")}
${settings}
| Limit | Value | Counts | When | Otherwise |
| --- | --- | --- | --- | --- |
| Open projects | 2 per Team | Project | \`project.open\` | FULL |
| New teams | 1 per hour per user | create Team | | RATE_LIMITED |
| Gone teams | 1 per hour per address | delete Team | | RATE_LIMITED |
`);
  const world = product.world({
    team: { t: { name: "t" }, u: { name: "u" } },
    project: {
      a: { team: "t", open: true },
      b: { team: "t", open: true },
      c: { team: "t" },
      d: { team: "u", open: true },
    },
  });
  test("a quota counts what a change makes count", () => {
    refused(world, "ann", product.create("project", { team: "t", open: true }), "FULL");
    refused(world, "ann", product.update("project", "c", { open: true }), "FULL");
    refused(world, "ann", product.update("project", "d", { team: "t" }), "FULL");
    worldAfter(world, "ann", product.create("project", { team: "t" }));
    worldAfter(world, "ann", product.create("project", { team: "u", open: true }));
    worldAfter(world, "ann", product.update("project", "a", { open: true }));
  });
  test("a rate counts what a user has done, and not what was rejected", () => {
    const after = worldAfter(world, "ann", product.create("team", { name: "x" }, "x"));
    refused(after, "ann", product.create("team", { name: "y" }, "y"), "RATE_LIMITED");
    worldAfter(after, "bo", product.create("team", { name: "y" }, "y"));
    worldAfter({ ...after, now: now + 3_600_001 }, "ann", product.create("team", { name: "y" }, "y"));
    refused(world, "ann", product.create("team", {}), "REQUIRED name");
  });
  test("a rate of an address counts what everybody there has done", () => {
    const teams = product.world({ team: { v: { name: "v" }, w: { name: "w" } } });
    const after = worldAfter(teams, "ann", product.remove("team", "v"));
    refused(after, "bo", product.remove("team", "w"), "RATE_LIMITED");
  });
});
