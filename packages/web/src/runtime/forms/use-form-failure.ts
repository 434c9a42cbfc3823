// What is wrong in a form, as it is shown: at its fields, and above them.
import { useState, type RefObject } from "react";
import { ownOf } from "../../words/own-of.ts";
import type { FormErrors, FormFailure } from "./form-values.ts";
import type { FormField } from "./row-form.tsx";

export function useFormFailure(
  entity: string,
  fields: readonly FormField[],
  element: RefObject<HTMLFormElement | null>,
) {
  const [errors, setErrors] = useState<FormErrors>({});
  const [general, setGeneral] = useState<readonly string[]>([]);
  const focusFirst = (result: FormErrors) => {
    const first = fields.find(({ field }) => ownOf(result, field.id) !== undefined);
    // After the errors are drawn, so that a screen reader reads the field with its error.
    requestAnimationFrame(() => {
      const target =
        first === undefined
          ? element.current?.querySelector<HTMLElement>("[role=alert]")
          : element.current?.querySelector<HTMLElement>(`#field-${entity}-${CSS.escape(first.field.id)}`);
      const focusable =
        target?.matches("input,textarea,select") === true
          ? target
          : (target?.querySelector<HTMLElement>("input,textarea,select") ?? target);
      focusable?.focus();
    });
  };
  return {
    general,
    errorAt: ({ field }: FormField) => ownOf(errors, field.id),
    show: (failure: FormFailure) => {
      setErrors(failure.atFields);
      setGeneral(failure.general);
      focusFirst(failure.atFields);
    },
    /** Of one field; undefined: nothing is wrong with it. */
    set: ({ field }: FormField, message: string | undefined) =>
      setErrors((before) => (message === undefined ? without(before, field.id) : { ...before, [field.id]: message })),
    clearFields: () => setErrors({}),
    clear: () => {
      setErrors({});
      setGeneral([]);
    },
  };
}

const without = (errors: FormErrors, id: string): FormErrors =>
  Object.fromEntries(Object.entries(errors).filter(([key]) => key !== id));
