// The machines of a document as the database needs them: each with its table, its columns, and its transitions.
import { quoteIdentifier } from "../../../expression/sql/sql-quote.ts";
import type { Design } from "../../../plan/design.ts";
import { nameOf, printPlace, tableOf } from "../../../plan/layout.ts";
import type { Field } from "../../entities/model.ts";
import { inputsOf } from "../machines/inputs.ts";
import { findState, knowMachine, statesFrom, type KnownMachine } from "../machines/known-machine.ts";
import type { TransitionRow } from "../model.ts";

export type StateMachine = {
  readonly entity: string;
  /** Quoted and in full: `public."ticket"`. */
  readonly table: string;
  /** The field that holds the state, and its column. */
  readonly field: string;
  readonly column: string;
  /** The hidden column that says since when the row is in its state. */
  readonly since: string;
  readonly known: KnownMachine;
  readonly address: string;
};

export type Transition = {
  readonly machine: StateMachine;
  readonly id: string;
  readonly rows: readonly [TransitionRow, ...TransitionRow[]];
  readonly asks: readonly DatabaseAsk[];
  /** The states that it starts from, as codes. */
  readonly from: readonly string[];
  readonly address: string;
  /** The clause of a cell that is not shown and without which the transition is unknown. */
  readonly notShown: string | undefined;
};

export type DatabaseAsk = {
  readonly field: Field;
  readonly id: string;
  readonly required: boolean;
  /** The codes that are left of a choice. */
  readonly choices: readonly string[] | undefined;
};

/** Hidden columns have names of their own; no field begins with an underscore. */
export const sinceColumn = (field: string): string => nameOf("", field, "since");

export function machinesOf(design: Design): readonly StateMachine[] {
  const { lookup, schema } = design.compiled;
  return [...lookup.machines].flatMap(([id, machines]) => {
    const entity = schema.entities.get(id);
    const fields = lookup.fields.get(id);
    if (entity === undefined || fields === undefined) return [];
    return machines.flatMap((machine) => {
      const states = [...fields.values()].filter(({ type }) => type?.kind === "state");
      const field = machine.field ? fields.get(machine.field.id) : states[0];
      // States that are not shown are no states: nothing can be in one.
      if (field === undefined || machine.bodyNotShown || machine.states.length === 0) return [];
      return {
        entity: id,
        table: printPlace(tableOf(design.layout, id)),
        field: field.name.id,
        column: quoteIdentifier(field.name.id),
        since: quoteIdentifier(sinceColumn(field.name.id)),
        known: knowMachine(machine, entity),
        address: machine.address,
      };
    });
  });
}

export function transitionsOf(machine: StateMachine, design: Design): readonly Transition[] {
  const fields = design.compiled.lookup.fields.get(machine.entity);
  return machine.known.transitions.flatMap((rows): readonly Transition[] => {
    const [first] = rows;
    if (first.name.id === "") return [];
    const asks = inputsOf(rows).flatMap((asked): readonly DatabaseAsk[] => {
      const field = fields?.get(asked.field.id);
      if (field?.type === undefined) return [];
      const known = "choices" in field.type ? field.type.choices : [];
      const choices = asked.choices?.flatMap(
        (choice) => known.find((one) => one.id === choice.id || one.label === choice.label)?.id ?? [],
      );
      return [{ field, id: field.name.id, required: asked.required, choices }];
    });
    const from = new Set(rows.flatMap((row) => statesFrom(machine.known, row.from).map((state) => state.name.id)));
    return [
      {
        machine,
        id: first.name.id,
        rows,
        asks,
        from: [...from],
        address: first.address,
        notShown: rows.map(openCell).find((one) => one !== undefined),
      },
    ];
  });
}

/** Everything but its name and its error decides what a transition does. */
function openCell(row: TransitionRow): string | undefined {
  const open = row.notShown.find((column) => column !== "Transition" && column !== "Otherwise");
  return open === undefined ? undefined : `${row.address}/${open}`;
}

/** The state that a row of a transition leads to, from the one that is given. */
export function targetOf({ known }: StateMachine, row: TransitionRow, from: string): string {
  return row.to === "same" ? from : (findState(known, row.to)?.name.id ?? from);
}

/** Whose transition it is, found by its entity and its name. */
export function findTransition(entity: string, name: string, design: Design): Transition | undefined {
  const row = design.compiled.lookup.transitions.get(entity)?.get(name)?.[0];
  return machinesOf(design)
    .filter((machine) => machine.entity === entity)
    .flatMap((machine) => transitionsOf(machine, design))
    .find(({ id }) => id === row?.name.id);
}
