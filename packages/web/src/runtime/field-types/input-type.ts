// What a field type's input is given by the form around it.
import type { ApplicationField, ApplicationType } from "@writ/language/product";
import type { ReactNode } from "react";
import type { InputAttributes, TypingAttributes } from "../fields/input-attributes.tsx";
import type { InputFieldProps } from "../fields/input-field.tsx";
import type { Speaking } from "./field-type.ts";

export type Input<Type = ApplicationType> = (type: Type, form: Form) => ReactNode;

export type Form = Omit<InputFieldProps, "field"> & {
  readonly field: Pick<ApplicationField, "id" | "label">;
  readonly product: Speaking;
  /** What every input has: its label, what is said about it, its error. */
  readonly labelled: InputAttributes;
  /** … and what one has in which a text is typed. */
  readonly typing: TypingAttributes;
  readonly inputWrapperOrder: TypingAttributes["inputWrapperOrder"];
};
