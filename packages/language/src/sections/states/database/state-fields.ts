// The columns that hold states: how a row comes into its first one, and that no client ever writes one.
import { quoteIdentifier, quoteText } from "../../../expression/sql-quote.ts";
import type { Contribution, Design, GuardPart } from "../../../plan/design.ts";
import { innerPlace, printPlace } from "../../../plan/layout.ts";
import type { DatabaseObject } from "../../../plan/objects.ts";
import type { State } from "../model.ts";
import { guardSql, plpgsql } from "./expressions.ts";
import { didColumn, sinceColumn, type StateMachine } from "./machines.ts";

export function stateFields(machines: readonly StateMachine[], design: Design): Contribution {
  const entities = new Map(machines.map((machine) => [machine.entity, machine]));
  return {
    objects: machines.flatMap((machine) => startFunction(machine, design)),
    columns: [
      ...machines.map(({ entity, field, address }) => ({
        entity,
        column: { name: sinceColumn(field), type: "timestamptz(3)", required: true, address },
      })),
      ...[...entities.values()].map(({ entity, address }) => ({
        entity,
        column: { name: didColumn, type: "text", required: false, address },
      })),
    ],
    guards: [...machines.flatMap(guardsOf), ...[...entities.values()].map(markGuard)],
  };
}

const startPlace = ({ entity, field }: StateMachine) => innerPlace("start", entity, field);

/** The first start whose condition holds; nothing where none does. */
function startFunction(machine: StateMachine, design: Design): DatabaseObject {
  const starts = machine.known.machine.states.filter(({ kind }) => kind === "start");
  const names = { rows: { [machine.entity]: "given" } };
  const line = (state: State) => {
    const answer = `RETURN ${quoteText(state.name.id)};`;
    // A start whose condition is not shown is nobody's to choose.
    if (state.notShown.includes("Kind")) return "";
    return state.startIf === undefined
      ? answer
      : `IF ${guardSql(state.startIf, machine.entity, names, design)} THEN ${answer} END IF;`;
  };
  return {
    ...plpgsql(startPlace(machine), [{ name: "given", type: machine.table }], "text", machine.address),
    volatility: "stable",
    body: ["BEGIN", ...starts.map(line), "RETURN NULL;", "END"].join("\n"),
  };
}

/**
 * What a client gives is compared with what would be set: giving the start state is no mistake, giving another one is.
 * Samples, and whatever else the system lays, may begin anywhere.
 */
function guardsOf(machine: StateMachine): readonly GuardPart[] {
  const { entity, field, address, known } = machine;
  const [state, since] = [`NEW.${machine.column}`, `NEW.${machine.since}`];
  const start = `${printPlace(startPlace(machine))}(NEW)`;
  const problem = (code: string) =>
    `problems := problems || writ.problem(${quoteText(code)}, ${quoteText(field)}, ${quoteText(address)});`;
  const codes = known.machine.states.map(({ name }) => quoteText(name.id)).join(", ");
  return [
    {
      entity,
      on: ["insert"],
      phase: "fill",
      address,
      sql: [
        `IF client AND ${state} IS NOT NULL AND ${state} IS DISTINCT FROM ${start} THEN ${problem("FORBIDDEN")} END IF;`,
        `IF client OR ${state} IS NULL THEN ${state} := ${start}; END IF;`,
        `IF client OR ${since} IS NULL THEN ${since} := writ.now(); END IF;`,
      ].join("\n"),
    },
    {
      entity,
      on: ["update"],
      phase: "given",
      address,
      sql: [
        `IF client AND ${state} IS DISTINCT FROM OLD.${machine.column} THEN ${problem("FORBIDDEN")} END IF;`,
        // Nobody turns the clock of a timer but by changing the state.
        `IF client THEN ${since} := OLD.${machine.since}; END IF;`,
        `IF ${state} IS DISTINCT FROM OLD.${machine.column} AND ${since} IS NOT DISTINCT FROM OLD.${machine.since} THEN ${since} := writ.now(); END IF;`,
      ].join("\n"),
    },
    {
      entity,
      on: ["insert", "update"],
      phase: "value",
      address,
      sql: `IF (${state} IN (${codes})) IS NOT TRUE THEN ${problem("INVALID")} END IF;`,
    },
  ];
}

/**
 * Which transition a write was is told by a column that only transitions change, each time to another value: a write
 * that leaves it as it is was none. A setting of the connection would be anybody's to forge.
 */
function markGuard({ entity, address }: StateMachine): GuardPart {
  const mark = quoteIdentifier(didColumn);
  return {
    entity,
    on: ["insert", "update"],
    phase: "given",
    address,
    sql: `IF client OR TG_OP = 'INSERT' OR NEW.${mark} IS NOT DISTINCT FROM OLD.${mark} THEN NEW.${mark} := NULL; END IF;`,
  };
}

/** The mark of a transition, other than the one that is there. */
export const markSql = (transition: string, row: string): string => {
  const mark = `${row}.${quoteIdentifier(didColumn)}`;
  return `CASE WHEN ${mark} = ${quoteText(transition)} THEN ${quoteText(`${transition}!`)} ELSE ${quoteText(transition)} END`;
};

/** Whether a row's last write was this transition. */
export const didSql = (transition: string, row: string): string =>
  `${row}.${quoteIdentifier(didColumn)} IN (${quoteText(transition)}, ${quoteText(`${transition}!`)})`;
