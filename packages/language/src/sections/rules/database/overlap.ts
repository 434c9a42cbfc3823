// Spans of time that must not meet: the rule says it in the document's words, an exclusion constraint stands behind it.
import { isDecision } from "../../../expression/kinds.ts";
import { quoteIdentifier } from "../../../expression/sql/sql-quote.ts";
import { staysInRow } from "../../../expression/analysis/in-row.ts";
import type { EntitySchema } from "../../../expression/schema.ts";
import type { Type } from "../../../expression/type.ts";
import type { Typed } from "../../../expression/typed.ts";
import type { Reference } from "../../../text/name.ts";
import type { Contribution, ReadPart } from "../../../plan/design.ts";
import { computedOf } from "../../../plan/writing/find-reads.ts";
import type { Step } from "../../../plan/read-targets.ts";
import { nameOf, printPlace, tableOf } from "../../../plan/layout.ts";
import type { DatabaseObject } from "../../../plan/objects.ts";
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

type Overlap = Extract<Must, { kind: "no overlap" }>;

/** One thing that both spans must be of, to be compared: the references to it, and what it is. */
type Per = { readonly steps: readonly string[]; readonly type: Type | undefined };

export function overlapOf(known: RuleDesign, must: Overlap): Contribution {
  const { rule, entity, design } = known;
  const per = must.per.map((path) => perOf(path, entity, known));
  const held = whileOf(must, known);
  const table = printPlace(tableOf(design.layout, entity.id));
  const same = per.map((one) => `${valueSql(one, "other", known)} = ${valueSql(one, "given", known)}`);
  const meets = [
    "other.id <> given.id",
    ...same,
    `${spanSql(must, "other", known)} && ${spanSql(must, "given", known)}`,
    ...(held === undefined ? [] : [printHeld(held, "other", known)]),
  ];
  const counts = [whenSql(known), ...(held === undefined ? [] : [printHeld(held, "given", known)])].join(" AND ");
  const constraint = constraintOf(per, held, must, known);
  const when = guardOf(known, rule.when)?.typed;
  const whole: ReadPart["reads"] = [apart(per, known)];
  return {
    objects: [
      ruleFunction(known, `NOT (${counts}) OR NOT EXISTS (SELECT FROM ${table} AS other WHERE ${meets.join(" AND ")})`),
      ...(constraint === undefined ? [] : [constraint]),
    ],
    rules: [rulePart(known)],
    reads: [
      { entity: entity.id, reads: whole, early: constraint !== undefined, address: rule.address },
      ...(when === undefined ? [] : [{ entity: entity.id, reads: when, address: rule.address }]),
    ],
  };
}

function perOf(path: readonly Reference[], entity: EntitySchema, known: RuleDesign): Per {
  let of: EntitySchema | undefined = entity;
  let type: Type | undefined;
  const steps = path.map((name) => {
    const field = of === undefined ? name.id : name.id;
    type = of?.fields.get(field)?.type;
    of = type?.kind === "row" ? known.design.compiled.schema.entities.get(type.entity) : undefined;
    return field;
  });
  return { steps, type };
}

/** What the path leads to, from a row that is at hand. */
function valueSql({ steps }: Per, row: string, { entity, design }: RuleDesign): string {
  const [first = "id", ...rest] = steps;
  let value = `${row}.${quoteIdentifier(first)}`;
  let at = entity;
  let field = first;
  for (const step of rest) {
    const type = at.fields.get(field)?.type;
    const next = type?.kind === "row" ? design.compiled.schema.entities.get(type.entity) : undefined;
    if (next === undefined) break;
    const table = printPlace(tableOf(design.layout, next.id));
    value = `(SELECT step.${quoteIdentifier(step)} FROM ${table} AS step WHERE step.id = ${value})`;
    [at, field] = [next, step];
  }
  return value;
}

/** An end before its start is another rule's business, and an empty one is not compared: both give no span. */
function spanSql(must: Overlap, row: string, known: RuleDesign): string {
  const prefix = row === "" ? "" : `${row}.`;
  const [from, to] = [must.from, must.to].map((name) => `${prefix}${quoteIdentifier(name.id)}`);
  const isDate = known.entity.fields.get(must.from.id)?.type.kind === "date";
  const range = isDate ? `daterange(${from}, ${to}, '[]')` : `tstzrange(${from}, ${to}, '[)')`;
  return `(CASE WHEN ${to} >= ${from} THEN ${range} END)`;
}

function whileOf(must: Overlap, { entity, design }: RuleDesign): Typed | undefined {
  const typed = must.while && design.compiled.checked.get(must.while)?.typed;
  return typed && written(typed, entity.id, (field) => computedOf(entity.id, field, design));
}

const printHeld = (typed: Typed, row: string, { entity, design }: RuleDesign): string =>
  design.print(typed, "strict", { rows: { [entity.id]: row } });

/** Where the row holds everything: the constraint applies even where the rule was not evaluated. */
function constraintOf(
  per: readonly Per[],
  held: Typed | undefined,
  must: Overlap,
  known: RuleDesign,
): (DatabaseObject & { readonly kind: "constraint" }) | undefined {
  const { rule, entity, design } = known;
  if (!isAlwaysChecked(known) || rule.when !== undefined || per.some(({ steps }) => steps.length > 1)) return undefined;
  if (held !== undefined && !staysInRow(held, design.compiled.schema)) return undefined;
  const keys = per.map(({ steps, type }) => {
    const column = quoteIdentifier(steps[0] ?? "id");
    return `${type !== undefined && isDecision(type) ? `(${column}::integer)` : column} WITH =`;
  });
  const where = held === undefined ? "" : ` WHERE (${printHeld(held, quoteIdentifier(entity.id), known)})`;
  const field = fieldOf(known);
  const excluded = [...keys, `${spanSql(must, "", known)} WITH &&`].join(", ");
  return {
    kind: "constraint",
    table: tableOf(design.layout, entity.id),
    name: nameOf(`rule.${entity.id}.${rule.name.id}`, "overlap"),
    definition: `EXCLUDE USING gist (${excluded})${where} DEFERRABLE INITIALLY DEFERRED`,
    refusal: { code: codeOf(rule), ...(field === undefined ? {} : { field }) },
    address: clauseOf(rule),
  };
}

/** A writer of a span of the same thing waits; where there is no such thing, a writer of any span. */
function apart(
  per: readonly Per[],
  { entity, design }: RuleDesign,
): NonNullable<Exclude<ReadPart["reads"], Typed>[number]> {
  const ways = per.filter(({ type }) => type?.kind === "row").toSorted((a, b) => a.steps.length - b.steps.length);
  const [nearest] = ways;
  if (nearest === undefined) return { kind: "whole", entity: entity.id };
  let at = entity.id;
  const way = nearest.steps.map((field): Step => {
    const type = design.compiled.schema.entities.get(at)?.fields.get(field)?.type;
    at = type?.kind === "row" ? type.entity : at;
    return { kind: "reference", field, to: at, fixed: false };
  });
  return { kind: "row", from: entity.id, way, apart: true };
}
