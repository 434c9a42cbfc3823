// Columns that only the system sets: a given value has to be the stored one, or the one that would be set.
import { quoteIdentifier, quoteText } from "../expression/sql/sql-quote.ts";
import type { GuardPart } from "./design.ts";
import type { Layout } from "./layout.ts";
import { orHiddenWrite, orUnseenAtCreation } from "./hidden-writes.ts";

export type ReservedColumn = {
  readonly column: string;
  readonly address: string;
  /** Those who create a row may say it. */
  readonly atCreation?: boolean;
  /** What stands for nothing in a column that is never empty. */
  readonly blank?: string | undefined;
  /** The value that would be set reveals something of other rows. */
  readonly drawn?: boolean;
};

/**
 * First what a client gave is put aside, then the system sets what it sets, then both are compared: a row that was read
 * may be sent back as it is. What was not read may not be given at all.
 */
export function reservedGuards(
  entity: string,
  columns: readonly ReservedColumn[],
  layout: Layout,
): readonly GuardPart[] {
  const [first] = columns;
  if (first === undefined) return [];
  const { address } = first;
  const all = (some: readonly ReservedColumn[], sql: (name: string, one: ReservedColumn) => string) =>
    some.map((one) => sql(quoteIdentifier(one.column), one)).join("\n");
  const atCreation = columns.filter((one) => one.atCreation !== true);
  const refused = (one: ReservedColumn) =>
    `problems := problems || writ.problem('FORBIDDEN', ${quoteText(one.column)}, ${quoteText(one.address)});`;
  const gave = (name: string, { blank }: ReservedColumn) =>
    blank === undefined ? `given.${name}` : `COALESCE(given.${name}, ${blank})`;
  const part = (on: "insert" | "update", phase: "given" | "right", sql: string): GuardPart => ({
    entity,
    on: [on],
    phase,
    sql: `IF client THEN\n${sql}\nEND IF;`,
    address,
  });
  const parts = [
    part(
      "update",
      "given",
      all(columns, (name) => `  NEW.${name} := OLD.${name};`),
    ),
    part(
      "update",
      "right",
      all(
        columns,
        (name, one) =>
          `  IF ${both(`${gave(name, one)} IS DISTINCT FROM OLD.${name} AND ${gave(name, one)} IS DISTINCT FROM NEW.${name}`, orHiddenWrite(layout, entity, one.column))} THEN ${refused(one)} END IF;`,
      ),
    ),
  ];
  if (atCreation.length === 0) return parts;
  return [
    part(
      "insert",
      "given",
      all(atCreation, (name) => `  NEW.${name} := NULL;`),
    ),
    part(
      "insert",
      "right",
      all(
        atCreation,
        (name, one) =>
          `  IF ${both(`given.${name} IS NOT NULL AND given.${name} IS DISTINCT FROM NEW.${name}`, orUnseenAtCreation(layout, entity, one.column, one.drawn === true))} THEN ${refused(one)} END IF;`,
      ),
    ),
    ...parts,
  ];
}

/** `or`: empty, or what follows from OR on. */
const both = (condition: string, or: string): string => (or === "" ? condition : `(${condition})${or}`);
