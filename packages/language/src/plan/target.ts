// Where the SQL printer finds things: what the system itself reads, past all rights.
import type { Compiled } from "../compile.ts";
import type { SqlName, SqlTarget } from "../expression/sql/sql-target.ts";
import { quoteIdentifier, quoteText } from "../expression/sql/sql-quote.ts";
import { printSql } from "../expression/sql.ts";
import { ownOf } from "../text/own-of.ts";
import type { ComputedField } from "./computed.ts";
import { innerPlace, inner, pairsOf, partOf, printPlace, tableOf, type Layout } from "./layout.ts";

export type Names = {
  /** Names of the scope that are rows, each with its alias or record; an entity's own name is its alias otherwise. */
  readonly rows?: Readonly<Record<string, string>>;
  /** Names that are values, with their SQL: `input.from`. */
  readonly values?: Readonly<Record<string, string>>;
  /**
   * Whether kept values of other rows are read from their columns. They are only true once everything that follows from a
   * statement has followed, so that effects, guards and rules work them out anew.
   */
  readonly areKept?: boolean;
  /** SQL of the person whom it is asked about, where that is not the caller. */
  readonly me?: string;
};

export function systemTarget(
  { schema, lookup, model }: Pick<Compiled, "schema" | "lookup" | "model">,
  layout: Layout,
  { rows = {}, values = {}, areKept = false, me }: Names = {},
): SqlTarget {
  /** The printer's own aliases are rows of tables; in a row that is being written, nothing is worked out yet. */
  const computed = (row: string, entity: string, field: string): string => {
    const known = layout.computed.get(`${entity}.${field}`);
    const isColumn = known?.home === "column" || (known?.home === "kept" && areKept);
    if (isColumn && row.startsWith("_")) return `${row}.${quoteIdentifier(field)}`;
    if (known === undefined || known.home === "function" || known.home === "kept")
      return `${printPlace(computedPlace(entity, field))}(${row})`;
    return printComputed(known, row, { schema, lookup, model }, layout, me === undefined ? {} : { me });
  };
  const storeOf = (entity: string, field: string) => schema.entities.get(entity)?.fields.get(field)?.store;
  const roleNamed = (label: string) => [...lookup.roles.values()].find(({ name }) => name.label === label);
  const isHeldInThings = (label: string) =>
    roleNamed(label)?.givenBy.every(({ kind }) => kind === "row" || kind === "assigned by") === true;
  return {
    table: (entity) => printPlace(tableOf(layout, entity)),
    id: (row) => `${row}.id`,
    idType: "uuid",
    field: (row, entity, field) => {
      if (field === "id") return `${row}.id::text`;
      if (storeOf(entity, field)?.kind === "computed") return computed(row, entity, field);
      return `${row}.${quoteIdentifier(field)}`;
    },
    list: (entity, field, row) => {
      const store = storeOf(entity, field);
      if (store?.kind === "reverse") return { kind: "reverse", entity: store.entity, via: quoteIdentifier(store.via) };
      if (store?.kind !== "pairs") return { kind: "array" };
      return {
        kind: "pairs",
        entity: store.entity,
        table: printPlace(pairsOf(entity, field)),
        own: "own",
        other: "other",
        ...(row !== undefined && records.has(row) ? { array: `${row}.${quoteIdentifier(field)}` } : {}),
      };
    },
    name: (name): SqlName => {
      const value = ownOf(values, name) ?? (name === "me" ? me : undefined) ?? ownOf(standing, name);
      if (value !== undefined) return { kind: "value", value };
      return { kind: "row", row: ownOf(rows, name) ?? quoteIdentifier(name) };
    },
    hasRole: (named, role, within) => {
      const person = named ?? me;
      const key = quoteText(roleNamed(role)?.name.id ?? role);
      if (person === undefined && within === undefined) return `(SELECT ${inner}.has_role(${key}))`;
      // The caller has few things, which are looked up once, and an index can compare them.
      if (person === undefined && within !== undefined && isHeldInThings(role)) {
        return `COALESCE(${within} = ANY ((SELECT ${inner}.things_of_role(${key}))::uuid[]), false)`;
      }
      return `${inner}.person_has_role(${person ?? "(SELECT auth.uid())"}, ${key}, ${within ?? "NULL::uuid"})`;
    },
    timeZone: model.constants.settings.timeZone?.name ?? "UTC",
    moneyScale: schema.moneyScale,
    runtime: inner,
  };
}

/** Rows that are handed on as they are: what is about to be written has no pairs yet, and what was has others. */
const records: ReadonlySet<string> = new Set(["given", "before", "NEW", "OLD"]);

/** Inside a SELECT of their own, so that they are asked once a statement and not once a row. */
const standing: Readonly<Record<string, string>> = {
  me: "(SELECT auth.uid())",
  now: "(SELECT writ.now())",
  today: "(SELECT writ.today())",
};

/** The function of a row that works out a computed field. */
export const computedPlace = (entity: string, field: string) => innerPlace("computed", partOf(entity, field));

/** The value of a computed field as it is stored and shown: with the decimals of its type. */
export function printComputed(
  { entity, field, typed }: ComputedField,
  row: string,
  compiled: Pick<Compiled, "schema" | "lookup" | "model">,
  layout: Layout,
  names: Pick<Names, "areKept" | "me"> = {},
): string {
  const value = printSql(typed, systemTarget(compiled, layout, { rows: { [entity]: row }, ...names }), "strict");
  const { type } = field;
  const isLonger = type.kind === "number" && typed.type.kind === "number" && typed.type.scale > type.scale;
  return isLonger ? `round(${value}, ${type.scale})` : value;
}
