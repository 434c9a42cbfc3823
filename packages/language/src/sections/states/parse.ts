// From the parts of section 4 to machines, one for each state field, and to the effects of all entities.
import type { DocumentSection, Part } from "../../document/document.ts";
import { cellOf, isNotShown, readTables, type FoundRow, type FoundTable } from "../../document/tables.ts";
import { sliceText, spanOf, trimText, type Text } from "../../text/text.ts";
import { address, type Clause } from "../../clause/clause.ts";
import { reportSameNames } from "../../clause/define-name.ts";
import { identifierOf, readReference, type Reference } from "../../text/name.ts";
import { readClause } from "../../clause/read-clause.ts";
import { partNotShown } from "../../clause/problems.ts";
import type { Problem, Read } from "../../problem.ts";
import { countAddresses } from "./addresses.ts";
import { readEffect } from "./effects/read-effect.ts";
import { readState } from "./machines/read-state.ts";
import { readTransition } from "./machines/read-transition.ts";
import type { Effect, Machine, State, States, TransitionRow } from "./model.ts";
import { entityMissing, strayProperty } from "./problems.ts";

/** A table under a `### Entity` heading is about that entity; elsewhere, and among the effects, it has a column For. */
const kinds = {
  states: { columns: ["For", "State*", "Kind*", "Meaning"] },
  transitions: { columns: ["For", "Transition*", "From*", "To*", "On*", "Only if", "Otherwise", "Asks for"] },
  effects: { columns: ["For", "After*", "On", "If", "Do*", "With*"] },
} as const;

type Growing = Omit<Machine, "states" | "transitions"> & {
  readonly states: State[];
  readonly transitions: TransitionRow[];
};

export function parse(section: DocumentSection): Read<States> {
  const problems: Problem[] = [];
  const machines = new Map<string, Growing>();
  const effects: Effect[] = [];
  const addresses = countAddresses();
  const effectsNotShown = section.parts.some(
    ({ heading, status }) => heading !== undefined && isEffects(heading) && status.kind === "not shown",
  );
  for (const part of section.parts) {
    for (const property of part.properties) {
      problems.push(strayProperty.at({ span: spanOf(property.name), address: "4" }, property.name.text));
    }
    const about = part.heading && !isEffects(part.heading) ? part.heading : undefined;
    if (about) growMachine(about, part, machines);
    if (part.heading && part.status.kind === "not shown") reportGap(part.heading, part.status.explanation, problems);
    for (const table of readTables(4, part, kinds, problems)) {
      if (about === undefined && !hasFor(table)) {
        const at = {
          span: spanOf(table.table.header[0] ?? part.heading ?? cellOf(firstRow(table), "For")),
          address: "4",
        };
        problems.push(entityMissing.at(at, table.kind));
        continue;
      }
      for (const row of table.rows) {
        const cell = trimText(cellOf(row, "For"));
        const isOpen = isNotShown(row, "For");
        const entity = cell.text === "" && !isOpen ? about : cell;
        if (isOpen && table.kind !== "effects") readClause(row, address(4, "?", firstOf(row)), problems);
        else if (entity === undefined) problems.push(entityMissing.at({ span: spanOf(cell), address: "4" }, "row"));
        else if (table.kind === "effects")
          effects.push(readEffect(row, readHeading(entity).entity, addresses, problems));
        else {
          const machine = growMachine(entity, part, machines);
          if (table.kind === "states") machine.states.push(readState(row, machine.entity, problems));
          else machine.transitions.push(readTransition(row, machine.entity, addresses, problems));
        }
      }
    }
  }
  for (const { entity, states } of machines.values()) {
    reportSameNames(
      states.map((state) => state.name),
      (name) => address(4, entity.label, "State", name.label),
      problems,
    );
  }
  return {
    value: { number: 4, status: section.status, machines: [...machines.values()], effects, effectsNotShown },
    problems,
  };
}

/** How a row of states or transitions is called. */
const firstOf = (row: FoundRow) => cellOf(row, row.cells.has("State") ? "State" : "Transition").text;

const isEffects = (heading: Text) => identifierOf(heading.text) === "effects";

const hasFor = (table: FoundTable<keyof typeof kinds>) => table.table.header.some((header) => header.text === "For");

const firstRow = (table: FoundTable<keyof typeof kinds>) =>
  table.rows[0] ?? { span: table.table.span, cells: new Map(), extra: [], notShown: [] };

function reportGap(heading: Text, explanation: string, problems: Problem[]): void {
  const place = { span: spanOf(heading), address: isEffects(heading) ? "4/Effects" : address(4, heading.text) };
  problems.push(partNotShown.at(place, isEffects(heading) ? "subsection" : "states of", heading.text, explanation));
}

/** The machine that a heading or For cell names; several tables may speak of one. */
function growMachine(written: Text, part: Part, machines: Map<string, Growing>): Growing {
  const { entity, field } = readHeading(written);
  const key = `${entity.id || entity.label}:${field?.id ?? ""}`;
  const known = machines.get(key);
  if (known) return known;
  const clause: Clause = {
    address: address(4, ...(field ? [entity.label, field.label] : [entity.label])),
    span: spanOf(written),
    notShown: [],
  };
  const machine: Growing = {
    ...clause,
    entity,
    field,
    states: [],
    transitions: [],
    bodyNotShown: part.status.kind === "not shown",
  };
  machines.set(key, machine);
  return machine;
}

/** `Ticket`, or `Order: Payment` where an entity has several state fields. */
function readHeading(text: Text): { readonly entity: Reference; readonly field: Reference | undefined } {
  const colon = text.text.indexOf(":");
  if (colon < 0) return { entity: readReference(text), field: undefined };
  const field = trimText(sliceText(text, colon + 1));
  return {
    entity: readReference(trimText(sliceText(text, 0, colon))),
    field: field.text === "" ? undefined : readReference(field),
  };
}
