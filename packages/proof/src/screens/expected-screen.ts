// What a user should see of a screen, by the document alone. What it leaves open is not expected, and not ruled out.
import type { Field, FieldPath, Screen } from "@writ/language/model";
import { entityOf, fieldOf, fieldsOf, machinesOf, targetOf, reversed } from "../interpreter/document/names.ts";
import { mayRead, maySee, readableRows } from "../interpreter/rights/reading.ts";
import { refusalOf, rightsFor, type Deed } from "../interpreter/rights/rights.ts";
import { holds, scopeOf } from "../interpreter/world/scope.ts";
import { asItWas, rowsOf, valueOf, type Program, type Row } from "../interpreter/world/world.ts";
import type { ExpectedScreen } from "./case.ts";
import { commandsOn } from "./commands.ts";
import { isFor, mayEver, type Answer, type At } from "./ever.ts";
import type { Visit } from "./onlooker.ts";
import { isRightGap, nothingFor } from "./right-gaps.ts";

/** Undefined: there is nothing for them. A text says why no one can tell. */
export function expectedScreen(screen: Screen, opened: Visit): ExpectedScreen | undefined | string {
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
  return { heading, names: namesOn(at), commands: commandsOn(at, rows), rows, columns };
}

function rowsOn({ screen, world, me, entity }: At): number | undefined {
  const { kind, where } = screen;
  if (kind?.kind !== "list" && kind?.kind !== "board") return undefined;
  const expression =
    where?.kind === "condition" ? world.program.lookup.conditions.get(where.name.id)?.holds : where?.expression;
  // What speaks of the address is beyond the interpreter.
  if (where !== undefined && (expression === undefined || /\broute\./.test(expression.text.text))) return undefined;
  const isSeen = (row: Row, field: string) => maySee(world, me, field, row);
  const shown = readableRows(world, me, entity).filter(
    (row) => where === undefined || holds(expression, { ...scopeOf(world, me, { [entity]: asItWas(row) }), isSeen }),
  );
  if (kind.kind !== "board") return shown.length;
  const by = idOf(kind.by.steps[0], entity, world.program);
  const known = columnsOf(screen, entity, world.program).map(({ id }) => id);
  return shown.filter((row) => known.includes(String(valueOf(row, by)))).length;
}

function namesOn(at: At): ExpectedScreen["names"] {
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
      if (isRightGap(world, at.me, entity, { kind: "read" })) return nothing;
      return { there: columnsOf(screen, entity, program).map(({ label }) => label), absent: [] };
    case "dashboard":
      return { there: screen.tiles.map(({ name }) => name.label), absent: [] };
    default:
      return nothing;
  }
}

const nothing: ExpectedScreen["names"] = { there: [], absent: [] };

/** Of the entity's own fields only those that are shown. */
function only(there: readonly string[], { entity, world }: At, shown: readonly FieldPath[]): ExpectedScreen["names"] {
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
  if (screen.preset.some(({ field: set }) => isThis(set))) return "no";
  if (screen.ask !== undefined && !screen.ask.some(({ steps }) => isThis(steps[0]))) return "no";
  const { type, required } = field;
  const isNobodys = ["list", "state", "random code", "sequence number", "computed"];
  if (type === undefined || isNobodys.includes(type.kind)) return "no";
  const on = screen.kind?.kind === "edit" ? "update" : "create";
  const deed: Deed = { kind: "set", field: id, on };
  if (isRightGap(world, at.me, entity, deed)) return "open";
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

/** Of what they may see in no row there is no column and no fact; there is one where that is not shown. */
const visible = (paths: readonly FieldPath[], at: At): readonly FieldPath[] =>
  paths.filter(
    ({ steps: [first] }) =>
      mayEverSee(idOf(first, at.entity, at.world.program), at) !== "no" && !isOfNobodys(first?.id ?? "", at),
  );

/** Rows that belong to this one, and of which they read none. */
function isOfNobodys(field: string, at: At): boolean {
  const { program } = at.world;
  const type = fieldOf(program, at.entity, field)?.type;
  if (type?.kind !== "list") return false;
  const { entity, field: via } = reversed(program, at.entity, type);
  const of: At = { ...at, entity, row: undefined };
  // Nor is there a list where they never see what puts rows into it.
  if (mayEverSee(via, of) === "no") return true;
  return mayEver(of, { kind: "read" }) === "no" && !isRightGap(at.world, at.me, entity, { kind: "read" });
}

function mayEverSee(field: string, at: At): Answer {
  const deed: Deed = { kind: "see", field };
  if (rightsFor(at.world.program, at.entity, deed).length === 0) return "yes";
  const may = mayEver(at, deed);
  return may === "no" && isRightGap(at.world, at.me, at.entity, deed) ? "open" : may;
}

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
