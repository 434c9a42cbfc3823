// Inputs for a choice: one of several values, or any number of them.
import { Checkbox, NativeSelect } from "@mantine/core";
import type { TypeOf } from "../field-type.ts";
import type { Input } from "../input-type.ts";
import { RadioChoice } from "./radio-choice.tsx";

/** A choice of up to so many is visible at once. */
const visibleChoices = 5;

export const choiceInput: Input<TypeOf<"one of">> = (
  type,
  { product, typing, required, unseen, onChange, ...form },
) => {
  const { say, word } = product;
  const blank = say(unseen === undefined ? "none" : "asItIs");
  const choices = type.choices.filter(({ id }) => form.choices === undefined || form.choices.includes(id));
  if (choices.length <= visibleChoices)
    return (
      <RadioChoice
        {...typing}
        onChange={onChange}
        choices={[
          ...(required ? [] : [["", blank] as const]),
          ...choices.map(({ id, label }) => [id, word(label)] as const),
        ]}
      />
    );
  return (
    <NativeSelect
      {...typing}
      data={[
        { value: "", label: required ? say("choose") : blank },
        ...choices.map(({ id, label }) => ({ value: id, label: word(label) })),
      ]}
    />
  );
};

export const choicesInput: Input<TypeOf<"several of">> = (type, { product, labelled, inputWrapperOrder, ...form }) => (
  <Checkbox.Group
    {...labelled}
    aria-required={form.required}
    inputWrapperOrder={inputWrapperOrder}
    value={Array.isArray(form.value) ? [...form.value] : []}
    onChange={(chosen) => form.onChange(chosen)}
  >
    <div style={{ display: "flex", flexWrap: "wrap", gap: "8px 20px", paddingTop: 6 }}>
      {type.choices.map(({ id, label }) => (
        <Checkbox key={id} value={id} label={product.word(label)} />
      ))}
    </div>
  </Checkbox.Group>
);
