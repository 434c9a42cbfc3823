// Rows that name others which are not there yet, because these come later in the transaction, or at the same moment in another one.
import { quoteIdentifier, quoteText } from "../../expression/sql/sql-quote.ts";
import type { Design } from "../design.ts";
import { refreshSql } from "./refresh-sql.ts";
import type { Refresh } from "./refresh-objects.ts";
import { innerPlace, lockPlace, printPlace, tableOf } from "../layout.ts";
import type { DatabaseObject, Place } from "../objects.ts";

const awaitedPlace = (entity: string): Place => innerPlace("awaited", entity);

/** By which fields rows of an entity name those that their kept values, or those above, have to do with. */
function namingFields(entity: string, keeps: readonly Refresh[], moving: readonly string[], design: Design) {
  const vias = keeps.flatMap(({ lists, referring }) =>
    [...lists, ...referring].flatMap((way) => {
      const last = way.at(-1);
      return last?.kind === "list" ? [last.via] : [];
    }),
  );
  const fields = design.compiled.schema.entities.get(entity)?.fields;
  return [...new Set([...vias, ...moving])].toSorted().flatMap((field) => {
    const type = fields?.get(field)?.type;
    return type?.kind === "row" ? [{ field, to: type.entity }] : [];
  });
}

/**
 * A missing row cannot be locked, nor does its creator see which rows refer to it. PostgreSQL accepts the reference if
 * the row exists when the transaction ends; values are then computed once more. Users name only rows that they read.
 */
export function awaitSql(
  entity: string,
  keeps: readonly Refresh[],
  moving: readonly string[],
  design: Design,
): readonly string[] {
  const absent = namingFields(entity, keeps, moving, design).map(({ field, to }) => {
    const name = `changed.${quoteIdentifier(field)}`;
    return `(${name} IS NOT NULL AND NOT EXISTS (SELECT FROM ${printPlace(tableOf(design.layout, to))} AS there WHERE there.id = ${name}))`;
  });
  if (absent.length === 0) return [];
  return [
    "  IF TG_OP <> 'DELETE' AND current_setting('role') NOT IN ('anon', 'authenticated') THEN",
    "    INSERT INTO writ.awaited (transaction, keeps, row_id)",
    `      SELECT pg_current_xact_id(), ${quoteText(awaitedPlace(entity).name)}, changed.id FROM new_rows AS changed WHERE ${absent.join(" OR ")}`,
    "      ON CONFLICT DO NOTHING;",
    "  END IF;",
  ];
}

/** As a statement that has just written these rows. */
export function awaitedObjects(
  entity: string,
  keeps: readonly Refresh[],
  moving: readonly string[],
  address: string,
  design: Design,
): readonly DatabaseObject[] {
  if (namingFields(entity, keeps, moving, design).length === 0) return [];
  const table = printPlace(tableOf(design.layout, entity));
  const body = [
    "DECLARE",
    ...["given", "moved", "touched"].map((name) => `  ${name} ${table}[];`),
    "BEGIN",
    `  given := ARRAY(SELECT _one FROM ${table} AS _one WHERE _one.id = $1);`,
    "  moved := given;",
    "  touched := given;",
    `  PERFORM ${printPlace(lockPlace(entity))}(given, moved);`,
    ...keeps.flatMap((one) => refreshSql(one, moving, "", design)),
    "END",
  ];
  return [
    {
      kind: "function",
      place: awaitedPlace(entity),
      parameters: [{ name: "row_id", type: "uuid" }],
      returns: "void",
      language: "plpgsql",
      volatility: "volatile",
      actsAs: "owner",
      body: body.join("\n"),
      callers: [],
      address,
    },
  ];
}
