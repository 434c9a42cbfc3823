// The input of each type of field that an operator may set: the product's own, and rows that are found by the console.
import type { FieldView } from "@writ/server/response-types";
import type { Typed } from "../../../runtime/field-types/draft-type.ts";
import { draftTypeOf } from "../../../runtime/field-types/drafts.ts";
import { fieldTypeOf } from "../../../runtime/field-types/field-types.ts";
import { inputFor } from "../../../runtime/field-types/inputs.tsx";
import { inputWrapperOrder } from "../../../runtime/fields/input-attributes.tsx";
import { ChooseRow, ChooseRows } from "../choose-row.tsx";
import { useSpeaking } from "../speaking.ts";

type FieldInputProps = {
  readonly entity: string;
  readonly field: FieldView;
  readonly value: Typed;
  readonly error: string | undefined;
  readonly change: (value: Typed) => void;
};

export function FieldInput({ entity, field, value, error, change }: FieldInputProps) {
  const speaking = useSpeaking();
  const { id, label, notes, required, type } = field;
  const description = [notes, draftTypeOf(type).limits(type, speaking)].filter((part) => part !== "").join(" · ");
  const labelled = {
    id: `field-${entity}-${id}`,
    "data-field": id,
    "data-unseen": undefined,
    label: (
      <>
        {label}
        {!required && fieldTypeOf(type).isTick !== true && <span className="quiet"> (optional)</span>}
      </>
    ),
    description: description === "" ? null : description,
    error: error ?? null,
  };
  const several = Array.isArray(value) ? value.map(String) : [];
  switch (type.kind) {
    case "reference":
      return <ChooseRow {...labelled} entity={type.entity} value={String(value)} choose={(row) => change(row ?? "")} />;
    case "several":
      return <ChooseRows {...labelled} entity={type.entity} values={several} choose={change} />;
    case "files":
    case "not shown":
      return null;
    default: {
      const typing = {
        ...labelled,
        "aria-required": required,
        inputWrapperOrder,
        value: typeof value === "string" ? value : "",
        onChange: (event: { readonly currentTarget: { readonly value: string } }) => change(event.currentTarget.value),
        onBlur: () => undefined,
      };
      return inputFor(type, {
        entity,
        field,
        value,
        error,
        required,
        onChange: change,
        product: speaking,
        labelled,
        typing,
        inputWrapperOrder,
      });
    }
  }
}
