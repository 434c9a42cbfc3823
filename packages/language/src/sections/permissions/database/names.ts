// The names of people: wherever a readable row refers to an account, its id and name show, and nothing else of it.
import { refersToRows } from "../../../field-types/index.ts";
import { quoteIdentifier } from "../../../expression/sql/sql-quote.ts";
import type { Design } from "../../../plan/design.ts";
import { open, partOf, printPlace, referredName, tableOf } from "../../../plan/layout.ts";
import { everyone, type DatabaseObject, type Place } from "../../../plan/objects.ts";
import { computedPlace } from "../../../plan/target.ts";
import { seePlace } from "../../../plan/hidden-writes.ts";
import { isSystem } from "./masks.ts";
import { mayPlace } from "./rights.ts";

/** No entity is called so: identifiers do not begin with an underscore. */
const personPlace: Place = { schema: open, name: "_person" };

/**
 * A function of the row for each reference to an account, and each field with several of them. PostgREST knows these as
 * computed relationships, and takes them instead of the foreign key, which would show what `public.user` shows: only
 * the caller's own account.
 */
export function namesOf(design: Design): readonly DatabaseObject[] {
  const account = design.entities.find(({ name }) => name.id === "user");
  if (account === undefined) return [];
  const { address } = account;
  const column = (name: string, type: string) => ({ name, type, required: false, address });
  return [
    // Only its shape is used: it has no rows, and no client may read or write it.
    { kind: "table", place: personPlace, columns: [column("id", "uuid"), column("name", "text")], address },
    ...design.entities.flatMap((entity) => [
      ...entity.fields.flatMap(({ name, type, address: of }) => {
        const refers = refersToRows(type);
        const isPerson = refers && type.entity.id === "user";
        const field = { entity: entity.name.id, id: name.id, isList: type?.kind === "several", address: of };
        if (type?.kind === "computed") return computedName(field, design);
        return isPerson ? [nameFunction(field, design)] : [];
      }),
      ...["created_by", "updated_by"].map((id) =>
        nameFunction({ entity: entity.name.id, id, isList: false, address: entity.address }, design),
      ),
    ]),
  ];
}

type Naming = {
  readonly entity: string;
  readonly id: string;
  /** Several accounts. */
  readonly isList: boolean;
  readonly address: string;
};

/** A computed reference is a function called like its field already. */
function computedName(field: Naming, design: Design): readonly DatabaseObject[] {
  const computed = design.layout.computed.get(partOf(field.entity, field.id));
  if (computed?.field.type.kind !== "row" || computed.field.type.entity !== "user") return [];
  const value = `${printPlace(computedPlace(field.entity, field.id))}(_kept)`;
  return [nameFunction(field, design, referredName(field.id), value)];
}

/** Of the row that is given only the id counts, and the caller must be able to read it: a row can be made up. */
function nameFunction(
  { entity, id: field, isList, address }: Naming,
  design: Design,
  name = field,
  column = `_kept.${quoteIdentifier(field)}`,
): DatabaseObject {
  const from = printPlace(tableOf(design.layout, entity));
  const people = printPlace(tableOf(design.layout, "user"));
  // A name is as much as the account itself: where the field is hidden, so is whom it names.
  const isHidable = design.layout.masked.get(entity)?.has(field) === true;
  const maySee = isHidable ? ` AND ${printPlace(seePlace(entity, field))}(_kept)` : "";
  return {
    kind: "function",
    place: { schema: open, name },
    parameters: [{ name: "given", type: printPlace({ schema: open, name: entity }) }],
    returns: `SETOF ${printPlace(personPlace)}${isList ? "" : " ROWS 1"}`,
    language: "sql",
    volatility: "stable",
    actsAs: "owner",
    body: `SELECT person."id", person."name" FROM ${from} AS _kept JOIN ${people} AS person ON person."id" = ${isList ? `ANY (${column})` : column}
WHERE _kept."id" = ($1)."id" AND ((${printPlace(mayPlace("read", entity))}(_kept)${maySee}) OR ${isSystem})`,
    callers: everyone,
    address,
  };
}
