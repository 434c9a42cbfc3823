// From the words of a cell to the type of a value: `text up to 40, unique`, ``reference to User, among `…` ``.
import { spanOf, splitText, matchText, trimText, type Text } from "../text/text.ts";
import type { Problem } from "../problem.ts";
import type { FieldType } from "../sections/entities/model.ts";
import { definitionOf, fieldTypes, typeNames } from "./field-types.ts";
import { unknownType } from "./problems.ts";
import { isSynonym, typeHint } from "./type-hint.ts";

/** Undefined where the type is none of the notation's (reported). A wrong option is reported, and the rest is read. */
export function readFieldType(text: Text, address: string, problems: Problem[]): FieldType | undefined {
  const written = trimText(text);
  const reader = {
    written,
    address,
    problems,
    inner: (type: Text) => readFieldType(type, address, problems),
    computable: (type: FieldType) => definitionOf(type).computable,
  };
  for (const { pattern, read } of Object.values(fieldTypes)) {
    const groups = matchText(written, pattern);
    if (groups) return read(reader, groups);
  }
  const first = splitText(written)[0] ?? written;
  const hint = typeHint(written.text, Object.values(fieldTypes));
  const head = first.text.split(/,| up to /)[0] ?? "";
  const isCertain = isSynonym(head, Object.values(fieldTypes));
  problems.push(unknownType.at({ span: spanOf(first), address }, first.text, hint, typeNames, isCertain));
  return undefined;
}
