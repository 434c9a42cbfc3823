// From the list behind In or Out to parameters: `Membership`, `From (date)`, `Note (text up to 200, optional)`.
import { codeOf, sliceText, spanOf, splitText, trimText, type Text } from "../../../text/text.ts";
import { defineName, reportSameNames } from "../../../clause/define-name.ts";
import { readReference } from "../../../text/name.ts";
import { readFieldType } from "../../../field-types/index.ts";
import type { Problem } from "../../../problem.ts";
import type { FieldType } from "../../entities/model.ts";
import type { Parameter } from "../model.ts";
import { wrongProperty } from "./problems.ts";

export function readParameters(value: Text, address: string, problems: Problem[]): readonly Parameter[] {
  const parameters = splitText(value).map((part) => readParameter(part, address, problems));
  reportSameNames(
    parameters.map((parameter) => parameter.name),
    address,
    problems,
  );
  return parameters;
}

function readParameter(part: Text, address: string, problems: Problem[]): Parameter {
  const opening = openingOf(part.text);
  const words = opening === undefined ? undefined : trimText(sliceText(part, opening + 1, part.text.length - 1));
  // ``Größe (`size`)`` is a name with its identifier, and not one with a type.
  const inside = words && codeOf(words) ? undefined : words;
  const written = inside ? trimText(sliceText(part, 0, opening)) : part;
  const name = defineName(written, address, problems);
  const span = spanOf(part);
  const optional = inside && /(?:^|,)\s*optional$/.exec(inside.text);
  const typed = inside && trimText(sliceText(inside, 0, optional ? optional.index : inside.text.length));
  // A name alone is that of an entity, one of whose rows is given.
  const isRow = typed === undefined || typed.text === "";
  const type = isRow ? rowType(written) : readFieldType(typed, address, problems);
  return { name, type: type && fit(type, address, problems), optional: Boolean(optional), span };
}

/** The parenthesis that the last one closes. */
function openingOf(text: string): number | undefined {
  if (!text.endsWith(")")) return undefined;
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === ")") depth++;
    else if (text[at] === "(" && --depth === 0) return at;
  }
  return undefined;
}

function rowType(written: Text): FieldType {
  const { label, span, id } = readReference(written);
  return {
    kind: "reference",
    entity: { label, span, id },
    among: undefined,
    onDelete: "blocked",
    unique: "no",
    setOnce: false,
    span,
  };
}

/** What is only ever a field's own is no type of a value that is handed over. */
function fit(type: FieldType, address: string, problems: Problem[]): FieldType | undefined {
  const isOwn = ["state", "computed", "sequence number", "random code", "belongs to"].includes(type.kind);
  if (!isOwn) return type;
  const hint = type.kind === "belongs to" ? "Write reference to." : "Write the type of its value.";
  problems.push(wrongProperty.at({ span: type.span, address }, `"${type.kind}" is a type for fields only`, hint));
  return undefined;
}
