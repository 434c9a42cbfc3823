// No two rows with the same values: PostgreSQL's own index, which arbitrates between writers and answers at once.
import { quoteIdentifier } from "../../../expression/sql/sql-quote.ts";
import { staysInRow } from "../../../expression/analysis/in-row.ts";
import type { Contribution } from "../../../plan/design.ts";
import { computedOf } from "../../../plan/writing/find-reads.ts";
import { nameOf, printPlace, tableOf } from "../../../plan/layout.ts";
import { written } from "../../../plan/typed-guard.ts";
import type { Must } from "../model.ts";
import {
  clauseOf,
  codeOf,
  fieldOf,
  guardOf,
  isAlwaysChecked,
  ruleFunction,
  rulePart,
  whenSql,
  type RuleDesign,
} from "./part.ts";

type Unique = Extract<Must, { kind: "unique" }>;

/** Rows with an empty value there are not compared. */
export function uniqueOf(known: RuleDesign, must: Unique): Contribution {
  const { rule, entity, design } = known;
  const fields = must.fields.map((name) => name.id);
  const table = tableOf(design.layout, entity.id);
  const partial = isAlwaysChecked(known) ? partialWhere(known) : undefined;
  if (partial !== undefined) {
    const name = nameOf(`rule.${entity.id}.${rule.name.id}`, "unique");
    const at = fieldOf(known) ?? (fields.length === 1 ? fields[0] : undefined);
    return {
      objects: [
        {
          kind: "index",
          table,
          name,
          unique: true,
          definition: `(${fields.map(quoteIdentifier).join(", ")})${partial}`,
          refusal: { code: codeOf(rule), ...(at === undefined ? {} : { field: at }) },
          address: clauseOf(rule),
        },
      ],
    };
  }
  // Asked at some writes only, or about rows that other rows decide: no index knows that.
  const same = fields.map((field) => `other.${quoteIdentifier(field)} = given.${quoteIdentifier(field)}`).join(" AND ");
  const others = `SELECT FROM ${printPlace(table)} AS other WHERE other.id <> given.id AND ${same} AND ${whenSql(known, "other")}`;
  const when = guardOf(known, rule.when)?.typed;
  return {
    objects: [ruleFunction(known, `NOT ${whenSql(known)} OR NOT EXISTS (${others})`)],
    rules: [rulePart(known)],
    reads: [
      { entity: entity.id, reads: [{ kind: "whole", entity: entity.id }], address: rule.address },
      ...(when === undefined ? [] : [{ entity: entity.id, reads: when, address: rule.address }]),
    ],
  };
}

/** Undefined where When looks beyond the row. */
function partialWhere(known: RuleDesign): string | undefined {
  const { rule, entity, design } = known;
  if (rule.when === undefined) return "";
  const checked = guardOf(known, rule.when);
  if (checked?.typed === undefined || checked.reads.old) return undefined;
  const typed = written(checked.typed, entity.id, (field) => computedOf(entity.id, field, design));
  if (!staysInRow(typed, design.compiled.schema)) return undefined;
  return ` WHERE ${design.print(typed, "strict", { rows: { [entity.id]: quoteIdentifier(entity.id) } })}`;
}
