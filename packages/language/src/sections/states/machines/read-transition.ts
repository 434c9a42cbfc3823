// From a row of the table of transitions to one of the rows that make a transition.
import { cellOf, type FoundRow } from "../../../document/tables.ts";
import { codeOf, matchText, sliceText, spanOf, splitText, trimText, type Text } from "../../../text/text.ts";
import { readExpression } from "../../../expression/parsing/read.ts";
import { address } from "../../../clause/clause.ts";
import { defineName } from "../../../clause/define-name.ts";
import { readReference, type Reference } from "../../../text/name.ts";
import { isMissing, readClause } from "../../../clause/read-clause.ts";
import { readGuard } from "../../../clause/read-guard.ts";
import type { Problem } from "../../../problem.ts";
import type { TransitionInput, From, TransitionRow, Trigger, TransitionRowColumn } from "../model.ts";
import type { Addresses } from "../addresses.ts";
import { cellMissing, unreadableInputs, unknownTrigger } from "./problems.ts";

export function readTransition(
  row: FoundRow,
  entity: Reference,
  addresses: Addresses,
  problems: Problem[],
): TransitionRow {
  const written = cellOf(row, "Transition");
  const own = address(4, entity.label, written.text || "?");
  const name = defineName(written, own, problems);
  const clause = readClause<TransitionRowColumn>(
    row,
    addresses.next(address(4, entity.label, name.label || "?")),
    problems,
  );
  for (const column of ["From", "To", "On"]) {
    // A row without a name is reported as such, and nothing else of it.
    if (name.label === "" || !isMissing(row, column)) continue;
    const cell = row.cells.get(column);
    problems.push(
      cellMissing.at(
        { span: cell ? spanOf(cell) : row.span, address: `${clause.address}/${column}` },
        name.label,
        column,
      ),
    );
  }
  const to = trimText(cellOf(row, "To"));
  const otherwise = trimText(cellOf(row, "Otherwise"));
  return {
    ...clause,
    name,
    from: readFrom(trimText(cellOf(row, "From"))),
    to: to.text === "same" ? "same" : readReference(to),
    on: readTrigger(trimText(cellOf(row, "On")), `${clause.address}/On`, problems),
    onlyIf: readGuard(cellOf(row, "Only if"), `${clause.address}/Only if`, problems),
    otherwise: otherwise.text === "" ? undefined : readReference(otherwise),
    asks: splitText(cellOf(row, "Asks for")).flatMap((asked) =>
      readAsked(asked, `${clause.address}/Asks for`, problems),
    ),
  };
}

function readFrom(cell: Text): From {
  const span = spanOf(cell);
  if (cell.text === "any") return { kind: "any", but: [], span };
  const but = /^any\s+but\s+/.exec(cell.text)?.[0];
  if (but) return { kind: "any", but: readStates(sliceText(cell, but.length)), span };
  return { kind: "states", states: readStates(cell), span };
}

const readStates = (text: Text): readonly Reference[] =>
  splitText(text)
    .filter((one) => one.text !== "")
    .map(readReference);

function readTrigger(cell: Text, at: string, problems: Problem[]): Trigger | undefined {
  const span = spanOf(cell);
  if (cell.text === "") return undefined;
  if (cell.text === "button" || cell.text === "effect") return { kind: cell.text, span };
  const groups = matchText(cell, /^(?<kind>after|at)\s+(?<code>`[^`]*`)$/d);
  const code = groups?.["code"] && codeOf(groups["code"]);
  if (!code) {
    problems.push(unknownTrigger.at({ span, address: at }, cell.text));
    return undefined;
  }
  return {
    kind: groups?.["kind"]?.text === "at" ? "at" : "after",
    expression: readExpression(code, at, problems),
    span,
  };
}

/** `Resolution (required)`, `Reason (optional)`, `Outcome (required; fixed, invalid)`. */
function readAsked(text: Text, at: string, problems: Problem[]): readonly TransitionInput[] {
  const span = spanOf(text);
  const opening = text.text.indexOf("(");
  const field = trimText(sliceText(text, 0, opening < 0 ? text.text.length : opening));
  const inside =
    opening < 0 || !text.text.endsWith(")") ? undefined : sliceText(text, opening + 1, text.text.length - 1);
  const [word, choices, ...more] = inside ? splitText(inside, ";") : [];
  const known = word?.text === "required" || word?.text === "optional";
  if (field.text === "" || !known || more.length > 0 || (choices && choices.text === "")) {
    problems.push(
      unreadableInputs.at({ span, address: at }, text.text, field.text.replace(/\s+(?:required|optional)$/, "")),
    );
    return [];
  }
  return [
    {
      field: readReference(field),
      required: word.text === "required",
      choices: choices && splitText(choices).map(readReference),
      span,
    },
  ];
}
