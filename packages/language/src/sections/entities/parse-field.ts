// From one row of the table of fields to a field.
import { cellOf, isNotShown, type FoundRow } from "../../document/tables.ts";
import { codeOf, spanOf, trimText, type Text } from "../../text/text.ts";
import { readExpression } from "../../expression/parsing/read.ts";
import { address } from "../../clause/clause.ts";
import { defineName } from "../../clause/define-name.ts";
import { readName, type Name } from "../../text/name.ts";
import { readClause } from "../../clause/read-clause.ts";
import { readFieldType } from "../../field-types/index.ts";
import type { Problem } from "../../problem.ts";
import type { Default, Field, FieldType, FieldColumn } from "./model.ts";
import { nearest } from "../../text/suggestion.ts";
import { defaultOfNothing, requiredByType, requiredButCleared, unknownRequired } from "./problems.ts";

export function parseField(entity: Name, row: FoundRow, problems: Problem[]): Field {
  const cell = trimText(cellOf(row, "Field"));
  const at = address(3, entity.label, readName(cell).label || "?");
  const clause = readClause<FieldColumn>(row, at, problems);
  const name = defineName(
    cell.text === "" ? { ...cell, start: row.span.start, end: row.span.start } : cell,
    at,
    problems,
  );
  const typeCell = trimText(cellOf(row, "Type"));
  const type = isNotShown(row, "Type") ? undefined : readFieldType(typeCell, at, problems);
  const field = {
    ...clause,
    name,
    type,
    required: readRequired(row, name, type, at, problems),
    requiredSpan: spanOf(trimText(cellOf(row, "Required"))),
    default: readDefault(trimText(cellOf(row, "Default")), at, problems),
    notes: cellOf(row, "Notes").text,
  };
  if (field.default !== undefined && type !== undefined && isDecided(type)) {
    problems.push(
      defaultOfNothing.at(
        { span: spanOf(trimText(cellOf(row, "Default"))), address: at },
        name.label,
        kindInWords(type),
      ),
    );
    return { ...field, default: undefined };
  }
  return field;
}

/** Types whose values no user gives: they follow from other rows, an expression, a counter or section 4. */
function isDecided(type: FieldType): boolean {
  return ["list", "computed", "sequence number", "random code", "state"].includes(type.kind);
}

function kindInWords(type: FieldType): string {
  return type.kind === "list"
    ? "list of another entity's rows"
    : type.kind === "computed"
      ? "computed value"
      : type.kind;
}

function readRequired(
  row: FoundRow,
  name: Name,
  type: FieldType | undefined,
  at: string,
  problems: Problem[],
): Field["required"] {
  const cell = trimText(cellOf(row, "Required"));
  const place = { span: cell.text === "" ? name.span : spanOf(cell), address: `${at}/Required` };
  const { text } = cell;
  if (text === "yes" && type?.kind === "reference" && type.onDelete === "cleared") {
    problems.push(requiredButCleared.at(place, name.label, type.entity.label));
  }
  if (text === "yes" || text === "no" || text === "auto") {
    const never = type && (type.kind === "list" || type.kind === "computed");
    if (never && text === "yes") problems.push(requiredByType.at(place, name.label, kindInWords(type)));
    return never ? "auto" : text;
  }
  if (type && isDecided(type)) {
    if (text !== "") problems.push(unknownRequired.at(place, text));
    return "auto";
  }
  const open = isNotShown(row, "Required") || (text === "" && (type === undefined || type.kind === "several"));
  if (!open) problems.push(unknownRequired.at(place, text));
  // What was meant, so that expressions do not also report values that may be empty.
  const meant = saysRequired.test(text) ? "yes" : nearest(text, ["yes", "no", "auto"]);
  return meant === "yes" || meant === "auto" ? meant : "no";
}

/** How people elsewhere mark what must be there. */
const saysRequired = /^(?:required|mandatory|must|true|y|x|✓|✔|not null)$/i;

function readDefault(cell: Text, at: string, problems: Problem[]): Default | undefined {
  if (cell.text === "") return undefined;
  const code = codeOf(cell);
  if (!code) return { kind: "literal", text: cell };
  return { kind: "expression", expression: readExpression(code, `${at}/Default`, problems) };
}
