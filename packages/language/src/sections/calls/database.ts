// Section 7 in the database: when schedules run, what code may send, and inboxes. What effects call and send stands in section 4.
import { quoteText } from "../../expression/sql/sql-quote.ts";
import type { Contribute, Design } from "../../plan/design.ts";
import type { DatabaseObject } from "../../plan/objects.ts";
import { codeBodies } from "./database/code-bodies.ts";
import { codeMails } from "./database/code-mails.ts";
import { inboxOf } from "./database/inbox.ts";
import { ruleOf } from "./database/schedule-rule.ts";

export const contribute: Contribute = (design) => ({
  objects: [schedules(design), ...codeMails(design), ...codeBodies(design), ...inboxOf(design)],
});

function schedules({ compiled }: Design): DatabaseObject {
  const { model } = compiled;
  const zone = quoteText(model.constants.settings.timeZone?.name ?? "UTC");
  const rows = model.calls.calls.flatMap(({ name, on, address }) => {
    if (on?.kind !== "schedule" || name.id === "") return [];
    const rule = `${quoteText(JSON.stringify(ruleOf(on.schedule)))}::jsonb`;
    return [
      {
        name: quoteText(name.id),
        row: `(${quoteText(name.id)}, ${rule}, ${zone}, ${quoteText(address)}, writ.next_run(${rule}, ${zone}, writ.now()))`,
      },
    ];
  });
  if (rows.length === 0) return { kind: "data", name: "schedules", sql: "DELETE FROM writ.schedule", address: "7" };
  // A schedule that says the same as before keeps its turn: applying a document again makes it neither early nor late.
  const sql = [
    `DELETE FROM writ.schedule WHERE name NOT IN (${rows.map(({ name }) => name).join(", ")})`,
    `INSERT INTO writ.schedule AS s (name, rule, zone, clause, next_at) VALUES ${rows.map(({ row }) => row).join(", ")}
    ON CONFLICT (name) DO UPDATE SET rule = excluded.rule, zone = excluded.zone, clause = excluded.clause,
      next_at = CASE WHEN (s.rule, s.zone) = (excluded.rule, excluded.zone) THEN s.next_at ELSE excluded.next_at END`,
  ];
  return { kind: "data", name: "schedules", sql: sql.join("; "), address: "7" };
}
