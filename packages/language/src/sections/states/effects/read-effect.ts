// From a row of the table of effects to an effect: after what, to which rows, whether, and what is done.
import { cellOf, type FoundRow } from "../../../document/tables.ts";
import { codeOf, matchText, sliceText, spanOf, trimText, type Text } from "../../../text/text.ts";
import { readExpression } from "../../../expression/parsing/read.ts";
import type { Expression } from "../../../expression/tree.ts";
import { address } from "../../../clause/clause.ts";
import { readReference, type Reference } from "../../../text/name.ts";
import { isMissing, readClause } from "../../../clause/read-clause.ts";
import { readGuard } from "../../../clause/read-guard.ts";
import type { Problem } from "../../../problem.ts";
import type { Addresses } from "../addresses.ts";
import type { Effect, EffectCause, EffectColumn } from "../model.ts";
import { unknownCause, unknownEffectRow } from "./problems.ts";
import { readAction } from "./read-action.ts";

export function readEffect(row: FoundRow, entity: Reference, addresses: Addresses, problems: Problem[]): Effect {
  const [after, doing] = [trimText(cellOf(row, "After")), trimText(cellOf(row, "Do"))];
  const at = addresses.next(address(4, "Effects", entity.label || "?", after.text || "?", doing.text || "?"));
  const clause = readClause<EffectColumn>(row, at, problems);
  for (const [column, cell] of [
    ["After", after],
    ["Do", doing],
  ] as const) {
    if (!isMissing(row, column)) continue;
    problems.push(
      unknownCause.at(
        { span: row.cells.has(column) ? spanOf(cell) : row.span, address: `${at}/${column}` },
        column,
        "",
      ),
    );
  }
  return {
    ...clause,
    entity,
    after: readCause(after, `${at}/After`, problems),
    on: readOtherRow(trimText(cellOf(row, "On")), `${at}/On`, problems),
    if: readGuard(cellOf(row, "If"), `${at}/If`, problems),
    do: readAction(doing, row, at, problems),
  };
}

function readCause(cell: Text, at: string, problems: Problem[]): EffectCause | undefined {
  const span = spanOf(cell);
  const { text } = cell;
  if (text === "") return undefined;
  if (text === "create" || text === "update" || text === "delete") return { kind: text, span };
  const change = /^change\s+of\s+/.exec(text)?.[0];
  if (change && text.length > change.length)
    return { kind: "change", field: readReference(sliceText(cell, change.length)), span };
  const moment = matchText(cell, /^at\s+(?<code>`[^`]*`)$/d)?.["code"];
  const code = moment && codeOf(moment);
  if (code) return { kind: "at", expression: readExpression(code, at, problems), span };
  if (/[`,:()]/.test(text)) {
    problems.push(unknownCause.at({ span, address: at }, "After", text));
    return undefined;
  }
  return { kind: "transition", transition: readReference(cell), span };
}

/** ``on `order.lines` ``; the code alone says the same, since the column is called On. */
function readOtherRow(cell: Text, at: string, problems: Problem[]): Expression | undefined {
  if (cell.text === "") return undefined;
  const on = /^on\s+/.exec(cell.text)?.[0] ?? "";
  const code = codeOf(sliceText(cell, on.length));
  if (code) return readExpression(code, at, problems);
  problems.push(unknownEffectRow.at({ span: spanOf(cell), address: at }, `"${cell.text}"`));
  return undefined;
}
