// From a row of the table of states to a state.
import { cellOf, type FoundRow } from "../../../document/tables.ts";
import { sliceText, spanOf, trimText } from "../../../text/text.ts";
import { address } from "../../../clause/clause.ts";
import { defineName } from "../../../clause/define-name.ts";
import type { Reference } from "../../../text/name.ts";
import { readClause } from "../../../clause/read-clause.ts";
import { readGuard } from "../../../clause/read-guard.ts";
import type { Problem } from "../../../problem.ts";
import type { State, StateColumn } from "../model.ts";
import { unknownStateKind } from "./problems.ts";

export function readState(row: FoundRow, entity: Reference, problems: Problem[]): State {
  const written = cellOf(row, "State");
  const at = address(4, entity.label, "State", written.text || "?");
  const name = defineName(written, at, problems, "code");
  const clause = readClause<StateColumn>(row, address(4, entity.label, "State", name.label || "?"), problems);
  return { ...clause, name, ...readKind(row, clause.address, problems), meaning: cellOf(row, "Meaning").text };
}

function kindMeant(written: string): State["kind"] {
  if (/^(?:start|initial|begin|first)/i.test(written)) return "start";
  return /^(?:end|final|last|terminal)/i.test(written) ? "end" : "";
}

function readKind(row: FoundRow, at: string, problems: Problem[]): Pick<State, "kind" | "kindSpan" | "startIf"> {
  const cell = trimText(cellOf(row, "Kind"));
  const kindSpan = spanOf(cell);
  if (cell.text === "" || cell.text === "start" || cell.text === "end")
    return { kind: cell.text, kindSpan, startIf: undefined };
  const words = /^start\s+if\b/.exec(cell.text)?.[0];
  if (words) {
    const startIf = readGuard(trimText(sliceText(cell, words.length)), `${at}/Kind`, problems);
    if (startIf) return { kind: "start", kindSpan, startIf };
  }
  problems.push(unknownStateKind.at({ span: spanOf(cell), address: `${at}/Kind` }, cell.text));
  // What was meant, so that no start and no end is missed besides.
  return { kind: words ? "" : kindMeant(cell.text), kindSpan, startIf: undefined };
}
