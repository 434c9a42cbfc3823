// The type that an input or output of a call has in expressions.
import type { Kind, Type } from "../expression/type.ts";
import type { Parameter } from "../sections/calls/model.ts";
import { entityId, type Lookup } from "./lookup.ts";

/** Undefined where its type is wrong, or nothing that an expression can give. */
export function parameterType({ type, optional, name }: Parameter, lookup: Lookup): Type | undefined {
  const kind = type && kindOf(type, name.label, lookup);
  return kind && { ...kind, empty: optional && kind.kind !== "list" };
}

function kindOf(type: NonNullable<Parameter["type"]>, label: string, lookup: Lookup): Kind | undefined {
  switch (type.kind) {
    case "text":
    case "long text":
    case "Markdown text":
    case "email":
    case "url":
    case "phone":
      return { kind: "text" };
    case "number":
      return { kind: "number", scale: 6 };
    case "integer":
      return { kind: "number", scale: 0 };
    case "percent":
      return { kind: "number", scale: 4 };
    case "money":
    case "date":
    case "datetime":
    case "yes/no":
      return { kind: type.kind };
    case "duration":
      return { kind: "duration", days: false };
    case "one of":
      return { kind: "choice", of: label, codes: type.choices.map((choice) => choice.id) };
    case "several of":
      return {
        kind: "list",
        of: { kind: "choice", of: label, codes: type.choices.map((choice) => choice.id), empty: false },
      };
    case "reference":
    case "belongs to":
      return { kind: "row", entity: entityId(lookup, type.entity) };
    case "list":
    case "several":
      return { kind: "list", of: { kind: "row", entity: entityId(lookup, type.entity), empty: false } };
    default:
      return undefined;
  }
}
