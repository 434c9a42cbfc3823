// Following a reference never leads back: walked upwards when a row is written, one writer at a time.
import { quoteIdentifier } from "../../../expression/sql/sql-quote.ts";
import type { Contribution } from "../../../plan/design.ts";
import { printPlace, tableOf } from "../../../plan/layout.ts";
import type { Must } from "../model.ts";
import { guardOf, ruleFunction, rulePart, whenSql, type RuleDesign } from "./part.ts";

export function circleOf(known: RuleDesign, must: Extract<Must, { kind: "no circle" }>): Contribution {
  const { rule, entity, design } = known;
  const field = must.field.id;
  const table = printPlace(tableOf(design.layout, entity.id));
  const column = quoteIdentifier(field);
  // UNION leaves out what was met already, so that a circle elsewhere on the way ends too.
  const up = `WITH RECURSIVE up (id) AS (SELECT given.${column} UNION SELECT above.${column} FROM up JOIN ${table} AS above ON above.id = up.id) SELECT FROM up WHERE up.id = given.id`;
  const when = guardOf(known, rule.when)?.typed;
  return {
    objects: [ruleFunction(known, `NOT ${whenSql(known)} OR NOT EXISTS (${up})`)],
    rules: [rulePart(known)],
    reads: [
      { entity: entity.id, reads: [{ kind: "whole", entity: entity.id, ifSet: field }], address: rule.address },
      ...(when === undefined ? [] : [{ entity: entity.id, reads: when, address: rule.address }]),
    ],
  };
}
