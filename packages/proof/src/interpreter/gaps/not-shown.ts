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
import { isOpenAmount } from "../world/constants.ts";
import { inBody } from "../document/expressions-in.ts";
import { entityOf, fieldOf, fieldsOf, machinesOf, referencesTo } from "../document/names.ts";
import type { Program } from "../world/world.ts";

/** What every entity has without saying so. */
export const ofAll: ReadonlySet<string> = new Set(["id", "created_at", "created_by", "updated_at", "updated_by"]);

type Clause = { readonly address: string; readonly notShown: readonly string[] };

/** By entity, role, rule, limit, effect, row of a transition and cell of the matrix: the address of what is not shown of it, or not known. */
export function openClausesIn(program: Program): ReadonlyMap<object, string> {
  const { entities, rules, constants, states, permissions } = program.model;
  const all: readonly (readonly [object, string | undefined])[] = [
    ...entities.entities.map((entity) => [entity, openTogether(program, entity)] as const),
    ...permissions.roles.map((role) => [role, isOpenRole(program, role) ? role.address : undefined] as const),
    ...rules.rules.map((rule) => [rule, openRule(program, rule)] as const),
    ...constants.limits.map((limit) => [limit, openLimit(program, limit)] as const),
    ...states.effects.map((effect) => [effect, openEffect(program, effect)] as const),
    ...states.machines.flatMap(({ entity, transitions }) =>
      transitions.map((row) => [row, openRow(program, row, entity)] as const),
    ),
    ...permissions.rights.flatMap((right) =>
      right.cells.map((cell) => [cell, isOpenGrant(program, right, cell.grant) ? cell.address : undefined] as const),
    ),
  ];
  return new Map(all.flatMap(([clause, address]) => (address === undefined ? [] : [[clause, address] as const])));
}

export const openTransition = ({ open }: Program, rows: readonly TransitionRow[]): string | undefined =>
  open.size === 0 ? undefined : rows.map((row) => open.get(row)).find((address) => address !== undefined);

/** What a cell says; nothing where it is not shown, or by what it names. */
export const shownGrant = ({ open }: Program, cell: Right["cells"][number]): Grant | undefined =>
  open.has(cell) ? undefined : cell.grant;

const isUnknown = ({ unknown }: Program, expression: Expression | undefined): boolean =>
  expression !== undefined && unknown.has(expression);

export function isOpenGuard(program: Program, guard: Guard | undefined): boolean {
  if (guard?.kind !== "condition") return isUnknown(program, guard?.expression);
  const holds = program.lookup.conditions.get(guard.name.id)?.holds;
  return holds === undefined || isUnknown(program, holds);
}

const hasType = (program: Program, entity: string, name: string): boolean => {
  const field = fieldOf(program, entity, name);
  if (field !== undefined) return field.type !== undefined;
  return ofAll.has(name) || program.lookup.entities.get(entity)?.bodyNotShown !== true;
};

/** The address of the first of these columns that is not shown or, by what it says, not known. */
function openColumn(
  { address, notShown }: Clause,
  columns: readonly string[],
  unknown: Readonly<Record<string, boolean>> = {},
): string | undefined {
  const column =
    columns.find((one) => notShown.includes(one)) ?? Object.keys(unknown).find((one) => unknown[one] === true);
  return column === undefined ? undefined : `${address}/${column}`;
}

function openRule(program: Program, rule: Rule): string | undefined {
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
  const isUnknownMust =
    fields.some(({ id }) => !hasType(program, entity, id)) ||
    (must?.kind === "guard" && isOpenGuard(program, must.guard)) ||
    (must?.kind === "no overlap" && isUnknown(program, must.while));
  return openColumn(rule, ["On", "When", "Must hold"], {
    When: isOpenGuard(program, when),
    "Must hold": isUnknownMust,
  });
}

function openLimit(program: Program, limit: Limit): string | undefined {
  return openColumn(limit, ["Value", "Counts", "When"], {
    Value: isOpenAmount(program, limit.value?.amount) || isCountedByNothing(program, limit),
    When: isOpenGuard(program, limit.when),
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
const openRow = (program: Program, row: TransitionRow, entity: Reference): string | undefined =>
  openColumn(row, transitionColumns, {
    "Asks for": row.asks.some(({ field }) => !hasType(program, entityOf(program, entity), field.id)),
    On: row.on !== undefined && "expression" in row.on && isUnknown(program, row.on.expression),
    "Only if": isOpenGuard(program, row.onlyIf),
  });

const transitionColumns = ["From", "To", "On", "Only if", "Asks for"];

/** Whether it is known what sets an effect off; what nobody knows does not. */
export const isOpenCause = (program: Program, { after, entity }: Effect): boolean =>
  after?.kind === "at"
    ? isUnknown(program, after.expression)
    : after?.kind === "change" && !hasType(program, entityOf(program, entity), after.field.id);

function openEffect(program: Program, effect: Effect): string | undefined {
  return openColumn(effect, ["If", "On", "Do", "With"], {
    On: isUnknown(program, effect.on),
    If: isOpenGuard(program, effect.if),
    With: isOpenAction(program, effect),
  });
}

function isOpenAction(program: Program, { do: action, entity, on }: Effect): boolean {
  if (action === undefined) return false;
  const values = "values" in action ? action.values : [];
  if (values.some(({ value }) => isUnknown(program, value))) return true;
  const of = action.kind === "create" ? action.entity : action.kind === "set" && on === undefined ? entity : undefined;
  const entities = of === undefined ? [...program.lookup.fields.keys()] : [entityOf(program, of)];
  if (action.kind === "create" || action.kind === "set" || action.kind === "do")
    if (values.some(({ field }) => entities.some((one) => !hasType(program, one, field.text)))) return true;
  if (action.kind === "create") {
    const made = entityOf(program, action.entity);
    const set = new Set(values.map(({ field }) => fieldOf(program, made, field.text)));
    return fieldsOf(program, made).some((one) => !set.has(one) && isOpenDefault(program, one));
  }
  if (action.kind === "do" || action.kind === "delete") return isUnknown(program, action.on);
  if (action.kind === "call")
    return inBody(program.lookup.calls.get(action.call.id)?.body).some((one) => isUnknown(program, one));
  if (action.kind !== "mail" && action.kind !== "notify") return false;
  return isUnknown(program, action.to?.kind === "role" ? action.to.within : action.to?.expression);
}

/** Whether it is not shown who has a role or in what, or what of the rows that give it would say so. */
const isOpenRole = (program: Program, { notShown, givenBy, within }: Role): boolean =>
  ["Given by", "Within"].some((column) => notShown.includes(column)) ||
  givenBy.some((giving) => {
    if (giving.kind !== "row") return false;
    const giver = entityOf(program, giving.entity);
    const isWhole =
      program.lookup.entities.get(giver)?.bodyNotShown !== true &&
      fieldsOf(program, giver).every(({ type }) => type !== undefined);
    const leads = (target: string) => giver === target || referencesTo(program, giver, target).length > 0;
    const isLed = leads("user") && (within === undefined || leads(entityOf(program, within.entity)));
    return isUnknown(program, giving.where) || (!isWhole && !isLed);
  });

/** Whether it is not shown what no two rows may have together, or what of it would say so: the address of that. */
function openTogether(program: Program, { address, name, notShown, uniqueTogether }: Entity): string | undefined {
  const isUnknownTogether = uniqueTogether.some(({ fields }) =>
    fields.some(({ id }) => !hasType(program, name.id, id)),
  );
  return openColumn({ address, notShown }, ["Unique together"], { "Unique together": isUnknownTogether });
}

/** Whether a cell is not shown, or what it names is not. */
function isOpenGrant(program: Program, right: Right, grant: Grant | undefined): boolean {
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
        return isOpenGuard(program, one);
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
export const isOpenDefault = (program: Program, { type, notShown, default: value }: Field): boolean =>
  (notShown.includes("Default") && !drawn.includes(type?.kind ?? "")) ||
  (value?.kind === "expression" && isUnknown(program, value.expression));

/** Whether it is not known if rows begin in a state. */
export const isOpenState = (program: Program, { notShown, startIf }: State): boolean =>
  notShown.includes("Kind") || isOpenGuard(program, startIf);

/** Of a row that begins in no state: the address of what may be its start. */
export const openStart = (program: Program, entity: string, name: string): string | undefined =>
  machinesOf(program, entity)
    .filter(({ field }) => field === name)
    .flatMap(({ machine }) => machine.states)
    .filter((state) => isOpenState(program, state))
    .map(({ address }) => `${address}/Kind`)[0];
