// All types of fields, in the order in which messages list them. A type without an entry does not compile.
import type { FieldType } from "../sections/entities/model.ts";
import { addresses } from "./address.ts";
import { choices } from "./choices.ts";
import type { FamilyOf, FieldKindName, FieldTypeDefinition } from "./field-type.ts";
import { files } from "./files.ts";
import { moments } from "./moments.ts";
import { numbers } from "./number.ts";
import { belongsTo, list, reference, several } from "./rows.ts";
import { computedType, randomCode, sequenceNumber, state } from "./set-by-system.ts";
import { texts } from "./text.ts";
import { yesNo } from "./yes-no.ts";

export const fieldTypes: { readonly [Name in FieldKindName]: FieldTypeDefinition<FamilyOf<Name>> } = {
  ...texts,
  ...numbers,
  ...moments,
  "yes/no": yesNo,
  ...addresses,
  ...choices,
  ...files,
  reference,
  "belongs to": belongsTo,
  list,
  several,
  "sequence number": sequenceNumber,
  "random code": randomCode,
  computed: computedType(definitionOf),
  state,
};

/** Its parts take the very type that it was asked for. */
export function definitionOf(type: FieldType): FieldTypeDefinition<FieldType> {
  return fieldTypes[type.kind] as FieldTypeDefinition<FieldType>;
}

export const typeNames: readonly string[] = Object.values(fieldTypes).map(({ name }) => name);
