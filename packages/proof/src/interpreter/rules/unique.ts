// Values that no two rows may share: fields that are unique, together or by a rule. Empty values differ from each other.
import type { Guard, Rule } from "@writ/language/model";
import { guardHolds } from "../world/guards.ts";
import { readsOtherRows, mentionsName } from "../document/mentions.ts";
import { entityOf, fieldId, fieldsOf } from "../document/names.ts";
import { refuse, type Refusal } from "../document/refusal.ts";
import { scopeOf } from "../world/scope.ts";
import { equal, type Value } from "../values/value.ts";
import { asItWas, rowsOf, valueOf, type Program, type Row, type World } from "../world/world.ts";

type Unique = {
  readonly fields: readonly string[];
  readonly code: string;
  readonly clause: string;
  readonly ignoringCase: boolean;
  /** Only rows for which it holds are compared. */
  readonly when?: Guard | undefined;
};

export function brokenUniques(world: World, row: Row): readonly Refusal[] {
  return uniquesOf(world.program, row.entity)
    .filter((one) => isTaken(world, row, one))
    .map(({ fields, code, clause }) => refuse(code, clause, fields.length === 1 ? fields[0] : undefined));
}

function isTaken(world: World, row: Row, { fields, ignoringCase, when }: Unique): boolean {
  const key = (one: Row) => fields.map((field) => folded(valueOf(one, field), ignoringCase));
  const own = key(row);
  const counts = (one: Row) =>
    when === undefined || guardHolds(world.program, when, scopeOf(world, null, { [one.entity]: asItWas(one) }));
  if (own.includes(null) || !counts(row)) return false;
  return rowsOf(world, row.entity).some((other) => other.id !== row.id && equal(key(other), own) && counts(other));
}

/** Whether a rule is asked with the others, at the end: where On leaves out a write, or When reads more than the row. */
export function isCheckedAtEnd(program: Program, { entity, on, when, must }: Rule): boolean {
  if (must?.kind !== "unique") return false;
  const events = on.map(({ id }) => id);
  if (events.length > 0 && !(events.includes("create") && events.includes("update"))) return true;
  const expression = when?.kind === "condition" ? program.lookup.conditions.get(when.name.id)?.holds : when?.expression;
  if (expression?.tree === undefined) return false;
  const { tree } = expression;
  return (
    readsOtherRows(program, entityOf(program, entity), tree) ||
    ["now", "today", "old"].some((name) => mentionsName(tree, name))
  );
}

/** Of a rule that is asked at the end. */
export const isAlone = (world: World, row: Row, rule: Rule): boolean =>
  !uniquesOfRule(world.program, row.entity, rule).some((one) => isTaken(world, row, one));

/** The fields of which two rows may not have the same, alone or together with others. */
export const uniqueFields = (program: Program, entity: string): ReadonlySet<string> =>
  new Set(uniquesOf(program, entity).flatMap(({ fields }) => fields));

const folded = (value: Value, ignoringCase: boolean): Value =>
  ignoringCase && typeof value === "string" ? value.toLowerCase() : value;

function uniquesOf(program: Program, entity: string): readonly Unique[] {
  const { model, lookup } = program;
  const named = (fields: readonly { readonly id: string }[]) => fields.map(({ id }) => fieldId(program, entity, id));
  return [
    ...fieldsOf(program, entity).flatMap(({ name, type, address }): readonly Unique[] =>
      type === undefined || (type.unique === "no" && type.kind !== "random code")
        ? []
        : [{ fields: [name.id], code: "NOT_UNIQUE", clause: address, ignoringCase: type.unique === "ignoring case" }],
    ),
    ...(lookup.entities.get(entity)?.uniqueTogether ?? []).map(({ fields, address }) => ({
      fields: named(fields),
      code: "NOT_UNIQUE",
      clause: address,
      ignoringCase: false,
    })),
    ...model.rules.rules.flatMap((rule) =>
      isCheckedAtEnd(program, rule) || program.clauseGaps.has(rule) ? [] : uniquesOfRule(program, entity, rule),
    ),
  ];
}

function uniquesOfRule(program: Program, entity: string, rule: Rule): readonly Unique[] {
  if (rule.must?.kind !== "unique" || entityOf(program, rule.entity) !== entity) return [];
  const fields = rule.must.fields.map(({ id }) => fieldId(program, entity, id));
  const [code, clause] =
    rule.otherwise === undefined ? ["NOT_SHOWN", `${rule.address}/Otherwise`] : [rule.otherwise.label, rule.address];
  return [{ fields, code, clause, ignoringCase: false, when: rule.when }];
}
