// References that some readers do not see: empty to them, and what they name there is as if nothing stood there.
import assert from "node:assert/strict";
import { test } from "node:test";
import { settings } from "../../testing/clauses.ts";
import { worldAfter, play, refused } from "../../testing/play.ts";
import { maySee, shownFields } from "./reading.ts";
import { isList } from "../values/value.ts";
import { findRow, type Caller } from "../world/world.ts";

const product = play(`
## 3. Entities and their fields

### Panel

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Open | yes/no | no | yes |

### Review
- Owner: Reviewer

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text up to 60 | yes | |
| Reviewer | reference to User | auto | \`me\` |
| Panel | reference to Panel | no | |
| Panels | several Panel | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |
| Chair | named at installation |

| Condition | For | Holds when |
| --- | --- | --- |
| open | Panel | \`panel.open\` |

| For | May | Member | Chair |
| --- | --- | --- | --- |
| Panel | create, update, delete | no | yes |
| Panel | read | open | yes |
| Review | create, read, update | yes | yes |
| Review | delete | no | yes |
| Review | see Reviewer, see Panel, see Panels, see Created by | own | yes |
${settings}`);

const desk = product.world(
  {
    panel: { public: { open: true }, closed: { open: false }, other: { open: false } },
    review: { r: { text: "x", reviewer: "ann", created_by: "ann", panel: "closed", panels: ["closed"] } },
  },
  { cara: "chair" },
);

test("its owner and others with the right see it, the rest see nothing there", () => {
  const row = findRow(desk, "review", "r");
  assert.ok(row);
  const filled = (me: Caller) =>
    ["reviewer", "panel", "panels", "created_by"].filter((field) => {
      const value = shownFields(desk, me, row).get(field) ?? null;
      return value !== null && !(isList(value) && value.length === 0);
    });
  assert.deepEqual(filled("ann"), ["reviewer", "panel", "panels", "created_by"]);
  assert.deepEqual(filled("cara"), filled("ann"));
  assert.deepEqual(filled("bo"), []);
});

test("a writer who does not see it learns nothing by naming rows that they may not read", () => {
  for (const panel of ["closed", "other"]) {
    refused(desk, "bo", product.update("review", "r", { panel }), "INVALID panel");
    refused(desk, "bo", product.update("review", "r", { panels: [panel] }), "INVALID panels");
  }
  worldAfter(desk, "bo", product.update("review", "r", { panel: "public", panels: ["public"] }));
  worldAfter(desk, "ann", product.update("review", "r", { panel: "closed", panels: ["closed", "public"] }));
});

test("what stands in a list is hidden with the list, beside what its own row says", () => {
  const papers = play(`
## 3. Entities and their fields

### Paper
- Owner: Author

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Author | reference to User | auto | \`me\` |
| Reviews | list of Review | | |

### Review
- Owner: Reviewer

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Paper | reference to Paper | no | |
| Reviewer | reference to User | auto | \`me\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |
| Chair | named at installation |

| For | May | Member | Chair |
| --- | --- | --- | --- |
| Paper | create, read, update, delete | yes | yes |
| Paper | see Reviews | own | yes |
| Review | create, read, update, delete | yes | yes |
| Review | see Paper | own | yes |
${settings}`);
  const world = papers.world(
    {
      paper: { anns: { author: "ann" }, bos: { author: "bo" } },
      review: {
        in_anns: { paper: "anns", reviewer: "ann" },
        in_bos: { paper: "bos", reviewer: "ann" },
        by_bo: { paper: "anns", reviewer: "bo" },
        in_none: { reviewer: "ann" },
      },
    },
    { cara: "chair" },
  );
  const seen = (me: Caller) =>
    ["in_anns", "in_bos", "by_bo", "in_none"].filter((id) => {
      const row = findRow(world, "review", id);
      return row !== undefined && maySee(world, me, "paper", row);
    });
  assert.deepEqual(seen("ann"), ["in_anns", "in_none"]);
  assert.deepEqual(seen("bo"), []);
  assert.deepEqual(seen("cara"), ["in_anns", "in_bos", "by_bo", "in_none"]);
});
