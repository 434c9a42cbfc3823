// The columns that hold states: how a row comes into its first one, and that no client ever writes one.
import { quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Contribution, Design, GuardPart } from "../../../plan/design.ts";
import { innerPlace, partOf, printPlace } from "../../../plan/layout.ts";
import type { DatabaseObject } from "../../../plan/objects.ts";
import { didColumn } from "../../../plan/writing/transition-mark.ts";
import type { State } from "../model.ts";
import { guardSql, plpgsql } from "./expressions.ts";
import { startLock, startReads } from "./guard-locks.ts";
import { sinceColumn, type StateMachine } from "./machines.ts";

export function stateFields(machines: readonly StateMachine[], design: Design): Contribution {
  const entities = new Map(machines.map((machine) => [machine.entity, machine]));
  return {
    objects: machines.flatMap((machine) => startFunction(machine, design)),
    columns: [
      ...machines.map(({ entity, field, address }) => ({
        entity,
        column: { name: sinceColumn(field), type: "timestamptz(3)", required: true, fill: "writ.now()", address },
      })),
      ...[...entities.values()].map(({ entity, address }) => ({
        entity,
        column: { name: didColumn, type: "text", required: false, address },
      })),
    ],
    guards: machines.flatMap((machine) => guardsOf(machine, design)),
    reads: machines.flatMap((machine) => startReads(machine, design)),
  };
}

const startPlace = ({ entity, field }: StateMachine) => innerPlace("start", partOf(entity, field));

/** The first start whose condition holds; nothing where none does. */
function startFunction(machine: StateMachine, design: Design): DatabaseObject {
  const names = { rows: { [machine.entity]: "given" } };
  const line = (state: State) => {
    const answer = `RETURN ${quoteText(state.name.id)};`;
    // This may be the start state, so no later one can be chosen.
    if (state.notShown.includes("Kind")) return "RETURN NULL;";
    if (state.kind !== "start") return "";
    return state.startIf === undefined
      ? answer
      : `IF ${guardSql(state.startIf, machine.entity, names, design)} THEN ${answer} END IF;`;
  };
  return {
    ...plpgsql(startPlace(machine), [{ name: "given", type: machine.table }], "text", machine.address),
    volatility: "stable",
    body: ["BEGIN", ...untilReturn([...machine.known.machine.states.map(line), "RETURN NULL;"]), "END"].join("\n"),
  };
}

/** Nothing runs behind a RETURN without a condition. */
const untilReturn = (lines: readonly string[]): readonly string[] =>
  lines.slice(0, lines.findIndex((line) => line.startsWith("RETURN ")) + 1);

/** What clients give has been laid aside before. Samples, and whatever else the system lays, may begin anywhere. */
function guardsOf(machine: StateMachine, design: Design): readonly GuardPart[] {
  const { entity, field, address } = machine;
  const open = machine.known.machine.states.find(({ notShown }) => notShown.includes("Kind"));
  const [state, since] = [`NEW.${machine.column}`, `NEW.${machine.since}`];
  const start = `${printPlace(startPlace(machine))}(NEW)`;
  const [code, clause] = open === undefined ? ["INVALID", address] : ["NOT_SHOWN", `${open.address}/Kind`];
  const noState = `writ.problem(${quoteText(code)}, ${quoteText(field)}, ${quoteText(clause)})`;
  return [
    {
      entity,
      on: ["insert"],
      phase: "fill",
      address,
      sql: `${startLock(machine, design)}${state} := COALESCE(${state}, ${start}); ${since} := COALESCE(${since}, writ.now());`,
    },
    {
      entity,
      on: ["update"],
      phase: "fill",
      address,
      sql: `IF ${state} IS DISTINCT FROM OLD.${machine.column} AND ${since} IS NOT DISTINCT FROM OLD.${machine.since} THEN ${since} := writ.now(); END IF;`,
    },
    {
      entity,
      on: ["insert", "update"],
      phase: "value",
      address,
      sql: `IF ${state} IS NULL THEN problems := problems || ${noState}; END IF;`,
    },
  ];
}
