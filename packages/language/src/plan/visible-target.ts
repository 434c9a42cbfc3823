// Values computed as a reader sees them, and not as the system does.
import type { SqlTarget } from "../expression/sql/sql-target.ts";
import type { Design } from "./design.ts";
import { printPlace, tableOf } from "./layout.ts";
import { isMasked, seePlace } from "./hidden-writes.ts";

export const isService = "current_setting('role') = 'service_role'";

/**
 * What the caller may not see is empty, as it is on the wire, also behind references and in lists: neither a list
 * by what it leaves out, nor the name of a row, must tell it.
 */
export function visibleTarget(target: SqlTarget, { layout, compiled }: Design): SqlTarget {
  const isSeen = (row: string, entity: string, field: string) =>
    `(${isService} OR ${printPlace(seePlace(entity, field))}(${row}))`;
  return {
    ...target,
    field: (row, entity, field) => {
      const value = target.field(row, entity, field);
      return isMasked(layout, entity, field) ? `CASE WHEN ${isSeen(row, entity, field)} THEN ${value} END` : value;
    },
    list: (entity, field, row) => {
      const list = target.list(entity, field, row);
      const store = compiled.schema.entities.get(entity)?.fields.get(field)?.store;
      if (list.kind === "reverse" && store?.kind === "reverse" && isMasked(layout, list.entity, store.via))
        return { ...list, if: (each) => isSeen(each, list.entity, store.via) };
      if (list.kind !== "pairs" || !isMasked(layout, entity, field)) return list;
      const whole = printPlace(tableOf(layout, entity));
      return {
        ...list,
        if: (id) =>
          `EXISTS (SELECT FROM ${whole} AS _whole WHERE _whole.id = ${id} AND ${isSeen("_whole", entity, field)})`,
      };
    },
  };
}
