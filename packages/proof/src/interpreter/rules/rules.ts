// The second wave of refusals: rules and quotas, looked at when everything else of the transaction has been done.
import type { Must, Rule } from "@writ/language/model";
import { readField } from "../world/fields.ts";
import { guardHolds } from "../world/guards.ts";
import { entityOf, fieldId, fieldOf, fieldsOf, reversed } from "../document/names.ts";
import { brokenQuotas } from "./quotas.ts";
import { refuse, type Refusal } from "../document/refusal.ts";
import { holds, scopeOf } from "../world/scope.ts";
import { isAlone, isCheckedAtEnd } from "./unique.ts";
import { compare, equal, isRow, type Value } from "../values/value.ts";
import type { Work, Written } from "../world/work.ts";
import { asItWas, asValue, findRow, rowsOf, valueOf, type Row, type World } from "../world/world.ts";

/** A row whose rules are looked at, once for each thing that has happened to it. */
type Judged = {
  readonly row: Row;
  readonly old: Row | undefined;
  readonly causes: ReadonlySet<string>;
  /** A row of one of its lists was written, and not the row itself. */
  readonly isListed?: boolean;
};

/** All rules that all rows break. The report of a write lists all that it breaks, also by rows of lists. */
export function brokenRules(work: Work): readonly Refusal[] {
  const { world } = work;
  return rowsToJudge(work).flatMap((one, write) => {
    const result = [
      ...brokenBy(world, one),
      ...(one.isListed === true || one.causes.has("delete") ? [] : brokenQuotas(world, one.row, one.old)),
    ];
    return result.map((refusal) => ({ ...refusal, row: one.row.id, ...(one.isListed === true ? {} : { write }) }));
  });
}

/** What a row as it is would break if anything of it were changed. */
export const brokenAsItIs = (world: World, row: Row): readonly Refusal[] =>
  brokenBy(world, { row, old: row, causes: new Set(["update"]) });

function brokenBy(world: World, judged: Judged): readonly Refusal[] {
  const rules = world.program.model.rules.rules
    .filter((rule) => entityOf(world.program, rule.entity) === judged.row.entity && isDue(world, rule, judged))
    .filter((rule) => !isKept(world, rule, judged));
  return [...unknownTogether(world, judged), ...rules.map((rule) => refusalOf(world, rule))];
}

/** Whether a row may be there beside the others, no one knows. */
function unknownTogether({ program }: World, { row, causes, isListed }: Judged): readonly Refusal[] {
  const entity = isListed === true || causes.has("delete") ? undefined : program.lookup.entities.get(row.entity);
  const clause = entity && program.clauseGaps.get(entity);
  return clause === undefined ? [] : [refuse("NOT_SHOWN", clause)];
}

/** Of a rule that is unknown, or that does not show its error. */
function refusalOf({ program }: World, rule: Rule): Refusal {
  const open = program.clauseGaps.get(rule);
  if (open !== undefined) return refuse("NOT_SHOWN", open);
  const { otherwise, address, at } = rule;
  return otherwise === undefined
    ? refuse("NOT_SHOWN", `${address}/Otherwise`, at?.id)
    : refuse(otherwise.label, address, at?.id);
}

/** The rows that were written, and those of whose own lists a row was written. */
function rowsToJudge(work: Work): readonly Judged[] {
  const { world } = work;
  const written = [...work.written.values()];
  const listing = new Map(
    written
      .flatMap(({ entity, forms }) => forms.flatMap((form) => listingRows(world, entity, form)))
      .map((row) => [`${row.entity}/${row.id}`, row] as const),
  );
  const listed = [...listing.values()].map((row): Judged => ({
    row,
    old: row,
    causes: new Set(["update"]),
    isListed: true,
  }));
  return [...written.flatMap((one) => judgedSteps(work, one)), ...listed];
}

/** The row as it is at the end, beside what it was before each change. A step changes its row like every other update. */
function judgedSteps({ world, before }: Work, { entity, id, changes, forms }: Written): readonly Judged[] {
  const first = findRow(before, entity, id);
  const row = findRow(world, entity, id);
  // What was created and deleted again leaves nothing to judge; what is deleted is judged as it last was.
  if (row === undefined) {
    const last = forms.at(-1) ?? first;
    return first === undefined || last === undefined ? [] : [{ row: last, old: first, causes: new Set(["delete"]) }];
  }
  const created: readonly Judged[] = first === undefined ? [{ row, old: undefined, causes: new Set(["create"]) }] : [];
  return [...created, ...changes.map(({ old, cause }): Judged => ({ row, old, causes: new Set(["update", cause]) }))];
}

/** The rows that are there now and have this one in a list of theirs. */
function listingRows(world: World, entity: string, row: Row): readonly Row[] {
  const { program } = world;
  return ["user", ...program.lookup.entities.keys()].flatMap((owner) =>
    fieldsOf(program, owner).flatMap(({ type }) => {
      if (type?.kind !== "list") return [];
      const back = reversed(program, owner, type);
      const value = back.entity === entity ? valueOf(row, back.field) : null;
      const result = isRow(value) ? findRow(world, owner, value.id) : undefined;
      return result === undefined ? [] : [result];
    }),
  );
}

function isDue({ program }: World, rule: Rule, { causes }: Judged): boolean {
  const { on, must } = rule;
  // Mostly native in the database, and looked at when the row is written.
  if (must?.kind === "unique" && !program.clauseGaps.has(rule) && !isCheckedAtEnd(program, rule)) return false;
  // Of what is not shown no one knows that it is none of them.
  if (rule.notShown.includes("On")) return true;
  if (causes.has("delete")) return on.some(({ id }) => id === "delete");
  const due = on.length === 0 ? ["create", "update"] : on.map(({ id }) => id);
  return due.some((one) => causes.has(one));
}

function isKept(world: World, rule: Rule, { row, old, causes }: Judged): boolean {
  const { program } = world;
  if (program.clauseGaps.has(rule)) return false;
  const isGone = causes.has("delete");
  const scope = scopeOf(world, null, {
    [row.entity]: isGone ? asItWas(row) : asValue(row),
    old: old === undefined ? null : asItWas(old),
  });
  if (rule.when !== undefined && !guardHolds(program, rule.when, scope)) return true;
  const { must } = rule;
  switch (must?.kind) {
    case "guard":
      return guardHolds(program, must.guard, scope);
    case "unique":
      return isAlone(world, row, rule);
    case "no overlap":
      return !overlaps(world, must, row);
    case "no circle":
      return !leadsBack(world, row, fieldId(program, row.entity, must.field.id));
    default:
      return true;
  }
}

/** Whether the row's span meets that of another: rows that do cannot even be laid. */
export const overlapsAnother = (world: World, row: Row): boolean =>
  world.program.model.rules.rules.some(
    (rule) =>
      rule.must?.kind === "no overlap" &&
      !world.program.clauseGaps.has(rule) &&
      entityOf(world.program, rule.entity) === row.entity &&
      overlaps(world, rule.must, row),
  );

type NoOverlap = Extract<Must, { readonly kind: "no overlap" }>;

function overlaps(world: World, must: NoOverlap, row: Row): boolean {
  const { program } = world;
  const [from, to] = [must.from, must.to].map(({ id }) => fieldId(program, row.entity, id));
  const spanOf = (one: Row): readonly [Value, Value] => [valueOf(one, from ?? ""), valueOf(one, to ?? "")];
  const keysOf = (one: Row): readonly Value[] =>
    must.per.map((path) =>
      path.reduce<Value>(
        (value, step) =>
          isRow(value)
            ? readField(value, fieldOf(program, value.entity, step.id)?.name.id ?? step.id, scopeOf(world, null))
            : null,
        asValue(one),
      ),
    );
  const counts = (one: Row): boolean => {
    const [first, last] = spanOf(one);
    if (first === null || last === null || compare(first, last) > 0 || keysOf(one).includes(null)) return false;
    return must.while === undefined || holds(must.while, scopeOf(world, null, { [one.entity]: asValue(one) }));
  };
  if (!counts(row)) return false;
  return rowsOf(world, row.entity).some(
    (other) =>
      other.id !== row.id && counts(other) && equal(keysOf(other), keysOf(row)) && meet(spanOf(row), spanOf(other)),
  );
}

/** Dates include both ends; moments exclude the end, so that a span without length meets nothing. */
function meet([from, to]: readonly [Value, Value], [first, last]: readonly [Value, Value]): boolean {
  const isMoment = from !== null && typeof from === "object" && "kind" in from && from.kind === "datetime";
  if (!isMoment) return compare(from, last) <= 0 && compare(first, to) <= 0;
  return compare(from, to) < 0 && compare(first, last) < 0 && compare(from, last) < 0 && compare(first, to) < 0;
}

function leadsBack(world: World, row: Row, field: string): boolean {
  const passed = new Set<string>();
  for (let at = valueOf(row, field); isRow(at);) {
    if (at.id === row.id) return true;
    if (passed.has(at.id)) return false;
    passed.add(at.id);
    const next = findRow(world, at.entity, at.id);
    at = next === undefined ? null : valueOf(next, field);
  }
  return false;
}
