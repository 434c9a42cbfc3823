// The type that an input or output of a call has in expressions.
import type { Kind, Type } from "../expression/type.ts";
import type { Parameter } from "../sections/calls/model.ts";
import { type Lookup } from "../names/lookup.ts";
import { choiceKind, kindOfValue } from "../field-types/index.ts";

/** Undefined where its type is wrong, or nothing that an expression can give. */
export function parameterType({ type, optional, name }: Parameter, lookup: Lookup): Type | undefined {
  const kind = type && kindOf(type, name.label, lookup);
  return kind && { ...kind, empty: optional && kind.kind !== "list" };
}

function kindOf(type: NonNullable<Parameter["type"]>, label: string, lookup: Lookup): Kind | undefined {
  switch (type.kind) {
    case "several of":
      return { kind: "list", of: { ...choiceKind(type.choices, label), empty: false } };
    case "list":
    case "several":
      return { kind: "list", of: { kind: "row", entity: type.entity.id, empty: false } };
    // A file reaches code, and no expression.
    case "file":
    case "image":
      return undefined;
    default:
      return kindOfValue(type, label, lookup);
  }
}
