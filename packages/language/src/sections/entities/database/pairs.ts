// `several E`: an array of ids in the row, as the wire has it, and a table of pairs, where each of them is a reference.
import { quoteIdentifier } from "../../../expression/sql/sql-quote.ts";
import type { Design } from "../../../plan/design.ts";
import { nameOf, open, pairsOf, partOf, printPlace, tableOf } from "../../../plan/layout.ts";
import { everyone, type DatabaseObject } from "../../../plan/objects.ts";
import type { Entity, Field, FieldType } from "../model.ts";
import { fieldsOf } from "./columns.ts";
import { afterTrigger } from "./objects.ts";
import { referenceObjects } from "./tables.ts";

export function pairsObjects(entity: Entity, design: Design): readonly DatabaseObject[] {
  return fieldsOf(entity).flatMap((field) =>
    field.type.kind === "several" ? pairObjects(entity, field, field.type, design) : [],
  );
}

function pairObjects(
  entity: Entity,
  field: Field,
  { entity: target }: Extract<FieldType, { kind: "several" }>,
  design: Design,
): readonly DatabaseObject[] {
  const { address } = field;
  const place = pairsOf(entity.name.id, field.name.id);
  const own = tableOf(design.layout, entity.name.id);
  const [pairs, rows] = [printPlace(place), printPlace(own)];
  const column = quoteIdentifier(field.name.id);
  const uuid = (name: string) => ({ name, type: "uuid", required: true, address });
  const key: DatabaseObject = {
    kind: "constraint",
    table: place,
    name: nameOf(place.name, "key"),
    definition: `PRIMARY KEY ("own", "other")`,
    address,
  };
  const named = target.id;
  const inner = (object: DatabaseObject): DatabaseObject =>
    object.kind === "constraint" ? { ...object, refusal: { code: "INVALID", field: field.name.id } } : object;
  return [
    // Of accounts only the names can be had.
    ...(named === "user" ? [] : [rowsNamed(entity, field, named)]),
    { kind: "table", place, columns: [uuid("own"), uuid("other")], address },
    key,
    ...referenceObjects(place, "own", entity.name, "CASCADE", address, design).map(inner),
    ...referenceObjects(place, "other", target, "CASCADE", address, design).map(inner),
    ...afterTrigger({
      table: own,
      name: nameOf("_pairs", field.name.id),
      events: ["insert", "update"],
      function: nameOf("keep_pairs", partOf(entity.name.id, field.name.id)),
      body: `BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.${column} = OLD.${column} THEN RETURN NULL; END IF;
    DELETE FROM ${pairs} WHERE own = NEW.id AND NOT other = ANY (NEW.${column});
  END IF;
  INSERT INTO ${pairs} (own, other) SELECT NEW.id, item FROM unnest(NEW.${column}) AS item ON CONFLICT DO NOTHING;
  RETURN NULL;
END`,
      address,
    }),
    // The other row is gone: it is taken out of every list that named it.
    ...afterTrigger({
      table: place,
      name: "taken_out",
      events: ["delete"],
      function: nameOf("taken_out", partOf(entity.name.id, field.name.id)),
      body: `BEGIN
  UPDATE ${rows} SET ${column} = array_remove(${column}, OLD.other) WHERE id = OLD.own AND OLD.other = ANY (${column});
  RETURN NULL;
END`,
      address,
    }),
  ];
}

/** A computed relationship, as PostgREST calls it: the rows that are named, as far as the caller may read them. */
function rowsNamed(entity: Entity, { name, address }: Field, target: string): DatabaseObject {
  const rows = printPlace({ schema: open, name: target });
  return {
    kind: "function",
    place: { schema: open, name: name.id },
    parameters: [{ name: "given", type: printPlace({ schema: open, name: entity.name.id }) }],
    returns: `SETOF ${rows}`,
    language: "sql",
    volatility: "stable",
    actsAs: "caller",
    // It names everything in full: rows are found by their keys, and conditions on them go into it.
    isInlined: true,
    body: `SELECT one.* FROM ${rows} AS one WHERE one."id" OPERATOR(pg_catalog.=) ANY (($1).${quoteIdentifier(name.id)})`,
    callers: everyone,
    address,
  };
}
