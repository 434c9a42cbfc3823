// The matrix in the database: row security for reading, and guards that say why for writing.
import { quoteIdentifier, quoteText } from "../../../expression/sql-quote.ts";
import { entityId } from "../../../model/lookup.ts";
import type { Design, GuardPart } from "../../../plan/design.ts";
import { innerPlace, nameOf, printPlace, tableOf } from "../../../plan/layout.ts";
import type { DatabaseObject } from "../../../plan/objects.ts";
import type { Right } from "../model.ts";
import { rightSql } from "./grants.ts";

export type Rights = { readonly objects: readonly DatabaseObject[]; readonly guards: readonly GuardPart[] };

export function rightsOf(design: Design): Rights {
  const { model, lookup } = design.compiled;
  const objects: DatabaseObject[] = [];
  const guards: GuardPart[] = [];
  for (const entity of design.entities) {
    const { id } = entity.name;
    const rights = model.permissions.rights.filter((right) => entityId(lookup, right.for) === id);
    for (const action of ["create", "read", "update", "delete"] as const) {
      const right = rights.find((one) => one.action.kind === action);
      objects.push(mayFunction(id, action, right, entity.address, design));
      if (action === "read") objects.push(...policiesOf(id, right, entity.address, design));
      else guards.push(guardOf(id, action, right, entity.address));
    }
  }
  return { objects, guards };
}

const mayPlace = (action: string, entity: string) => innerPlace("may", action, entity);

/** One row, one answer; what the caller is comes from the request's token. */
function mayFunction(
  entity: string,
  action: string,
  right: Right | undefined,
  address: string,
  design: Design,
): DatabaseObject {
  return {
    kind: "function",
    place: mayPlace(action, entity),
    parameters: [{ name: "given", type: printPlace(tableOf(design.layout, entity)) }],
    returns: "boolean",
    language: "sql",
    volatility: "stable",
    actsAs: "owner",
    body: `SELECT ${right ? rightSql(right, "given", design) : "false"}`,
    callers: [],
    address: right?.address ?? address,
  };
}

/**
 * Whoever may not change a row that they see is told so by the guard, so policies of all commands are those of reading:
 * silence is only for rows that cannot be seen.
 */
function policiesOf(
  entity: string,
  right: Right | undefined,
  address: string,
  design: Design,
): readonly DatabaseObject[] {
  const table = tableOf(design.layout, entity);
  const row = quoteIdentifier(table.name);
  const seen = right ? rightSql(right, row, design) : "false";
  const own = entity === "user" ? `(${row}.id = (SELECT auth.uid()) OR ${seen})` : seen;
  const policy = (command: "select" | "insert" | "update" | "delete", using?: string, check?: string) =>
    ({
      kind: "policy",
      table,
      name: nameOf(command, entity),
      command,
      ...(using === undefined ? {} : { using }),
      ...(check === undefined ? {} : { check }),
      address: right?.address ?? address,
    }) satisfies DatabaseObject;
  return [
    policy("select", own),
    policy("insert", undefined, "true"),
    policy("update", own, "true"),
    policy("delete", own),
  ];
}

function guardOf(
  entity: string,
  action: "create" | "update" | "delete",
  right: Right | undefined,
  address: string,
): GuardPart {
  const on = ({ create: "insert", update: "update", delete: "delete" } as const)[action];
  const row = action === "create" ? "NEW" : "OLD";
  const clause = quoteText(right?.address ?? address);
  const refuse = `PERFORM writ.refuse(writ.problem(CASE WHEN auth.uid() IS NULL THEN 'NOT_SIGNED_IN' ELSE 'FORBIDDEN' END, NULL, ${clause}));`;
  const own = entity === "user" && action === "update" ? "OLD.id IS DISTINCT FROM auth.uid() AND " : "";
  const sql = `IF client AND ${own}NOT ${printPlace(mayPlace(action, entity))}(${row}) THEN ${refuse} END IF;`;
  return { entity, on: [on], phase: "right", sql, address: right?.address ?? address };
}
