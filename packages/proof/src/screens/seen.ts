// What somebody should see of a screen, by the document alone. What it leaves open is not expected, and not ruled out.
import type { Call, Field, FieldPath, Grant, Role, Screen, TransitionRow } from "@writ/language/model";
import { entityOf, fieldOf, fieldsOf, machinesOf, sameName, stateOf, targetOf } from "../interpreter/names.ts";
import { mayRead, readableRows } from "../interpreter/reading.ts";
import { refusalOf, rightsFor, type Deed } from "../interpreter/rights.ts";
import { countsFor, rolesOf } from "../interpreter/roles.ts";
import { holds, scopeOf } from "../interpreter/scope.ts";
import { asItWas, rowsOf, valueOf, type Me, type Program, type Row, type World } from "../interpreter/world.ts";
import type { Seen } from "./case.ts";
import type { Opened } from "./onlooker.ts";
import { isUnsaid, nothingFor } from "./unsaid.ts";

type At = Opened & { readonly screen: Screen; readonly entity: string; readonly row: Row | undefined };

type Answer = "yes" | "no" | "open";

/** Undefined: there is nothing for them. A text says why nobody can tell. */
export function seenOn(screen: Screen, opened: Opened): Seen | undefined | string {
  const { world, me, named } = opened;
  if (!isFor(screen, world, me, named)) return undefined;
  const kind = screen.kind;
  const entity = kind !== undefined && "entity" in kind ? entityOf(world.program, kind.entity) : "";
  const single = world.program.lookup.entities.get(entity)?.oneRow === true ? rowsOf(world, entity) : [];
  const looked = [...named, ...single];
  const hidden = looked.find((row) => !mayRead(world, me, row.entity, row));
  if (hidden !== undefined) return nothingFor(world, me, hidden.entity, "read");
  const row = looked.findLast((one) => one.entity === entity);
  const at: At = { ...opened, screen, entity, row };
  if (kind?.kind === "new") {
    const may = mayEver(at, { kind: "create" });
    if (may === "no") return nothingFor(world, me, entity, "create");
    if (may !== "yes") return "whether they may depends on what they write";
  }
  if ((kind?.kind === "detail" || kind?.kind === "edit") && row === undefined) return "its address names no row";
  if (kind?.kind === "edit" && row !== undefined && refusalOf(world, me, entity, { kind: "update" }, row) !== undefined)
    return mayEver(at, { kind: "update" }) !== "no"
      ? "they may change other rows"
      : nothingFor(world, me, entity, "update");
  const rows = rowsOn(at);
  const columns =
    kind?.kind === "list" && screen.show !== undefined && rows !== 0
      ? labelsOf(visible(screen.show, at), entity, world.program)
      : undefined;
  const heading = kind?.kind === "detail" || kind?.kind === "edit" ? undefined : screen.name.label;
  return { heading, names: namesOn(at), commands: commandsOn(at), rows, columns };
}

/** By its roles: inside something, only those count that are held there. */
function isFor({ for: words }: Screen, world: World, me: Me, named: readonly Row[]): boolean {
  const held = rolesOf(world, me).filter(
    ({ within }) => within === undefined || named.every((row) => row.entity !== within.entity || row.id === within.id),
  );
  return words.some(
    (word) =>
      word.label === "anyone" ||
      (word.label === "signed in" && me !== null) ||
      held.some(({ role }) => sameName(role.name, word)),
  );
}

function rowsOn({ screen, world, me, entity }: At): number | undefined {
  const { kind, where } = screen;
  if (kind?.kind !== "list" && kind?.kind !== "board") return undefined;
  const expression =
    where?.kind === "condition" ? world.program.lookup.conditions.get(where.name.id)?.holds : where?.expression;
  // What speaks of the address is beyond the interpreter.
  if (where !== undefined && (expression === undefined || /\broute\./.test(expression.text.text))) return undefined;
  const shown = readableRows(world, me, entity).filter(
    (row) => where === undefined || holds(expression, scopeOf(world, me, { [entity]: asItWas(row) })),
  );
  if (kind.kind !== "board") return shown.length;
  const by = kind.by.steps[0]?.id ?? "";
  const known = columnsOf(screen, entity, world.program).map(({ id }) => id);
  return shown.filter((row) => known.includes(String(valueOf(row, by)))).length;
}

function namesOn(at: At): Seen["names"] {
  const { screen, entity, world } = at;
  const { program } = world;
  switch (screen.kind?.kind) {
    case "detail": {
      if (screen.show === undefined) return nothing;
      const state = machinesOf(program, entity)[0]?.field;
      const facts = screen.show.filter(
        ({ steps }) => !(steps.length === 1 && idOf(steps[0], entity, program) === state),
      );
      return only(labelsOf(visible(facts, at), entity, program), at, screen.show);
    }
    case "new":
    case "edit": {
      const asked = fieldsOf(program, entity).map((field) => [field, askedFor(field, at)] as const);
      const labels = (answer: Answer) => asked.flatMap(([{ name }, is]) => (is === answer ? [name.label] : []));
      return {
        there: labels("yes"),
        absent: labels("no").filter((one) => !labels("yes").includes(one) && !isChoice(one, at)),
      };
    }
    case "board":
      if (isUnsaid(world, at.me, entity, { kind: "read" })) return nothing;
      return { there: columnsOf(screen, entity, program).map(({ label }) => label), absent: [] };
    case "dashboard":
      return { there: screen.tiles.map(({ name }) => name.label), absent: [] };
    default:
      return nothing;
  }
}

const nothing: Seen["names"] = { there: [], absent: [] };

/** Of the entity's own fields only those that are shown. */
function only(there: readonly string[], { entity, world }: At, shown: readonly FieldPath[]): Seen["names"] {
  const first = shown.map(({ steps }) => idOf(steps[0], entity, world.program));
  const absent = fieldsOf(world.program, entity).flatMap(({ name }) =>
    first.includes(name.id) || there.includes(name.label) ? [] : [name.label],
  );
  return { there, absent };
}

function askedFor(field: Field, at: At): Answer {
  const { screen, entity, world } = at;
  const { program } = world;
  const id = field.name.id;
  const isThis = (step: { readonly id: string } | undefined) => idOf(step, entity, program) === id;
  if (screen.preset.some(({ field: set }) => isThis({ id: set.text }))) return "no";
  if (screen.ask !== undefined && !screen.ask.some(({ steps }) => isThis(steps[0]))) return "no";
  const { type, required } = field;
  const isNobodys = ["list", "state", "random code", "sequence number", "computed"];
  if (type === undefined || isNobodys.includes(type.kind)) return "no";
  const on = screen.kind?.kind === "edit" ? "update" : "create";
  const deed: Deed = { kind: "set", field: id, on };
  if (isUnsaid(world, at.me, entity, deed)) return "open";
  if (rightsFor(program, entity, deed).length > 0) {
    const may = mayEver(at, deed);
    // What a form asks for by name and they may not set can be read there.
    return may === "no" && on === "update" && screen.ask !== undefined ? mayEverSee(id, at) : may;
  }
  if (required === "auto") return "no";
  return on === "update" && (type.setOnce || type.kind === "belongs to") ? "open" : "yes";
}

/** A choice may be called as a field is. */
const isChoice = (label: string, { entity, world }: At): boolean =>
  fieldsOf(world.program, entity).some(
    ({ type }) => type !== undefined && "choices" in type && type.choices.some((one) => one.label === label),
  );

function commandsOn(at: At): Seen["commands"] {
  const { screen, world, me, entity, row, named } = at;
  const { lookup, model } = world.program;
  const there: string[] = [];
  const absent: string[] = [];
  const say = (label: string, is: Answer) =>
    void (is === "yes" ? there.push(label) : is === "no" && absent.push(label));
  const isForm = screen.kind?.kind === "new" || screen.kind?.kind === "edit";
  for (const button of isForm ? [] : screen.buttons) {
    const target = lookup.screens.get(button.id);
    const parameters = target?.route?.segments.filter(({ kind }) => kind === "parameter").length ?? 0;
    if (target !== undefined && parameters <= named.length) {
      const isNew = target.kind?.kind === "new";
      const made =
        isNew && target.kind !== undefined && "entity" in target.kind
          ? entityOf(world.program, target.kind.entity)
          : "";
      const may = isNew ? mayEver({ ...at, entity: made, row: undefined }, { kind: "create" }) : "yes";
      say(target.name.label, isFor(target, world, me, named) ? may : "no");
    }
    const call = lookup.calls.get(button.id);
    if (call === undefined) continue;
    const cells = model.permissions.rights
      .filter(({ action, for: about }) => action.kind === "call" && sameName(about, call.name))
      .flatMap((right) => right.cells);
    const may = answerOf(
      cells,
      rolesOf(world, me).map(({ role }) => role),
    );
    say(call.name.label, isOfRows(call, at) ? onRows(may, rowsOn(at)) : may);
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
        const isOpen = refused === undefined ? isGuarded : isAskedOfTheirRow(at, one.name);
        say(one.name.label, !starts ? "no" : isOpen ? "open" : refused === undefined ? "yes" : "no");
      }
  return { there, absent: absent.filter((one) => !there.includes(one)) };
}

/** Whether the matrix gives them a right for whatever row, for none, or for some. */
function mayEver({ world, me, entity, row }: At, deed: Deed): Answer {
  const held = rolesOf(world, me).filter((one) => row === undefined || countsFor(world, one, row));
  const cells = rightsFor(world.program, entity, deed).flatMap((right) => right.cells);
  return answerOf(
    cells,
    held.map(({ role }) => role),
  );
}

/** Of what they may see in no row there is no column and no fact; there is one where that is not shown. */
const visible = (paths: readonly FieldPath[], at: At): readonly FieldPath[] =>
  paths.filter(({ steps: [first] }) => mayEverSee(idOf(first, at.entity, at.world.program), at) !== "no");

function mayEverSee(field: string, at: At): Answer {
  const deed: Deed = { kind: "see", field };
  if (rightsFor(at.world.program, at.entity, deed).length === 0) return "yes";
  const may = mayEver(at, deed);
  return may === "no" && isUnsaid(at.world, at.me, at.entity, deed) ? "open" : may;
}

/** Which row gives them their role no browser knows: whether such a cell allows it is seen when it is tried. */
function isAskedOfTheirRow({ world, me, entity }: At, transition: TransitionRow["name"]): boolean {
  const { program } = world;
  const held = rolesOf(world, me).map(({ role }) => role.name.id);
  return rightsFor(program, entity, { kind: "transition", transition })
    .flatMap(({ cells }) => cells.filter(({ role }) => held.includes(program.lookup.roles.get(role.id)?.name.id ?? "")))
    .some(({ grant }) => grant !== undefined && conditionsIn(grant).some((id) => asksOfTheirRow(id, program)));
}

const asksOfTheirRow = (condition: string, { lookup }: Program): boolean =>
  /\bmy_/.test(lookup.conditions.get(condition)?.holds?.text.text ?? "");

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

type Cells = readonly {
  readonly role: Role["name"] | { readonly id: string; readonly label: string };
  readonly grant: { readonly kind: string } | undefined;
}[];

function answerOf(cells: Cells, roles: readonly Role[]): Answer {
  const own = cells.filter(({ role }) => roles.some(({ name }) => name.id === role.id || name.label === role.label));
  if (own.some(({ grant }) => grant?.kind === "yes")) return "yes";
  return own.every(({ grant }) => grant === undefined || grant.kind === "no") ? "no" : "open";
}

/** A call that takes one of the rows of a list has its button at each of them. */
const isOfRows = (call: Call, { screen, entity, world }: At): boolean =>
  screen.kind?.kind === "list" && call.in.filter(({ type }) => targetOf(world.program, type) === entity).length === 1;

const onRows = (may: Answer, rows: number | undefined): Answer =>
  may === "yes" && rows !== 0 ? (rows === undefined ? "open" : "yes") : may === "open" && rows !== 0 ? "open" : "no";

type Column = { readonly id: string; readonly label: string };

function columnsOf({ kind, columns }: Screen, entity: string, program: Program): readonly Column[] {
  if (kind?.kind !== "board") return [];
  const by = fieldOf(program, entity, kind.by.steps[0]?.id ?? "");
  const machine = machinesOf(program, entity).find(({ field }) => field === by?.name.id)?.machine;
  const all: readonly Column[] =
    by?.type !== undefined && "choices" in by.type
      ? by.type.choices.map(({ id, label }) => ({ id, label }))
      : (machine?.states.map(({ name }) => name) ?? []);
  return columns === undefined
    ? all
    : all.filter((one) => columns.some((column) => column.id === one.id || column.label === one.label));
}

const systemLabels: Readonly<Record<string, string>> = {
  created_at: "Created at",
  created_by: "Created by",
  updated_at: "Updated at",
  updated_by: "Updated by",
};

const idOf = (step: { readonly id: string } | undefined, entity: string, program: Program): string =>
  step === undefined ? "" : (fieldOf(program, entity, step.id)?.name.id ?? step.id);

/** What stands above a value: the name of the field that a path ends at. */
function labelsOf(paths: readonly FieldPath[], from: string, program: Program): readonly string[] {
  return paths.map(({ steps }) => {
    let entity: string | undefined = from;
    let label = "";
    for (const step of steps) {
      const field: Field | undefined = entity === undefined ? undefined : fieldOf(program, entity, step.id);
      label = field?.name.label ?? systemLabels[step.id] ?? step.label;
      entity = field === undefined ? (step.id.endsWith("_by") ? "user" : undefined) : targetOf(program, field.type);
    }
    return label;
  });
}
