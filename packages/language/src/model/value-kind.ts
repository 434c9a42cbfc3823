// The kind of value that a field type, or the type of a call's input, has in expressions.
import type { Kind } from "../expression/type.ts";
import type { FieldType } from "../sections/entities/model.ts";
import { type Lookup } from "../names/lookup.ts";
import type { Reference } from "../text/name.ts";

/** Of types that hold one value; undefined for lists, states and what is computed. `listName` says what a choice is one of. */
export function kindOfValue(type: FieldType, listName: string, lookup: Lookup): Kind | undefined {
  switch (type.kind) {
    case "text":
    case "long text":
    case "Markdown text":
    case "email":
    case "url":
    case "phone":
    case "sequence number":
    case "random code":
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
      return choiceKind(type.choices, listName);
    case "file":
    case "image":
      return { kind: "file" };
    case "reference":
    case "belongs to":
      return knownRow(type.entity, lookup);
    default:
      return undefined;
  }
}

/** A row of an entity that there is; an unknown one is told where it is named, and nothing can be said of its fields. */
export function knownRow(reference: Reference, lookup: Lookup): Extract<Kind, { kind: "row" }> | undefined {
  const entity = reference.id;
  return entity === "user" || lookup.entities.has(entity) ? { kind: "row", entity } : undefined;
}

export function choiceKind(choices: readonly { readonly id: string }[], listName: string): Kind {
  return { kind: "choice", of: listName, codes: choices.map((choice) => choice.id) };
}
