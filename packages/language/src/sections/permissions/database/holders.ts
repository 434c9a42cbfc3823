// Who holds a role, everywhere or within something: those whom "to role" writes to.
import { quoteIdentifier, quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Design } from "../../../plan/design.ts";
import { innerPlace, printPlace, tableOf } from "../../../plan/layout.ts";
import type { DatabaseObject } from "../../../plan/objects.ts";
import type { Giving, Role } from "../model.ts";
import { isAssignedWithin } from "./assigned.ts";
import { givingRows, holderColumn } from "./roles.ts";
import { giverColumnOf } from "./tenants.ts";

/** One function for all roles. Only the system may call it: not every user may learn who holds a role. */
export function holdersOf(design: Design): readonly DatabaseObject[] {
  const { roles } = design.compiled.model.permissions;
  const ways = roles.flatMap((role) => {
    const each = role.givenBy.flatMap((giving) => holdersBy(giving, role, design) ?? []);
    return each.length === 0
      ? []
      : [`IF $1 = ${quoteText(role.name.id)} THEN RETURN ARRAY(${each.join(" UNION ")}); END IF;`];
  });
  return [
    {
      kind: "function",
      place: innerPlace("people_of_role"),
      parameters: [
        { name: "role", type: "text" },
        { name: "thing", type: "uuid" },
      ],
      returns: "uuid[]",
      language: "plpgsql",
      volatility: "stable",
      actsAs: "owner",
      body: ["BEGIN", ...ways, "RETURN '{}'::uuid[];", "END"].join("\n"),
      callers: [],
      address: "6",
    },
  ];
}

function holdersBy(giving: Giving, role: Role, design: Design): string | undefined {
  switch (giving.kind) {
    case "anyone":
      return undefined;
    case "signed in":
      return `SELECT account.id FROM ${printPlace(tableOf(design.layout, "user"))} AS account`;
    case "named at installation":
    case "assigned by": {
      const where = giving.kind === "assigned by" && isAssignedWithin(role) ? "= $2" : "IS NULL";
      return `SELECT given.person FROM writ.assigned_role AS given WHERE given.role = ${quoteText(role.name.id)} AND given.thing ${where}`;
    }
    case "row": {
      const { lookup } = design.compiled;
      const entity = giving.entity.id;
      const person = `giver.${holderColumn(entity, lookup)}`;
      const { from, where } = givingRows(giving, person, design);
      const column = role.within && giverColumnOf(entity, role.within, lookup);
      const inside = column === undefined ? "" : ` AND giver.${quoteIdentifier(column)} = $2`;
      return `SELECT ${person} FROM ${from} WHERE ${person} IS NOT NULL AND ${where}${inside}`;
    }
  }
}
