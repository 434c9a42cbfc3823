// Which state a transition leads to from where the row is, or why it cannot start: one function for each transition.
import { quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Design } from "../../../plan/design.ts";
import { innerPlace, partOf, printPlace } from "../../../plan/layout.ts";
import type { DatabaseObject } from "../../../plan/objects.ts";
import { notNowTexts } from "../../errors/model.ts";
import { statesFrom } from "../machines/known-machine.ts";
import type { TransitionRow } from "../model.ts";
import { bodyOf, guardSql, plpgsql } from "./expressions.ts";
import { targetOf, type Transition } from "./machines.ts";

type Alternative = { readonly to: string; readonly rows: readonly TransitionRow[] };

const stepPlace = ({ machine, id }: Transition) => innerPlace("step", partOf(machine.entity, id));

/** Calls the function below for a row that already holds what was asked for. */
export const stepSql = (transition: Transition, row: string): string => `${printPlace(stepPlace(transition))}(${row})`;

/**
 * What CONFLICT of a step says where the document has no words of its own for it: that it is not possible now. A
 * concurrent change is another CONFLICT.
 */
export function stepProblem(code: string, clause: string, { compiled }: Design): string {
  const { errors, constants } = compiled.model;
  const isOwn = errors.errors.some(
    (error) => error.code.label === code && (error.message.size > 0 || error.notShown.length > 0),
  );
  if (code !== "CONFLICT" || isOwn) return `writ.problem(${quoteText(code)}, NULL, ${quoteText(clause)})`;
  const says = quoteText(JSON.stringify(notNowTexts(constants.settings.languages)));
  return `writ.problem('CONFLICT', NULL, ${quoteText(clause)}, NULL, ${says})`;
}

/** It answers `{"to": "open"}`, or `{"problems": […]}`. */
export function stepFunction(transition: Transition, design: Design): DatabaseObject {
  const { machine, address } = transition;
  const conflict = stepProblem("CONFLICT", address, design);
  return {
    ...plpgsql(stepPlace(transition), [{ name: "given", type: machine.table }], "jsonb", address),
    volatility: "stable",
    body: bodyOf(
      "DECLARE problems jsonb;",
      "BEGIN",
      ...byStates(transition).map(({ states, alternatives }) =>
        [
          `IF given.${machine.column} IN (${states.map(quoteText).join(", ")}) THEN`,
          ...alternatives.map((alternative) => tryOne(alternative, transition, design)),
          "  RETURN jsonb_build_object('problems', problems);",
          "END IF;",
        ].join("\n"),
      ),
      `RETURN jsonb_build_object('problems', ${conflict});`,
      "END",
    ),
  };
}

/** The last alternative decides which problem is reported in the end. */
function tryOne({ to, rows }: Alternative, { machine, address }: Transition, design: Design): string {
  const names = { rows: { [machine.entity]: "given" } };
  const guards = rows.flatMap((row) => {
    if (row.onlyIf === undefined) return [];
    const clause = row.address || address;
    // An error that is not shown is unknown.
    const [code, told] = row.notShown.includes("Otherwise")
      ? ["NOT_SHOWN", `${clause}/Otherwise`]
      : [row.otherwise?.label ?? "CONFLICT", clause];
    const problem = stepProblem(code, told, design);
    return `  IF NOT (${guardSql(row.onlyIf, machine.entity, names, design)}) THEN problems := problems || ${problem}; END IF;`;
  });
  const answer = `RETURN jsonb_build_object('to', ${quoteText(to)});`;
  return ["  problems := '[]'::jsonb;", ...guards, `  IF jsonb_array_length(problems) = 0 THEN ${answer} END IF;`].join(
    "\n",
  );
}

/** States from which the same alternatives lead on share their lines. */
function byStates(transition: Transition) {
  const groups = new Map<string, { readonly states: string[]; readonly alternatives: readonly Alternative[] }>();
  for (const state of transition.from) {
    const alternatives = alternativesFrom(state, transition);
    const key = alternatives
      .map(({ to, rows }) => `${to}: ${rows.map((row) => transition.rows.indexOf(row)).join(" ")}`)
      .join("\n");
    const group = groups.get(key);
    if (group) group.states.push(state);
    else groups.set(key, { states: [state], alternatives });
  }
  return [...groups.values()];
}

/** Rows with the same To are guards of one alternative. */
function alternativesFrom(state: string, { machine, rows }: Transition): readonly Alternative[] {
  const found = new Map<string, TransitionRow[]>();
  for (const row of rows) {
    if (!statesFrom(machine.known, row.from).some(({ name }) => name.id === state)) continue;
    const to = targetOf(machine, row, state);
    const some = found.get(to);
    if (some) some.push(row);
    else found.set(to, [row]);
  }
  return [...found].map(([to, some]) => ({ to, rows: some }));
}
