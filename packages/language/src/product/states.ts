// Transitions as buttons need them: where they start, what they ask, and what has to hold.
import type { Design } from "../plan/design.ts";
import { checkedGuard } from "../plan/typed-guard.ts";
import type { Guard } from "../clause/guard.ts";
import { machinesOf, targetOf, transitionsOf, type StateMachine } from "../sections/states/database.ts";
import { statesFrom } from "../sections/states/database.ts";
import type { ApplicationMachine } from "./application.ts";
import { formulaOf, type Source } from "../browser/formula.ts";

export function machinesFor(entity: string, design: Design): readonly ApplicationMachine<Source>[] {
  return machinesOf(design)
    .filter((machine) => machine.entity === entity)
    .map((machine) => ({ field: machine.field, transitions: transitionsFor(machine, design) }));
}

const transitionsFor = (machine: StateMachine, design: Design): ApplicationMachine<Source>["transitions"] =>
  transitionsOf(machine, design).map(({ id, rows, asks, notShown }) => ({
    id,
    label: rows[0].name.label,
    isButton: rows.some(({ on }) => on?.kind === "button"),
    ways: rows.map((row) => ({
      from: statesFrom(machine.known, row.from).map(({ name }) => name.id),
      to: row.to === "same" ? "same" : targetOf(machine, row, ""),
      onlyIf: row.onlyIf && guardFormula(row.onlyIf, machine.entity, design),
      otherwise: row.notShown.includes("Otherwise") ? "NOT_SHOWN" : row.otherwise?.label,
    })),
    asks: asks.map(({ id: field, required, choices }) => ({ field, required, choices })),
    notShown: notShown !== undefined,
  }));

function guardFormula(guard: Guard, entity: string, design: Design) {
  const typed = checkedGuard(guard, entity, design, { me: "maybe" })?.typed;
  return formulaOf(typed, design.compiled.schema) ?? "unknown";
}
