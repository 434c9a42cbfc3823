// What section 6 lets whom do: every cell of the matrix, with rows just inside and just outside of its conditions.
import { type Lookup } from "../../names/lookup.ts";
import type { Model } from "../../model/model.ts";
import { entityOfCall, inputOf } from "../../scenario/call-input.ts";
import { formulaOfGrant, factsToSatisfy } from "../../scenario/formula.ts";
import {
  success,
  inTurn,
  notSignedIn,
  refused,
  type Fact,
  type Scenario,
  type ScenarioDeed,
} from "../../scenario/scenario.ts";
import { isCallShown } from "../../scenario/shown.ts";
import type { Action, Right, RightCell } from "./model.ts";

export { roleScenarios } from "./role-scenarios.ts";

export function permissionScenarios(model: Model, lookup: Lookup): readonly Scenario[] {
  return cellsAndStrangers(model, lookup).map((scenario) => {
    const { kind } = scenario.deed;
    const shows =
      kind === "read"
        ? waysToRead(scenario.entity, model, lookup)
        : kind === "create"
          ? imports(scenario.entity, model)
          : [];
    return shows.length === 0 ? scenario : { ...scenario, shows };
  });
}

/** Rows of files are created with the same rights. */
const imports = (entity: string, { screens }: Model): readonly string[] =>
  screens.screens
    .filter((screen) => screen.kind?.kind === "list" && screen.kind.entity.id === entity && screen.import.length > 0)
    .map(({ address }) => `${address}/Import`);

/** The readers of a row, and only they, read its history and find it by search. */
function waysToRead(entity: string, { screens }: Model, lookup: Lookup): readonly string[] {
  const of = lookup.entities.get(entity);
  const searched = screens.screens.filter(
    ({ kind, search }) => kind !== undefined && "entity" in kind && search.length > 0 && kind.entity.id === entity,
  );
  return [
    ...(of?.historyKept === true ? [`${of.address}/History`] : []),
    ...searched.map(({ address }) => `${address}/Search`),
  ];
}

function cellsAndStrangers(model: Model, lookup: Lookup): readonly Scenario[] {
  const { rights, roles } = model.permissions;
  const isForAnybody = roles.some(({ givenBy }) => givenBy.some(({ kind }) => kind === "anyone"));
  return rights.flatMap((right) => [
    ...right.cells.flatMap((cell) =>
      deedsOf(right, lookup).flatMap((deed) => cellScenarios(right, cell, deed, lookup)),
    ),
    ...(isForAnybody ? [] : strangersScenarios(right, lookup)),
  ]);
}

/** What no cell grants a caller who has not signed in, because no role applies to them. */
function strangersScenarios(right: Right, lookup: Lookup): readonly Scenario[] {
  // What may be seen and given of a row goes with the row.
  const isOfField = right.action.kind === "see" || right.action.kind === "set";
  return (isOfField ? [] : deedsOf(right, lookup)).map((deed) => ({
    address: `${right.address}#not signed in`,
    clause: right.address,
    sentence: `a visitor who is not signed in may not ${wordsOf(right.action, right.for.label)}`,
    entity: aboutOf(right, deed, lookup),
    deed,
    by: notSignedIn,
    where: [],
    expected: refused(),
  }));
}

const aboutOf = ({ for: about }: Right, deed: ScenarioDeed, lookup: Lookup): string =>
  deed.kind === "call" ? entityOfCall(lookup.calls.get(about.id)) : about.id;

function cellScenarios(right: Right, cell: RightCell, deed: ScenarioDeed, lookup: Lookup): readonly Scenario[] {
  const role = lookup.roles.get(cell.role.id);
  const { grant } = cell;
  // What is not shown is no right; that nobody has it is tried by the cells that say so.
  if (role === undefined || grant === undefined) return [];
  const entity = aboutOf(right, deed, lookup);
  const formula = formulaOfGrant(grant, lookup, deed.kind === "create" || isOnCreate(deed) ? "after" : "before");
  const field = deed.kind === "set" ? deed.field : undefined;
  const scenario = (is: boolean, where: readonly Fact[], number: number): Scenario => ({
    address: `${cell.address}#${is ? "may" : "may not"}${inTurn(number)}${deed.kind === "set" ? ` on ${deed.on}` : ""}`,
    clause: cell.address,
    sentence: `${role.name.label} ${is ? "may" : "may not"} ${wordsOf(right.action, right.for.label)}`,
    entity,
    deed,
    by: role.name.id,
    where,
    expected: is ? success : refused(undefined, field),
  });
  return [true, false].flatMap((is) => factsToSatisfy(formula, is).map((where, number) => scenario(is, where, number)));
}

const isOnCreate = (deed: ScenarioDeed): boolean => deed.kind === "set" && deed.on === "create";

function deedsOf({ action, for: about }: Right, lookup: Lookup): readonly ScenarioDeed[] {
  // A field without a type stores nothing, and a field that is not known to hold states has none.
  const isStored = (id: string) => {
    const field = lookup.fields.get(about.id)?.get(id);
    return field === undefined || field.type !== undefined;
  };
  switch (action.kind) {
    case "call": {
      const call = lookup.calls.get(about.id);
      return call === undefined || !isCallShown(call)
        ? []
        : [{ kind: "call", call: call.name.id, input: inputOf(call)?.name }];
    }
    case "transition": {
      const [first] = lookup.transitions.get(about.id)?.get(action.transition.id) ?? [];
      const fields = [...(lookup.fields.get(about.id)?.values() ?? [])];
      const isKept = fields.some(({ type }) => type?.kind === "state");
      return first === undefined || !isKept ? [] : [{ kind: "transition", transition: first.name.id }];
    }
    case "see":
      return isStored(action.field.id) ? [{ kind: "see", field: action.field.id }] : [];
    case "set": {
      if (!isStored(action.field.id)) return [];
      const field = action.field.id;
      // Accounts are created by sign-up, before the user has a role: such fields are not accepted there.
      const isMade = about.id !== "user";
      return (["create", "update"] as const)
        .filter((on) => (action.on === undefined || action.on === on) && (isMade || on === "update"))
        .map((on) => ({ kind: "set", field, on }));
    }
    default:
      return [{ kind: action.kind }];
  }
}

function wordsOf(action: Action, entity: string): string {
  switch (action.kind) {
    case "transition":
      return `${action.transition.label} ${entity}`;
    case "see":
    case "set":
      return `${action.kind} ${action.field.label} of ${entity}`;
    default:
      return `${action.kind} ${entity}`;
  }
}
