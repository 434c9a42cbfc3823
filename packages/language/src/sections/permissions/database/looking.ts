// Who sees that a user is looking at a row, and reports their own presence: users with an account who read that row.
import { quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Design } from "../../../plan/design.ts";
import { nameOf, open, policyPlace, printPlace } from "../../../plan/layout.ts";
import { people, type DatabaseObject } from "../../../plan/objects.ts";

/** `looking:<entity>:<id of the row>`. Nothing but presence is on such a topic. */
const isAbout = "extension = 'presence' AND realtime.topic() LIKE 'looking:%'";

const id = `(SELECT CASE WHEN split_part($1, ':', 3) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN split_part($1, ':', 3)::uuid END)`;

export function lookingOf({ entities }: Design): readonly DatabaseObject[] {
  if (entities.length === 0) return [];
  const place = policyPlace("may_look");
  const cases = entities.map(({ name }) => {
    const rows = printPlace({ schema: open, name: name.id });
    return `WHEN ${quoteText(name.id)} THEN EXISTS (SELECT FROM ${rows} AS one WHERE one."id" = ${id})`;
  });
  const asked = `${isAbout} AND ${printPlace(place)}(realtime.topic())`;
  const policy = (command: "select" | "insert", expressions: object): DatabaseObject => ({
    kind: "policy",
    table: { schema: "realtime", name: "messages" },
    name: nameOf("writ", command, "looking"),
    command,
    ...expressions,
    address: "6",
  });
  return [
    {
      kind: "function",
      place,
      parameters: [{ name: "topic", type: "text" }],
      returns: "boolean",
      language: "sql",
      volatility: "stable",
      // The row is looked up as the caller, so that the right to read it decides the rest.
      actsAs: "caller",
      body: `SELECT auth.uid() IS NOT NULL AND CASE split_part($1, ':', 2)\n  ${cases.join("\n  ")}\n  ELSE false END`,
      callers: people,
      address: "6",
    },
    policy("select", { using: asked }),
    policy("insert", { check: asked }),
  ];
}
