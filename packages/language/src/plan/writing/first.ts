// What comes once the rows of a statement are written and before anything follows from them: locks, and rights asked again.
import { quoteText } from "../../expression/sql/sql-quote.ts";
import type { AgainPart, Design } from "../design.ts";
import { innerPlace, printPlace, tableOf } from "../layout.ts";
import type { Lock } from "./locks.ts";
import { people, type DatabaseObject } from "../objects.ts";
import { declareSql, gatherSql, lockSql } from "./statements.ts";
import { triggerFunction } from "./trigger-function.ts";

/**
 * Effects are decided row by row as soon as all rows are written, and rights were before. What they read is locked for all
 * rows of the statement at once, in the common order, when the first row's turn comes: locks of one row after the other
 * would let two who write several rows wait for each other. Only what does not read rows of the entity itself is asked
 * again here, where they are written; what does has been locked before.
 */
export function firstObjects(
  entity: string,
  {
    again,
    moving,
    locks,
  }: { readonly again: readonly AgainPart[]; readonly moving: readonly string[]; readonly locks: readonly Lock[] },
  address: string,
  design: Design,
): readonly DatabaseObject[] {
  const table = tableOf(design.layout, entity);
  const type = printPlace(table);
  const place = innerPlace("first", entity);
  const moved = locks.length === 0 ? [] : moving;
  const body = [
    "DECLARE",
    ...declareSql(moved, type),
    ...(again.length === 0 ? [] : [`  judged ${type};`]),
    "BEGIN",
    "  IF TG_OP = 'DELETE' THEN",
    "    IF OLD.id IS DISTINCT FROM (SELECT one.id FROM old_rows AS one LIMIT 1) THEN RETURN NULL; END IF;",
    "  ELSIF NEW.id IS DISTINCT FROM (SELECT one.id FROM new_rows AS one LIMIT 1) THEN RETURN NULL;",
    "  END IF;",
    ...gatherSql(moved, type),
    ...lockSql(entity, locks, moved, design),
    ...again.map((part) => againSql(part)),
    "  RETURN NULL;",
    "END",
  ];
  const triggers = (["insert", "update", "delete"] as const).flatMap((event) => {
    const transition = { insert: ["new"], update: ["old", "new"], delete: ["old"] } as const;
    if (locks.length === 0 && !again.some(({ on }) => on === event)) return [];
    const writers = again.some(({ on }) => on === event) ? (["client", "system"] as const) : ([undefined] as const);
    return writers.map((writer): DatabaseObject => ({
      kind: "trigger",
      table,
      // By its name before PostgreSQL deletes what belongs to a row, and before all that follows from a write.
      name: writer === undefined ? `First_${event}` : `First_${event}_${writer}`,
      fires: "after",
      events: [event],
      each: "row",
      ...(writer === undefined
        ? {}
        : { condition: `current_user ${writer === "client" ? "IN" : "NOT IN"} (${clients})` }),
      transition: transition[event],
      calls: place,
      arguments: [writer ?? "system"],
      address,
    }));
  });
  return [triggerFunction(place, body.join("\n"), address), ...triggers];
}

/** As of guards (`plan/writing/writing.ts`). */
const clients = [...people, "writ_client"].map(quoteText).join(", ");

function againSql({ on, refused, problem, address }: AgainPart): string {
  const rows = on === "insert" ? "new_rows" : "old_rows";
  return `  -- ${address.replace(/[\r\n]+/g, " ")}
  IF TG_ARGV[0] = 'client' AND TG_OP = ${quoteText(on.toUpperCase())} THEN
    FOR judged IN SELECT one.* FROM ${rows} AS one LOOP
      IF ${refused("judged")} THEN PERFORM writ.refuse(${problem("judged")}); END IF;
    END LOOP;
  END IF;`;
}
