// Lists with filters and an order, as clients ask for them, and what the interpreter says that a user finds.
import type { FieldType } from "@writ/language/model";
import { trialOf } from "../field-types/trials.ts";
import { fieldOf, fieldsOf } from "../interpreter/document/names.ts";
import { readableRows, shownFields } from "../interpreter/rights/reading.ts";
import { compare, equal, isList, type Value } from "../interpreter/values/value.ts";
import { rowsOf, valueOf, type Caller, type World } from "../interpreter/world/world.ts";
import type { Draw } from "../random/draw.ts";
import type { Comparison, Filter, Query } from "./step.ts";
import { randomValueOf } from "./values.ts";

export function randomQuery(draw: Draw, world: World): Query {
  const { program } = world;
  const entity = draw.pick([...program.lookup.entities.keys(), "user"]);
  if (draw.once(2)) return { entity, filters: [] };
  const fields = fieldsOf(program, entity).filter(({ type }) => queriedOf(type) !== undefined);
  const filters = draw.some(fields, 2).map(({ name }) => randomFilter(draw, world, entity, name.id));
  const rows = rowsOf(world, entity);
  if (rows.length > 0 && draw.once(6)) filters.push({ field: "id", by: "eq", values: [draw.pick(rows).id] });
  const sorted = fields.filter(({ type }) => queriedOf(type) !== "as equal");
  if (sorted.length === 0 || draw.once(2)) return { entity, filters };
  return {
    entity,
    filters,
    order: { field: draw.pick(sorted).name.id, descending: draw.once(2), most: draw.number(1, 20) },
  };
}

const queriedOf = (type: FieldType | undefined) => (type === undefined ? undefined : trialOf(type).queried);

function randomFilter(draw: Draw, world: World, entity: string, name: string): Filter {
  const field = fieldOf(world.program, entity, name);
  if (draw.once(6)) return { field: name, by: "is", values: [null] };
  const bys: readonly Comparison[] =
    queriedOf(field?.type) === "by size" ? ["eq", "neq", "lt", "lte", "gt", "gte", "in"] : ["eq", "neq"];
  const by = draw.pick(bys);
  const rows = rowsOf(world, entity);
  const some = (): readonly Value[] => {
    const value =
      rows.length > 0 && !draw.once(3)
        ? valueOf(draw.pick(rows), name)
        : field === undefined
          ? null
          : randomValueOf(draw, world, field, "right");
    return value === null || value === "" ? [] : [value];
  };
  const values = by === "in" ? [...some(), ...some()] : some();
  return values.length === 0 ? { field: name, by: "is", values: [null] } : { field: name, by, values };
}

/** The ids of the rows that a user finds; in their order where the list has one. */
export function matchingIds(world: World, me: Caller, { entity, filters, order }: Query): readonly string[] {
  const rows = readableRows(world, me, entity).map((row) => ({ id: row.id, shown: shownFields(world, me, row) }));
  const result = rows.filter(({ shown }) => filters.every((filter) => passes(shown.get(filter.field) ?? null, filter)));
  if (order === undefined) return result.map(({ id }) => id).toSorted();
  const { field, descending, most } = order;
  const sign = descending ? -1 : 1;
  return result
    .toSorted((one, other) => {
      const [left, right] = [one.shown.get(field) ?? null, other.shown.get(field) ?? null];
      return sign * compare(left, right) || (one.id < other.id ? -1 : 1);
    })
    .slice(0, most)
    .map(({ id }) => id);
}

/** As SQL has it: what is empty is neither equal nor unequal to anything. */
function passes(value: Value, { by, values }: Filter): boolean {
  if (by === "is") return value === null;
  if (value === null || isList(value)) return false;
  const [first = null] = values;
  switch (by) {
    case "eq":
      return equal(value, first);
    case "neq":
      return !equal(value, first);
    case "in":
      return values.some((one) => equal(value, one));
    case "lt":
      return compare(value, first) < 0;
    case "lte":
      return compare(value, first) <= 0;
    case "gt":
      return compare(value, first) > 0;
    case "gte":
      return compare(value, first) >= 0;
  }
}

export const isPlain = ({ filters, order }: Query): boolean => filters.length === 0 && order === undefined;
