// What a field with `among` may be set to, for users who may set it: they see these rows, whatever else they may read.
import { isReference } from "../../../field-types/index.ts";
import { quoteIdentifier, quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Design } from "../../../plan/design.ts";
import { rowNameSql } from "../../../plan/row-name.ts";
import { innerPlace, nameOf, open, partOf, printPlace, tableOf } from "../../../plan/layout.ts";
import type { DatabaseObject } from "../../../plan/objects.ts";
import type { Right } from "../../permissions/model.ts";
import type { Entity, Field } from "../model.ts";
import { amongPlace, isChosenWell, type TypedField } from "./chosen.ts";
import { fieldsOf } from "./columns.ts";
import { isReserved } from "./given.ts";

/** One name for each, as clients call it: `choices_ticket.assignee`. */
export const choicesName = (entity: string, field: string): string => nameOf("choices", partOf(entity, field));

/** `"choices_ticket.assignee"(q, row_id, draft)`: ids and names, fifty at most, whose names have the words in them. */
export function choicesOf(entity: Entity, design: Design): readonly DatabaseObject[] {
  return fieldsOf(entity).flatMap((field): readonly DatabaseObject[] => {
    const { type } = field;
    if ((type?.kind !== "reference" && type?.kind !== "several") || type.among === undefined) return [];
    const target = type.entity.id;
    const stored = printPlace(tableOf(design.layout, entity.name.id));
    const name = rowNameSql(target, "chosen", design, true);
    const rowless = roleCheck(settersOf(entity, field, design));
    return [
      {
        kind: "function",
        place: { schema: open, name: choicesName(entity.name.id, field.name.id) },
        parameters: [
          { name: "q", type: "text", optional: true },
          { name: "row_id", type: "uuid", optional: true },
          { name: "draft", type: "jsonb", optional: true },
        ],
        returns: 'TABLE("id" uuid, "name" text)',
        language: "plpgsql",
        volatility: "stable",
        // It shows rows past the reader's rights, so it asks first whether they may set the field at all.
        actsAs: "owner",
        body: `#variable_conflict use_column
DECLARE _given ${stored}; _pattern text := '%' || replace(replace(replace(COALESCE(normalize($1, NFC), ''), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%';
BEGIN
  IF auth.uid() IS NULL THEN RETURN; END IF;
  IF $2 IS NULL THEN
    IF NOT (${rowless}) THEN RETURN; END IF;
    ${draftSql(entity, field, design)}
  ELSE
    SELECT found.* INTO _given FROM ${stored} AS found WHERE found.id = $2;
    IF NOT FOUND OR NOT (${storedCheck(entity, field, design)}) THEN RETURN; END IF;
  END IF;
  RETURN QUERY SELECT chosen.id, ${name} FROM ${printPlace(tableOf(design.layout, target))} AS chosen
    WHERE ${name} ILIKE _pattern AND ${printPlace(amongPlace(entity, field))}(_given, chosen.id)
    ORDER BY 2, 1 LIMIT 50;
END`,
        callers: ["authenticated"],
        address: field.address,
      },
    ];
  });
}

/**
 * A row that is not stored yet is known by what it refers to: by rows that the caller reads and might create such a row
 * with. With any other reference the caller is offered only what does not depend on the row.
 */
function draftSql(entity: Entity, field: Field, design: Design): string {
  const { layout } = design;
  const named = fieldsOf(entity).filter(
    (one) =>
      isReference(one.type) &&
      one.type.entity.id !== "user" &&
      one.name.id !== field.name.id &&
      !isReserved(entity, one, design),
  );
  if (named.length === 0) return "";
  const taken = named.map(({ name: { id } }) => `${quoteText(id)}, $3 -> ${quoteText(id)}`).join(", ");
  const isWrong = (one: TypedField) =>
    `(_given.${quoteIdentifier(one.name.id)} IS NOT NULL AND NOT ${isChosenWell(entity, one, "_given", design)})`;
  // What was chosen before something else was changed is offered no more: it stands in the way of nothing.
  const bound = named.filter(({ type }) => type.kind === "reference" && type.among !== undefined);
  const cleared = bound.map((one) => `IF ${isWrong(one)} THEN _given.${quoteIdentifier(one.name.id)} := NULL; END IF;`);
  return `IF $3 IS NOT NULL THEN
      _given := jsonb_populate_record(NULL::${printPlace(tableOf(layout, entity.name.id))}, jsonb_build_object(${taken}));
      ${cleared.join("\n      ")}
      IF ${named.map(isWrong).join(" OR ")} OR ${printPlace(innerPlace("may", "draft", entity.name.id))}(_given) IS NOT TRUE THEN _given := NULL; END IF;
    END IF;`;
}

/** The rows of the matrix by which users set the field: steps that ask for it, `set`, and unrestricted writing. */
function settersOf(
  entity: Entity,
  field: Field,
  design: Design,
): { readonly steps: readonly Right[]; readonly sets: readonly Right[]; readonly writes: readonly Right[] } {
  const { model, lookup } = design.compiled;
  const own = model.permissions.rights.filter((right) => right.for.id === entity.name.id);
  const is = (id: string) => id === field.name.id;
  const sets = own.filter(({ action }) => action.kind === "set" && is(action.field.id));
  const isNarrowed = (on: "create" | "update"): boolean =>
    sets.some(({ action }) => action.kind === "set" && (action.on ?? on) === on);
  return {
    steps: own.filter(
      ({ action }) =>
        action.kind === "transition" &&
        (lookup.transitions.get(entity.name.id)?.get(action.transition.id) ?? []).some(({ asks }) =>
          asks.some((asked) => is(asked.field.id)),
        ),
    ),
    sets,
    // A field that may not be set later may still be set by the creator of the row.
    writes:
      field.required === "auto"
        ? []
        : own.filter(({ action: { kind } }) => (kind === "create" || kind === "update") && !isNarrowed(kind)),
  };
}

type Setters = ReturnType<typeof settersOf>;

/** Whether the caller has a role that may, for some row. */
function roleCheck({ steps, sets, writes }: Setters): string {
  const roles = new Set(
    [...steps, ...sets, ...writes].flatMap(({ cells }) =>
      cells.flatMap(({ role, grant }) => (grant === undefined || grant.kind === "no" ? [] : [role.id])),
    ),
  );
  return [...roles].map((role) => `writ.has_role(${quoteText(role)})`).join(" OR ") || "false";
}

/** Whether they may with this row: one that they read, and may change or take the step with. */
function storedCheck(entity: Entity, field: Field, design: Design): string {
  const { lookup } = design.compiled;
  const { id } = entity.name;
  const setters = settersOf(entity, field, design);
  const may = (place: ReturnType<typeof innerPlace>) => `${printPlace(place)}(_given)`;
  const steps = setters.steps.flatMap(({ action }) => {
    const step =
      action.kind === "transition" ? lookup.transitions.get(id)?.get(action.transition.id)?.[0]?.name.id : undefined;
    return step === undefined ? [] : [may(innerPlace("may", partOf(id, step)))];
  });
  const update = may(innerPlace("may", "update", id));
  const sets = setters.sets.filter(({ action }) => action.kind === "set" && action.on !== "create");
  const changes = [
    ...(setters.writes.some(({ action }) => action.kind === "update") ? [update] : []),
    ...(sets.length > 0 ? [`(${update} AND (${roleCheck({ steps: [], writes: [], sets })}))`] : []),
  ];
  const any = [...steps, ...changes].map((one) => `${one} IS TRUE`).join(" OR ") || "false";
  return `${may(innerPlace("may", "read", id))} IS TRUE AND (${any})`;
}
