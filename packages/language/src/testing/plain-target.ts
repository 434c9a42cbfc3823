// Where things live in the simplest database: a table for each entity, everything a column under its own name.
import type { Schema } from "../expression/schema.ts";
import { quoteIdentifier, quoteText } from "../expression/sql/sql-quote.ts";
import type { SqlTarget } from "../expression/sql/sql-target.ts";

export function plainTarget(schema: Schema): SqlTarget {
  const storeOf = (entity: string, field: string) => schema.entities.get(entity)?.fields.get(field)?.store;
  return {
    table: (entity) => `public.${quoteIdentifier(entity)}`,
    id: (row) => `${row}.id`,
    idType: "uuid",
    field: (row, _entity, field) => `${row}.${field === "id" ? "id::text" : field}`,
    list: (entity, field) => {
      const store = storeOf(entity, field);
      if (store?.kind === "reverse") return { kind: "reverse", entity: store.entity, via: store.via };
      if (store?.kind !== "pairs") return { kind: "array" };
      return {
        kind: "pairs",
        entity: store.entity,
        table: `public.${entity}_${field}`,
        own: entity,
        other: store.entity,
      };
    },
    name: (name) => {
      if (name === "me" || name === "now" || name === "today")
        return { kind: "value", value: `(SELECT writ.${name}())` };
      if (name.includes(".")) return { kind: "value", value: `(SELECT writ.input(${quoteText(name)}))` };
      return { kind: "row", row: name };
    },
    hasRole: (person, role, within) => {
      const given = [person, quoteText(role), within].filter((one) => one !== undefined);
      return `(SELECT writ.has_role(${given.join(", ")}))`;
    },
    timeZone: "Europe/Paris",
    moneyScale: schema.moneyScale,
    runtime: "writ",
  };
}
