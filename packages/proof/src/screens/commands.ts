// What a user should be able to press on a screen, by the document alone: ways to other screens, calls and steps.
import type { Call, Grant, Screen, TransitionRow, Tree } from "@writ/language/model";
import { mentionsGiver, partsOf } from "../interpreter/document/mentions.ts";
import { entityOf, machinesOf, sameName, stateOf, targetOf } from "../interpreter/document/names.ts";
import { mayRead } from "../interpreter/rights/reading.ts";
import { refusalOf, rightsFor } from "../interpreter/rights/rights.ts";
import { rolesOf } from "../interpreter/rights/roles.ts";
import { isRow } from "../interpreter/values/value.ts";
import { findRow, valueOf, type Row } from "../interpreter/world/world.ts";
import type { ExpectedScreen } from "./case.ts";
import { answerOf, isFor, mayEver, type Answer, type At } from "./ever.ts";

/** `rows`: so many are on it, where that is known. */
export function commandsOn(at: At, rows: number | undefined): ExpectedScreen["commands"] {
  const { screen, world, me, entity, row, named } = at;
  const { lookup, model } = world.program;
  const there: string[] = [];
  const absent: string[] = [];
  const say = (label: string, is: Answer) =>
    void (is === "yes" ? there.push(label) : is === "no" && absent.push(label));
  const isForm = screen.kind?.kind === "new" || screen.kind?.kind === "edit";
  for (const button of isForm ? [] : screen.buttons) {
    const target = button.names === "screen" ? lookup.screens.get(button.id) : undefined;
    const parameters = target?.route?.segments.filter(({ kind }) => kind === "parameter").length ?? 0;
    if (target !== undefined && parameters <= named.length) {
      say(target.name.label, isFor(target, world, me, named) ? mayOn(target, at) : "no");
    }
    const call = button.names === "call" ? lookup.calls.get(button.id) : undefined;
    if (call === undefined) continue;
    const cells = model.permissions.rights
      .filter(({ action, for: about }) => action.kind === "call" && sameName(about, call.name))
      .flatMap((right) => right.cells);
    const may = answerOf(
      cells,
      rolesOf(world, me).map(({ role }) => role),
    );
    say(call.name.label, isOfRows(call, at) ? onRows(may, rows) : may);
  }
  if (screen.kind?.kind === "detail" && row !== undefined)
    for (const { field, machine } of machinesOf(world.program, entity))
      for (const one of new Map(machine.transitions.map((step) => [step.name.id, step])).values()) {
        const ways = machine.transitions.filter(({ name }) => name.id === one.name.id);
        if (!ways.some(({ on }) => on?.kind === "button")) continue;
        const state = String(valueOf(row, field));
        const starts = ways.some(({ from }) =>
          from.kind === "any"
            ? !from.but.some((but) => stateOf(machine, but)?.name.id === state)
            : from.states.some((from_) => stateOf(machine, from_)?.name.id === state),
        );
        const refused = refusalOf(world, me, entity, { kind: "transition", transition: one.name }, row);
        // What guards it may look at what is asked for.
        const isGuarded = ways.some(({ onlyIf, notShown }) => onlyIf !== undefined || notShown.length > 0);
        const isOpen = refused === undefined ? isGuarded : isDecidedOutOfSight(at, one.name);
        say(one.name.label, !starts ? "no" : isOpen ? "open" : refused === undefined ? "yes" : "no");
      }
  return { there, absent: absent.filter((one) => !there.includes(one)) };
}

/** What a user is to do there: a browser need not know why they may not change this row. */
function mayOn({ kind }: Screen, at: At): Answer {
  const { world, me, named } = at;
  const entity = kind !== undefined && "entity" in kind ? entityOf(world.program, kind.entity) : "";
  if (kind?.kind === "new") return mayEver({ ...at, entity, row: undefined }, { kind: "create" });
  const row = kind?.kind === "edit" ? named.findLast((one) => one.entity === entity) : undefined;
  if (row === undefined || refusalOf(world, me, entity, { kind: "update" }, row) === undefined) return "yes";
  return mayEver({ ...at, entity, row }, { kind: "update" }) === "no" ? "no" : "open";
}

/** Of a row that gives them their role, or that they may not read, no browser knows: whether they may is seen when it is tried. */
function isDecidedOutOfSight({ world, me, entity, row }: At, transition: TransitionRow["name"]): boolean {
  const { program } = world;
  const roles = rolesOf(world, me).map(({ role }) => role.name.id);
  return rightsFor(program, entity, { kind: "transition", transition })
    .flatMap(({ cells }) =>
      cells.filter(({ role }) => roles.includes(program.lookup.roles.get(role.id)?.name.id ?? "")),
    )
    .flatMap(({ grant }) => (grant === undefined ? [] : conditionsIn(grant)))
    .flatMap((id) => program.lookup.conditions.get(id)?.holds?.tree ?? [])
    .some((tree) => mentionsGiver(tree) || (row !== undefined && readsUnread(tree, { world, me, entity, row })));
}

type Reading = Pick<At, "world" | "me" | "entity"> & { readonly row: Row };

/** Whether it goes through a row that they may not read. */
function readsUnread(tree: Tree, at: Reading): boolean {
  const through = tree.kind === "field" ? rowBehind(tree.of, at) : undefined;
  if (through !== undefined && !mayRead(at.world, at.me, through.entity, through)) return true;
  return partsOf(tree).some((part) => readsUnread(part, at));
}

/** The row that a path of references leads to. */
function rowBehind(tree: Tree, at: Reading): Row | undefined {
  if (tree.kind === "name") return tree.name === at.entity ? at.row : undefined;
  if (tree.kind !== "field") return undefined;
  const from = rowBehind(tree.of, at);
  const value = from === undefined ? null : valueOf(from, tree.name);
  return isRow(value) ? findRow(at.world, value.entity, value.id) : undefined;
}

function conditionsIn(grant: Grant): readonly string[] {
  switch (grant.kind) {
    case "condition":
      return [grant.name.id];
    case "not":
      return conditionsIn(grant.of);
    case "and":
    case "or":
      return [grant.left, grant.right].flatMap(conditionsIn);
    default:
      return [];
  }
}

/** A call that takes one of the rows of a list has its button at each of them. */
const isOfRows = (call: Call, { screen, entity, world }: At): boolean =>
  screen.kind?.kind === "list" && call.in.filter(({ type }) => targetOf(world.program, type) === entity).length === 1;

const onRows = (may: Answer, rows: number | undefined): Answer =>
  may === "yes" && rows !== 0 ? (rows === undefined ? "open" : "yes") : may === "open" && rows !== 0 ? "open" : "no";
