// References: which rows a user may choose, and which rows cannot be deleted because others still need them.
import { refersToRows } from "../../../field-types/index.ts";
import { decision } from "../../../expression/kinds.ts";
import { quoteIdentifier } from "../../../expression/sql/sql-quote.ts";
import type { Expression } from "../../../expression/tree.ts";
import type { Typed } from "../../../expression/typed.ts";
import { amongReads } from "../../../plan/writing/among-reads.ts";
import type { Design, GuardPart, ReadPart } from "../../../plan/design.ts";
import { typedOf } from "../../../plan/json.ts";
import { lockPlace, printPlace, tableOf } from "../../../plan/layout.ts";
import type { DatabaseObject } from "../../../plan/objects.ts";
import { isDrawn, orHiddenWrite, orUnseenAtCreation, unlessHiddenWrite } from "../../../plan/hidden-writes.ts";
import type { Entity } from "../model.ts";
import { choicesOf } from "./choices.ts";
import { amongPlace, isChosenWell, type TypedField } from "./chosen.ts";
import { defaultPlace, fieldsOf } from "./columns.ts";
import { afterTrigger, problemIf } from "./objects.ts";

export type References = {
  readonly objects: readonly DatabaseObject[];
  readonly guards: readonly GuardPart[];
  readonly reads: readonly ReadPart[];
};

export function referencesOf(entity: Entity, design: Design): References {
  const chosen = fieldsOf(entity).map((field) => chosenRows(entity, field, design));
  return {
    objects: [...chosen.flatMap((one) => one.objects), ...choicesOf(entity, design), ...stillUsed(entity, design)],
    guards: chosen.flatMap((one) => one.guards),
    reads: chosen.flatMap((one) => one.reads),
  };
}

/**
 * A user who names a row has to be able to read it, or it is among those that the document gives to choose from:
 * otherwise naming it would reveal that it exists. A missing row is rejected like one that they may not name. Neither
 * rule applies to what the system sets.
 */
function chosenRows(entity: Entity, field: TypedField, design: Design): References {
  const { type, address } = field;
  if (!refersToRows(type)) {
    return { objects: [], guards: [], reads: [] };
  }
  const { id } = field.name;
  const column = quoteIdentifier(id);
  const among = type.kind === "belongs to" ? undefined : type.among;
  const objects = among === undefined ? [] : [amongFunction(entity, field, among, design)];
  // A value that is stored already, or would be set anyway, is not a choice.
  const own = defaultValue(entity, field);
  const unseen = orUnseenAtCreation(design.layout, entity.name.id, id, isDrawn(entity, field, design));
  // A writer who may not see the stored value could otherwise try rows that they may not read until one passes.
  const isChanged = `(NEW.${column} IS DISTINCT FROM OLD.${column}${orHiddenWrite(design.layout, entity.name.id, id)})`;
  const there = unlessHiddenWrite(design.layout, entity.name.id, id, `OLD.${column}`);
  const isNew =
    own === undefined
      ? `(TG_OP = 'INSERT' OR ${isChanged})`
      : `(CASE TG_OP WHEN 'INSERT' THEN NEW.${column} IS DISTINCT FROM ${own}${unseen} ELSE ${isChanged} END)`;
  const before =
    own === undefined ? there : `(CASE WHEN TG_OP <> 'INSERT' THEN ${there} WHEN NOT (false${unseen}) THEN ${own} END)`;
  const well = isChosenWell(entity, field, "NEW", design, `COALESCE(_item.id = ANY (${before}), false)`);
  const isKnown = among === undefined || typedOf(among, design) !== undefined;
  const code = isKnown ? "INVALID" : "NOT_SHOWN";
  const reads = amongReads(entity.name.id, field, design);
  const isSaid = `client AND given.${column} IS NOT NULL AND ${isNew}`;
  // A caller who may not choose it in any case takes no lock that others would wait for.
  const lock = `IF ${isSaid} AND ${well} THEN PERFORM ${printPlace(lockPlace(entity.name.id))}(ARRAY[NEW]); END IF;\n`;
  const refuse = problemIf(`${isSaid} AND NOT ${well}`, code, id, address);
  const sql = `${reads.length === 0 ? "" : lock}${refuse}`;
  return {
    objects,
    guards: [{ entity: entity.name.id, on: ["insert", "update"], phase: "value", sql, address }],
    reads: reads.length === 0 ? [] : [{ entity: entity.name.id, reads, address }],
  };
}

/** The value that the field of a row `NEW` would get if the write omitted it. */
const defaultValue = (entity: Entity, field: TypedField): string | undefined =>
  field.default?.kind === "expression" && !field.notShown.includes("Default")
    ? `${printPlace(defaultPlace(entity, field))}(NEW)`
    : undefined;

/** Whether a row may be chosen for another row, which may not be stored yet. No row is in a list that is not shown. */
function amongFunction(entity: Entity, field: TypedField, among: Expression, design: Design): DatabaseObject {
  const list = typedOf(among, design);
  const body = list === undefined ? "false" : isAmong(entity, list, design);
  return {
    kind: "function",
    place: amongPlace(entity, field),
    parameters: [
      { name: "given", type: printPlace(tableOf(design.layout, entity.name.id)) },
      { name: "chosen", type: "uuid" },
    ],
    returns: "boolean",
    language: "sql",
    volatility: "stable",
    actsAs: "owner",
    body: `SELECT ${body}`,
    callers: [],
    address: field.address,
  };
}

function isAmong(entity: Entity, list: Typed, design: Design): string {
  const target = list.type.kind === "list" ? list.type.of : list.type;
  const at = { start: 0, end: 0 };
  const chosen: Typed = { ...at, node: "scope", name: "_chosen", source: "row", type: { ...target, empty: false } };
  const isIn: Typed = { ...at, node: "in list", of: chosen, list, type: decision };
  return design.print(isIn, "strict", { rows: { [entity.name.id]: "given" }, values: { _chosen: "$2" } });
}

/**
 * Asked once everything that goes with a row is gone, and once the document's own effects have had their turn. That is
 * when the transaction ends: what belongs to what belongs to the row goes only after the row's own triggers have fired.
 * The foreign key stands behind it for what happens at the same moment elsewhere.
 */
function stillUsed(entity: Entity, design: Design): readonly DatabaseObject[] {
  const { id } = entity.name;
  const uses = design.entities.flatMap((other) =>
    fieldsOf(other).flatMap(({ type, name, address }) => {
      if (type.kind !== "reference" || type.onDelete !== "blocked" || type.entity.id !== id) return [];
      const column = quoteIdentifier(name.id);
      const used = `EXISTS (SELECT FROM ${printPlace(tableOf(design.layout, other.name.id))} AS other WHERE other.${column} = OLD.id)`;
      return [problemIf(used, "STILL_USED", undefined, address)];
    }),
  );
  if (uses.length === 0) return [];
  const body = [
    "DECLARE problems jsonb := '[]'::jsonb;",
    "BEGIN",
    ...uses,
    "IF jsonb_array_length(problems) > 0 THEN PERFORM writ.refuse(problems); END IF;",
    "RETURN NULL;",
    "END",
  ];
  return afterTrigger({
    table: tableOf(design.layout, id),
    // A capital, so that it fires before the foreign key's own check.
    name: "Needed",
    deferred: true,
    events: ["delete"],
    function: `still_used_${id}`,
    body: body.join("\n"),
    address: entity.address,
  });
}
