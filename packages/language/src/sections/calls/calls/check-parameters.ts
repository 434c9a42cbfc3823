// Whether what a call is given and answers has types that exist.
import { checkAmounts, resolveAmount } from "../../../model/check-amount.ts";
import type { CheckContext } from "../../../model/check-context.ts";
import type { Model } from "../../../model/model.ts";
import { typeNames } from "../../../field-types/index.ts";
import { unknownEntity } from "../../../clause/problems.ts";
import type { Problem } from "../../../problem.ts";
import type { FieldType } from "../../entities/model.ts";
import { maxInputBytes } from "../../../model/input-bytes.ts";
import type { Call, Parameter } from "../model.ts";
import { largeInput } from "./problems.ts";

export function checkParameters(call: Call, model: Model, context: CheckContext): readonly Problem[] {
  const lists = [
    ["In", call.in],
    ["Out", call.out],
  ] as const;
  return lists.flatMap(([property, parameters]) =>
    parameters.flatMap(({ type, name }) => {
      const address = `${call.address}/${property}`;
      const problems = type ? checkType(type, address, model, context) : [];
      if (property === "In" && isTooLarge(type, context))
        return [...problems, largeInput.at({ span: name.span, address }, name.label)];
      // A name alone is that of an entity; where none is near, most likely the type was forgotten.
      const isBare = type?.kind === "reference" && type.entity.span.start === name.span.start;
      return problems.map((one) =>
        isBare && !one.hint.startsWith("Did") ? { ...one, hint: `Write its type: ${withType(name.label)}.` } : one,
      );
    }),
  );
}

function isTooLarge(type: Parameter["type"], context: CheckContext): boolean {
  if (type?.kind !== "file" && type?.kind !== "image" && type?.kind !== "files") return false;
  const size = type.size && resolveAmount(type.size, context);
  return size?.kind === "size" && size.bytes > maxInputBytes;
}

/** `Year: integer` and `Year integer` say the type already, in another form. */
function withType(label: string): string {
  const [, what, type] = /^(.+?)\s*:\s*(.+)$/.exec(label) ?? /^(.+) (\S+)$/.exec(label) ?? [];
  return what && type && (label.includes(":") || typeNames.includes(type)) ? `${what} (${type})` : `${label} (date)`;
}

function checkType(type: FieldType, address: string, model: Model, context: CheckContext): readonly Problem[] {
  switch (type.kind) {
    case "reference":
    case "belongs to":
    case "list":
    case "several": {
      const { lookup, schema } = context;
      if (schema.entities.has(type.entity.id) || model.entities.status.kind === "not shown") return [];
      const known = lookup.entities.values().map((entity) => entity.name.label);
      return [unknownEntity.at({ span: type.entity.span, address }, type.entity.label, known)];
    }
    default:
      return checkAmounts(type, address, model, context);
  }
}
