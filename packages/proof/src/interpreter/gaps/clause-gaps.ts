// What of a clause is not shown, or reads what is not: whatever would need it is refused with NOT_SHOWN at its address.
import type {
  Effect,
  Entity,
  Expression,
  Field,
  Grant,
  Guard,
  Limit,
  Reference,
  Right,
  Role,
  Rule,
  State,
  TransitionRow,
} from "@writ/language/model";
import { isAmountGap } from "../world/constants.ts";
import { inBody } from "../document/expressions-in.ts";
import { entityOf, fieldOf, fieldsOf, machinesOf, referencesTo } from "../document/names.ts";
import type { Program } from "../world/world.ts";

/** What every entity has without saying so. */
export const systemFields: ReadonlySet<string> = new Set([
  "id",
  "created_at",
  "created_by",
  "updated_at",
  "updated_by",
]);

type Clause = { readonly address: string; readonly notShown: readonly string[] };

/** By entity, role, rule, limit, effect, row of a transition and cell of the matrix: the address of what is not shown of it, or not known. */
export function gapsOfClauses(program: Program): ReadonlyMap<object, string> {
  const { entities, rules, constants, states, permissions } = program.model;
  const all: readonly (readonly [object, string | undefined])[] = [
    ...entities.entities.map((entity) => [entity, gapOfUniqueTogether(program, entity)] as const),
    ...permissions.roles.map((role) => [role, isRoleGap(program, role) ? role.address : undefined] as const),
    ...rules.rules.map((rule) => [rule, gapOfRule(program, rule)] as const),
    ...constants.limits.map((limit) => [limit, gapOfLimit(program, limit)] as const),
    ...states.effects.map((effect) => [effect, gapOfEffect(program, effect)] as const),
    ...states.machines.flatMap(({ entity, transitions }) =>
      transitions.map((row) => [row, gapOfRow(program, row, entity)] as const),
    ),
    ...permissions.rights.flatMap((right) =>
      right.cells.map((cell) => [cell, isGrantGap(program, right, cell.grant) ? cell.address : undefined] as const),
    ),
  ];
  return new Map(all.flatMap(([clause, address]) => (address === undefined ? [] : [[clause, address] as const])));
}

export const gapOfTransition = ({ clauseGaps }: Program, rows: readonly TransitionRow[]): string | undefined =>
  clauseGaps.size === 0 ? undefined : rows.map((row) => clauseGaps.get(row)).find((address) => address !== undefined);

/** What a cell says; nothing where it is not shown, or by what it names. */
export const shownGrant = ({ clauseGaps }: Program, cell: Right["cells"][number]): Grant | undefined =>
  clauseGaps.has(cell) ? undefined : cell.grant;

const isGap = ({ expressionGaps }: Program, expression: Expression | undefined): boolean =>
  expression !== undefined && expressionGaps.has(expression);

export function isGuardGap(program: Program, guard: Guard | undefined): boolean {
  if (guard?.kind !== "condition") return isGap(program, guard?.expression);
  const holds = program.lookup.conditions.get(guard.name.id)?.holds;
  return holds === undefined || isGap(program, holds);
}

const hasType = (program: Program, entity: string, name: string): boolean => {
  const field = fieldOf(program, entity, name);
  if (field !== undefined) return field.type !== undefined;
  return systemFields.has(name) || program.lookup.entities.get(entity)?.bodyNotShown !== true;
};

/** The address of the first of these columns that is not shown or, by what it says, not known. */
function gapOfColumns(
  { address, notShown }: Clause,
  columns: readonly string[],
  gaps: Readonly<Record<string, boolean>> = {},
): string | undefined {
  const column = columns.find((one) => notShown.includes(one)) ?? Object.keys(gaps).find((one) => gaps[one] === true);
  return column === undefined ? undefined : `${address}/${column}`;
}

function gapOfRule(program: Program, rule: Rule): string | undefined {
  const { must, when } = rule;
  const entity = entityOf(program, rule.entity);
  const fields =
    must?.kind === "unique"
      ? must.fields
      : must?.kind === "no circle"
        ? [must.field]
        : must?.kind === "no overlap"
          ? [must.from, must.to, ...must.per.flatMap((path) => path.slice(0, 1))]
          : [];
  const isMustGap =
    fields.some(({ id }) => !hasType(program, entity, id)) ||
    (must?.kind === "guard" && isGuardGap(program, must.guard)) ||
    (must?.kind === "no overlap" && isGap(program, must.while));
  return gapOfColumns(rule, ["On", "When", "Must hold"], {
    When: isGuardGap(program, when),
    "Must hold": isMustGap,
  });
}

function gapOfLimit(program: Program, limit: Limit): string | undefined {
  return gapOfColumns(limit, ["Value", "Counts", "When"], {
    Value: isAmountGap(program, limit.value?.amount) || isCountedByNothing(program, limit),
    When: isGuardGap(program, limit.when),
  });
}

/** The reference by which rows are counted may be a field without a type. */
function isCountedByNothing(program: Program, { value, counts }: Limit): boolean {
  if (value?.kind !== "quota" || counts === undefined) return false;
  const [counted, target] = [entityOf(program, counts.of), entityOf(program, value.entity)];
  if (value.via !== undefined) return !hasType(program, counted, value.via.id);
  return referencesTo(program, counted, target).length === 0;
}

/** Everything but what it is called and how it is told decides what a transition does. */
const gapOfRow = (program: Program, row: TransitionRow, entity: Reference): string | undefined =>
  gapOfColumns(row, transitionColumns, {
    "Asks for": row.asks.some(({ field }) => !hasType(program, entityOf(program, entity), field.id)),
    On: row.on !== undefined && "expression" in row.on && isGap(program, row.on.expression),
    "Only if": isGuardGap(program, row.onlyIf),
  });

const transitionColumns = ["From", "To", "On", "Only if", "Asks for"];

/** Whether it is known what sets an effect off; what no one knows does not. */
export const isCauseGap = (program: Program, { after, entity }: Effect): boolean =>
  after?.kind === "at"
    ? isGap(program, after.expression)
    : after?.kind === "change" && !hasType(program, entityOf(program, entity), after.field.id);

function gapOfEffect(program: Program, effect: Effect): string | undefined {
  return gapOfColumns(effect, ["If", "On", "Do", "With"], {
    On: isGap(program, effect.on),
    If: isGuardGap(program, effect.if),
    With: isActionGap(program, effect),
  });
}

function isActionGap(program: Program, { do: action, entity, on }: Effect): boolean {
  if (action === undefined) return false;
  const values = "values" in action ? action.values : [];
  if (values.some(({ value }) => isGap(program, value))) return true;
  const of = action.kind === "create" ? action.entity : action.kind === "set" && on === undefined ? entity : undefined;
  const entities = of === undefined ? [...program.lookup.fields.keys()] : [entityOf(program, of)];
  if (action.kind === "create" || action.kind === "set" || action.kind === "do")
    if (values.some(({ field }) => entities.some((one) => !hasType(program, one, field.id)))) return true;
  if (action.kind === "create") {
    const made = entityOf(program, action.entity);
    const set = new Set(values.map(({ field }) => fieldOf(program, made, field.id)));
    return fieldsOf(program, made).some((one) => !set.has(one) && isDefaultGap(program, one));
  }
  if (action.kind === "do" || action.kind === "delete") return isGap(program, action.on);
  if (action.kind === "call")
    return inBody(program.lookup.calls.get(action.call.id)?.body).some((one) => isGap(program, one));
  if (action.kind !== "mail" && action.kind !== "notify") return false;
  return isGap(program, action.to?.kind === "role" ? action.to.within : action.to?.expression);
}

/** Whether it is not shown who has a role or in what, or what of the rows that give it would say so. */
const isRoleGap = (program: Program, { notShown, givenBy, within }: Role): boolean =>
  ["Given by", "Within"].some((column) => notShown.includes(column)) ||
  givenBy.some((giving) => {
    if (giving.kind !== "row") return false;
    const giver = entityOf(program, giving.entity);
    const isWhole =
      program.lookup.entities.get(giver)?.bodyNotShown !== true &&
      fieldsOf(program, giver).every(({ type }) => type !== undefined);
    const leads = (target: string) => giver === target || referencesTo(program, giver, target).length > 0;
    const isLed = leads("user") && (within === undefined || leads(entityOf(program, within.entity)));
    return isGap(program, giving.where) || (!isWhole && !isLed);
  });

/** Whether it is not shown what no two rows may have together, or what of it would say so: the address of that. */
function gapOfUniqueTogether(
  program: Program,
  { address, name, notShown, uniqueTogether }: Entity,
): string | undefined {
  const isTogetherGap = uniqueTogether.some(({ fields }) => fields.some(({ id }) => !hasType(program, name.id, id)));
  return gapOfColumns({ address, notShown }, ["Unique together"], { "Unique together": isTogetherGap });
}

/** Whether a cell is not shown, or what it names is not. */
function isGrantGap(program: Program, right: Right, grant: Grant | undefined): boolean {
  if (grant === undefined) return true;
  const entity = entityOf(program, right.for);
  const of = program.lookup.entities.get(entity);
  const isUnowned =
    of?.notShown.includes("Owner") === true || (of?.owner !== undefined && !hasType(program, entity, of.owner.id));
  const isOpen = (one: Grant): boolean => {
    switch (one.kind) {
      case "own":
        return isUnowned;
      case "condition":
        return isGuardGap(program, one);
      case "not":
        return isOpen(one.of);
      case "and":
      case "or":
        return isOpen(one.left) || isOpen(one.right);
      default:
        return false;
    }
  };
  return isOpen(grant);
}

/** These begin by themselves. */
const drawn = ["state", "sequence number", "random code"];

/** Whether a field would have a default, if only it were shown. */
export const isDefaultGap = (program: Program, { type, notShown, default: value }: Field): boolean =>
  (notShown.includes("Default") && !drawn.includes(type?.kind ?? "")) ||
  (value?.kind === "expression" && isGap(program, value.expression));

/** Whether it is not known if rows begin in a state. */
export const isStateGap = (program: Program, { notShown, startIf }: State): boolean =>
  notShown.includes("Kind") || isGuardGap(program, startIf);

/** Of a row that begins in no state: the address of what may be its start. */
export const gapOfStart = (program: Program, entity: string, name: string): string | undefined =>
  machinesOf(program, entity)
    .filter(({ field }) => field === name)
    .flatMap(({ machine }) => machine.states)
    .filter((state) => isStateGap(program, state))
    .map(({ address }) => `${address}/Kind`)[0];
