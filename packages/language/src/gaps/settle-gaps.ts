// A part of a document that reads a part not shown is unknown too: it becomes a gap of its own before it is planned.
import type { Compiled } from "../compile.ts";
import { buildLookup, referencesTo, type Lookup } from "../names/lookup.ts";
import type { Reference } from "../text/name.ts";
import { expressionsOf, type Template } from "../clause/template.ts";
import type { Amount } from "../clause/value.ts";
import type { Mail } from "../sections/calls/model.ts";
import { openEffect } from "./open-effect.ts";
import { open, openField, whatIsKnown, type Known } from "./known.ts";
import type { Limit } from "../sections/constants/model.ts";
import type { Entity } from "../sections/entities/model.ts";
import { grantNames, grantsOwn } from "../clause/grant.ts";
import {
  pathsWithin,
  type Condition,
  type Giving,
  type Right,
  type RightCell,
  type Role,
  type Within,
} from "../sections/permissions/model.ts";
import type { Rule } from "../sections/rules/model.ts";
import type { Machine, State, TransitionRow } from "../sections/states/model.ts";

/**
 * The document has no errors, so an expression without a type reads what is not shown. Its cell is then as if it said so
 * itself: every later stage looks at what a clause says is not shown, and at nothing else.
 */
export function settleGaps(compiled: Compiled): Compiled {
  const { model, problems } = compiled;
  const isGap = problems.some(({ severity }) => severity === "gap");
  if (!isGap || problems.some(({ severity }) => severity === "error")) return compiled;
  const asStated = whatIsKnown(compiled);
  const roles = model.permissions.roles.map((role) => openRole(role, asStated, compiled.lookup));
  const checked = withoutRoles(compiled.checked, roles);
  const known = whatIsKnown({ checked, lookup: compiled.lookup });
  const conditions = model.permissions.conditions.map((one) => openCondition(one, known));
  const lost = new Set(conditions.flatMap(({ name, holds }) => (holds === undefined ? [name.id] : [])));
  const isUnowned = (about: Reference) => {
    const entity = compiled.lookup.entities.get(about.id);
    if (entity?.notShown.includes("Owner") === true) return true;
    return entity?.owner !== undefined && !known.field(entity.owner.id, about);
  };
  /** The role is held within something, and the field that would lead there is not shown. */
  const isAstray = ({ role }: RightCell, { for: about, action }: Right) => {
    const within = compiled.lookup.roles.get(role.id)?.within;
    const isOfRow = action.kind !== "call" && within !== undefined;
    return isOfRow && pathsWithin(about.id, within, compiled.lookup) !== 1;
  };
  const isStored = ({ action, for: about }: Right) =>
    (action.kind !== "see" && action.kind !== "set") || known.field(action.field.id, about);
  // Nowhere to keep a state: the field that would be one may have another type.
  const hasField = ({ entity }: Machine) => {
    const fields = compiled.lookup.entities.get(entity.id)?.fields ?? [];
    return fields.some(({ type }) => type?.kind === "state") || fields.every(({ type }) => type !== undefined);
  };
  const opened: Compiled["model"] = {
    ...model,
    entities: {
      ...model.entities,
      entities: model.entities.entities.map((entity) => ({
        ...openEntity(entity, known),
        fields: entity.fields.map((field) => openField(field, known)),
      })),
    },
    states: {
      ...model.states,
      machines: model.states.machines.filter(hasField).map((machine) => ({
        ...machine,
        states: machine.states.map((state) => openState(state, known)),
        transitions: machine.transitions.map((row) => openTransition(row, machine.entity, known)),
      })),
      effects: model.states.effects.map((effect) => openEffect(effect, known, compiled.lookup)),
    },
    permissions: {
      ...model.permissions,
      roles,
      conditions,
      rights: model.permissions.rights.filter(isStored).map((right) => ({
        ...right,
        cells: right.cells.map((cell) => openCell(cell, lost, isUnowned(right.for), isAstray(cell, right))),
      })),
    },
    rules: { ...model.rules, rules: model.rules.rules.map((rule) => openRule(rule, known)) },
    calls: { ...model.calls, mails: model.calls.mails.map((mail) => openMail(mail, known)) },
    constants: {
      ...model.constants,
      limits: model.constants.limits.map((limit) => openLimit(limit, known, compiled.lookup)),
    },
  };
  return { ...compiled, checked, model: opened, lookup: buildLookup(opened) };
}

/** A role whose holders are unknown leaves unknown, too, who does not hold it. */
function withoutRoles(checked: Compiled["checked"], roles: readonly Role[]): Compiled["checked"] {
  const isOpen = ({ notShown }: Role) => notShown.includes("Given by") || notShown.includes("Within");
  const lost = new Set(roles.filter(isOpen).map(({ name }) => name.label));
  if (lost.size === 0) return checked;
  return new Map(
    [...checked].map(([expression, found]) => [
      expression,
      found.reads.roles.isDisjointFrom(lost) ? found : { ...found, typed: undefined },
    ]),
  );
}

function openEntity(entity: Entity, known: Known): Entity {
  const has = ({ id }: Reference) => known.field(id, entity.name);
  const uniqueTogether = entity.uniqueTogether.filter(({ fields }) => fields.every(has));
  const [isShown, isOwned] = [known.expression(entity.shownAs), entity.owner === undefined || has(entity.owner)];
  if (isShown && isOwned && uniqueTogether.length === entity.uniqueTogether.length) return entity;
  const lost = [
    ...(isShown ? [] : ["Shown as" as const]),
    ...(isOwned ? [] : ["Owner" as const]),
    ...(uniqueTogether.length === entity.uniqueTogether.length ? [] : ["Unique together" as const]),
  ];
  const { shownAs, owner } = entity;
  return open(
    { ...entity, uniqueTogether, shownAs: isShown ? shownAs : undefined, owner: isOwned ? owner : undefined },
    ...lost,
  );
}

function openRule(rule: Rule, known: Known): Rule {
  const { must, entity } = rule;
  const fields =
    must?.kind === "unique"
      ? must.fields
      : must?.kind === "no circle"
        ? [must.field]
        : must?.kind === "no overlap"
          ? [must.from, must.to, ...must.per.flatMap((path) => path.slice(0, 1))]
          : [];
  const isKnown =
    fields.every(({ id }) => known.field(id, entity)) &&
    (must?.kind !== "no overlap" || known.expression(must.while)) &&
    (must?.kind !== "guard" || known.guard(must.guard));
  const asked = known.guard(rule.when) ? rule : open({ ...rule, when: undefined }, "When");
  return isKnown ? asked : open({ ...asked, must: undefined }, "Must hold");
}

function openLimit(limit: Limit, known: Known, lookup: Lookup): Limit {
  const { value, when } = limit;
  const isValueKnown = value === undefined || (isAmountKnown(value.amount, lookup) && isCounted(limit, known, lookup));
  const valued = isValueKnown ? limit : open(limit, "Value");
  return known.guard(when) ? valued : open(valued, "When");
}

const isAmountKnown = (amount: Amount, lookup: Lookup): boolean =>
  amount.kind === "value" || lookup.constants.get(amount.name.id)?.value !== undefined;

/** The reference by which a quota counts rows may be a field without a type. */
function isCounted({ value, counts }: Limit, known: Known, lookup: Lookup): boolean {
  if (value?.kind !== "quota" || counts === undefined) return true;
  if (value.via !== undefined) return known.field(value.via.id, counts.of);
  return referencesTo(lookup, counts.of.id, value.entity.id).length > 0;
}

const openState = (state: State, known: Known): State =>
  known.guard(state.startIf) ? state : open({ ...state, kind: "", startIf: undefined }, "Kind");

function openTransition(stated: TransitionRow, entity: Reference, known: Known): TransitionRow {
  const asks = stated.asks.filter(({ field }) => known.field(field.id, entity));
  const row = asks.length === stated.asks.length ? stated : open({ ...stated, asks }, "Asks for");
  const isTimed = row.on?.kind === "after" || row.on?.kind === "at";
  const timed = isTimed && !known.expression(row.on.expression) ? open({ ...row, on: undefined }, "On") : row;
  return known.guard(timed.onlyIf) ? timed : open({ ...timed, onlyIf: undefined }, "Only if");
}

/** No user holds a role whose scope is unknown, or for which it is unknown whom the row that gives it names. */
function openRole(role: Role, known: Known, lookup: Lookup): Role {
  const isKnown = (giving: Giving) => giving.kind !== "row" || (known.expression(giving.where) && isWhole(giving));
  const isWhole = (giving: Extract<Giving, { kind: "row" }>) => {
    const giver = giving.entity.id;
    const namesSomebody = referencesTo(lookup, giver, "user").length === 1;
    return namesSomebody && (role.within === undefined || isInside(giver, role.within, lookup));
  };
  const givenBy = role.notShown.includes("Within") ? [] : role.givenBy.filter(isKnown);
  return givenBy.length === role.givenBy.length ? role : open({ ...role, givenBy }, "Given by");
}

/** What "via" names is a reference of the rows that are judged; the row that gives the role need not have it. */
const isInside = (giver: string, within: Within, lookup: Lookup): boolean =>
  [within, { ...within, via: undefined }].some((one) => pathsWithin(giver, one, lookup) === 1);

const openCondition = (condition: Condition, known: Known): Condition =>
  known.expression(condition.holds) ? condition : open({ ...condition, holds: undefined }, "Holds when");

/** A condition that is unknown may grant or deny the right: so may its opposite. */
function openCell(cell: RightCell, lost: ReadonlySet<string>, isUnowned: boolean, isAstray: boolean): RightCell {
  const { grant } = cell;
  const isOpen =
    grant !== undefined &&
    (grantNames(grant).some(({ id }) => lost.has(id)) ||
      (isUnowned && grantsOwn(grant)) ||
      (isAstray && grant.kind !== "no"));
  return isOpen ? open({ ...cell, grant: undefined }, cell.role.label) : cell;
}

function openMail(mail: Mail, known: Known): Mail {
  const isKnown = ([, template]: readonly [string, Template]) => expressionsOf(template).every(known.expression);
  const [subject, text] = [mail.subject, mail.text].map((all) => new Map([...all].filter(isKnown)));
  if (!subject || !text || (subject.size === mail.subject.size && text.size === mail.text.size)) return mail;
  const lost = [
    ...(subject.size === mail.subject.size ? [] : ["Subject" as const]),
    ...(text.size === mail.text.size ? [] : ["Text" as const]),
  ];
  return open({ ...mail, subject, text }, ...lost);
}
