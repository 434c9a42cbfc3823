// History: every change of a row, with who made it and when, kept beside the row and read by its current readers.
import { quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Design } from "../../../plan/design.ts";
import { open, printPlace, tableOf } from "../../../plan/layout.ts";
import { everyone, type DatabaseObject } from "../../../plan/objects.ts";
import { seePlace } from "../../../plan/hidden-writes.ts";
import { isMarked, transitionTaken } from "../../../plan/writing/transition-mark.ts";
import type { Entity } from "../model.ts";
import { sqlType, refersToRows } from "../../../field-types/index.ts";
import { fieldsOf } from "./columns.ts";
import { afterTrigger } from "./objects.ts";
import { mayChoose } from "../../../plan/writing/stored-row.ts";

export function historyObjects(entity: Entity, design: Design): readonly DatabaseObject[] {
  return entity.historyKept ? [...keeping(entity, design), reading(entity, design)] : [];
}

/** The fields that users and the system set; values derived from them are not recorded twice. */
const keptFields = (entity: Entity): readonly string[] => [
  ...(entity.builtIn ? ["name"] : []),
  ...fieldsOf(entity).flatMap(({ name, type }) => (sqlType(type) === undefined ? [] : [name.id])),
];

/** Whether rows of a preview are written: the token of a user always has a role. */
export const declareSample = "sample boolean := COALESCE(auth.jwt() ? 'sample' AND NOT auth.jwt() ? 'role', false);";

/**
 * A transition leaves its mark on the row, which no other write can. Where no user is signed in, the claims name the
 * writer instead: those of a run of code, which only the server makes, and those of a timer. No user wrote a sample,
 * whatever maker it names. Every signed token has a role, so that no token turns the writes of its bearer into samples.
 */
function keeping(entity: Entity, design: Design): readonly DatabaseObject[] {
  const { id } = entity.name;
  const fields = `ARRAY[${keptFields(entity).map(quoteText).join(", ")}]::text[]`;
  const step = isMarked(id, design) ? `COALESCE(${transitionTaken}, 'update')` : "'update'";
  const body = `DECLARE
  before jsonb := CASE TG_OP WHEN 'INSERT' THEN '{}' ELSE to_jsonb(OLD) END;
  later jsonb := CASE TG_OP WHEN 'DELETE' THEN '{}' ELSE to_jsonb(NEW) END;
  happened text := CASE TG_OP WHEN 'INSERT' THEN 'create' WHEN 'DELETE' THEN 'delete' ELSE ${step} END;
  changes jsonb;
  ${declareSample}
  claims jsonb := CASE WHEN auth.uid() IS NULL THEN auth.jwt() END;
  code text := CASE claims ->> 'role' WHEN 'service_role' THEN claims ->> 'call' END;
BEGIN
  SELECT COALESCE(jsonb_object_agg(field, jsonb_build_object('old', before -> field, 'new', later -> field)), '{}') INTO changes
    FROM unnest(${fields}) AS field WHERE COALESCE(before -> field, 'null') IS DISTINCT FROM COALESCE(later -> field, 'null');
  IF happened = 'update' AND changes = '{}' THEN RETURN NULL; END IF;
  INSERT INTO writ.history (entity, row_id, event, changes, person, happened_at, through, call)
    VALUES (${quoteText(id)}, COALESCE(NEW.id, OLD.id), happened, changes, CASE WHEN sample THEN NULL ELSE auth.uid() END, writ.now(),
      CASE WHEN sample THEN 'sample' WHEN code IS NOT NULL THEN 'call' WHEN claims ? 'timer' THEN 'timer' END, code);
  RETURN NULL;
END`;
  return afterTrigger({
    table: tableOf(design.layout, id),
    name: "_history",
    events: ["insert", "update", "delete"],
    function: `keep_history_${id}`,
    body,
    address: `${entity.address}/History`,
  });
}

/**
 * The current readers of a row read its history, except for the fields that they may not see in it. A change of such
 * fields alone is left out too: a writer who may set one without seeing it would learn whether they hit the stored
 * value.
 */
function reading(entity: Entity, design: Design): DatabaseObject {
  const { id } = entity.name;
  const table = printPlace(tableOf(design.layout, id));
  const hidden = [...(design.layout.masked.get(id) ?? [])];
  const isSystem = "current_setting('role') = 'service_role'";
  // A field that is no longer in the document may have been hidden from this reader: what it was like is not said here.
  const kept = `ARRAY[${keptFields(entity).map(quoteText).join(", ")}]::text[]`;
  const maySee = (field: string) => `(${isSystem} OR ${printPlace(seePlace(id, field))}(_stored))`;
  const without = hidden.map((field) => ` - CASE WHEN ${maySee(field)} THEN '' ELSE ${quoteText(field)} END`);
  const ofRow = (value: string, created: string, updated: string) => {
    const see = (field: string) => (hidden.includes(field) ? maySee(field) : "true");
    const shown = `CASE h.event WHEN 'create' THEN ${see(created)} ELSE ${see(updated)} END`;
    return hidden.includes(created) || hidden.includes(updated) ? `CASE WHEN ${shown} THEN ${value} END` : value;
  };
  const person = ofRow("h.person", "created_by", "updated_by");
  const people = design.entities.some(({ name }) => name.id === "user") && printPlace(tableOf(design.layout, "user"));
  // A name is as much as the account itself: where the one is hidden, so is the other.
  const called =
    people === false ? "NULL::text" : `(SELECT one."name" FROM ${people} AS one WHERE one."id" = ${person})`;
  const moment = ofRow("h.happened_at", "created_at", "updated_at");
  const through = ofRow("h.through", "created_by", "updated_by");
  const call = ofRow(`CASE WHEN ${isSystem}${ownCalls(design)} THEN h.call END`, "created_by", "updated_by");
  // A reader who learns of an account by a change also learns its name, as by the field itself.
  const accounts = fieldsOf(entity).flatMap(({ name, type }) =>
    refersToRows(type) && type.entity.id === "user"
      ? ["old", "new"].map((side) => {
          const path = quoteText(`{${name.id},${side}}`);
          return type.kind === "several"
            ? `SELECT jsonb_array_elements_text(NULLIF(said.changes #> ${path}, 'null'))::uuid`
            : `SELECT (said.changes #>> ${path})::uuid`;
        })
      : [],
  );
  const names =
    people === false || accounts.length === 0
      ? "'{}'::jsonb"
      : `(SELECT COALESCE(jsonb_object_agg(one."id", one."name"), '{}') FROM ${people} AS one WHERE one."id" IN (${accounts.join(" UNION ALL ")}))`;
  const body = `SELECT h.event, said.changes, ${person}, ${called}, ${moment}, ${through}, ${call}, ${names}
  FROM ${table} AS _stored JOIN writ.history AS h ON h.entity = ${quoteText(id)} AND h.row_id = _stored.id,
    LATERAL (SELECT h.changes - ARRAY(SELECT jsonb_object_keys(h.changes) EXCEPT SELECT unnest(${kept}))${without.join("")} AS changes) AS said
  WHERE _stored.id = $1 AND (${isSystem} OR ${mayChoose(id, "_stored")})
    AND (h.event <> 'update' OR said.changes <> '{}')
  ORDER BY h.id`;
  return {
    kind: "function",
    place: { schema: open, name: `history_${id}` },
    parameters: [{ name: "row_id", type: "uuid" }],
    returns:
      "TABLE(event text, changes jsonb, person uuid, name text, happened_at timestamptz, through text, call text, names jsonb)",
    language: "sql",
    volatility: "stable",
    actsAs: "owner",
    body,
    callers: everyone,
    address: `${entity.address}/History`,
  };
}

/** Calls are known by name to those who may make them, as in the product that they are given. */
function ownCalls({ compiled: { model } }: Design): string {
  const known = model.permissions.rights.flatMap((right) => {
    if (right.action.kind !== "call") return [];
    const roles = right.cells.flatMap(({ role, grant }) =>
      grant === undefined || grant.kind === "no" ? [] : [role.id],
    );
    const has = roles.map((role) => `(SELECT writ.has_role(${quoteText(role)}))`);
    const call = right.for.id;
    return has.length === 0 ? [] : [` OR (h.call = ${quoteText(call)} AND (${has.join(" OR ")}))`];
  });
  return known.join("");
}
