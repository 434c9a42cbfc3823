// The input of every field type that takes no other row and no file; loaded with the first form.
import type { ReactNode } from "react";
import { emailInput, phoneInput, urlInput } from "./address/input.tsx";
import { choiceInput, choicesInput } from "./choice/input.tsx";
import { dateInput } from "./date/input.tsx";
import { datetimeInput } from "./datetime/input.tsx";
import type { Kind, TypeOf } from "./field-type.ts";
import type { Form, Input } from "./input-type.ts";
import { decimalInput, integerInput, moneyInput, percentInput } from "./number/input.tsx";
import { longTextInput, textInput } from "./text/input.tsx";
import { timeInput } from "./time/input.tsx";
import { yesNoInput } from "./yes-no/input.tsx";

/** Those whose elements need more of the application stand in `fields/input-field.tsx`. */
export type KindTyped = Exclude<Kind, "files" | "reference" | "several" | "not shown">;

const inputs: { readonly [Each in KindTyped]: Input<TypeOf<Each>> } = {
  text: textInput,
  "long text": longTextInput,
  "Markdown text": longTextInput,
  number: decimalInput,
  integer: integerInput,
  percent: percentInput,
  money: moneyInput,
  date: dateInput,
  datetime: datetimeInput,
  time: timeInput,
  duration: textInput,
  "yes/no": yesNoInput,
  email: emailInput,
  url: urlInput,
  phone: phoneInput,
  code: textInput,
  "one of": choiceInput,
  "several of": choicesInput,
  state: textInput,
  list: textInput,
};

export const inputFor = (type: TypeOf<KindTyped>, form: Form): ReactNode => (inputs[type.kind] as Input)(type, form);
