// Inputs for a choice: yes or no, one of several values, or any number of them.
import { Checkbox, NativeSelect, Radio } from "@mantine/core";
import type { ApplicationField } from "@writ/language/product";
import type { ComponentProps } from "react";
import { useProduct } from "../product/product.tsx";
import { inputWrapperOrder, labelled, typing } from "./input-attributes.tsx";
import type { InputFieldProps } from "./input-field.tsx";

/** A choice of up to so many is visible at once. */
const visibleChoices = 5;

type OfChoices = InputFieldProps & {
  readonly type: Extract<ApplicationField["type"], { readonly kind: "one of" | "several of" }>;
};

export function YesNoInput(props: InputFieldProps) {
  const product = useProduct();
  const { say, word } = product;
  const { field, value, unseen, onChange } = props;
  if (typeof value === "string")
    return (
      <Choice
        {...typing(props, product)}
        onChange={onChange}
        choices={[
          ["", say(unseen === undefined ? "none" : "asItIs")],
          ["yes", say("yes")],
          ["no", say("no")],
        ]}
      />
    );
  return (
    <Checkbox
      {...labelled(props, product)}
      aria-required={props.required}
      label={word(field.label)}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

export function OneOfInput({ type, ...props }: OfChoices) {
  const product = useProduct();
  const { say, word } = product;
  const { required, unseen, onChange } = props;
  const blank = say(unseen === undefined ? "none" : "asItIs");
  const choices = type.choices.filter(({ id }) => props.choices === undefined || props.choices.includes(id));
  if (choices.length <= visibleChoices)
    return (
      <Choice
        {...typing(props, product)}
        onChange={onChange}
        choices={[
          ...(required ? [] : [["", blank] as const]),
          ...choices.map(({ id, label }) => [id, word(label)] as const),
        ]}
      />
    );
  return (
    <NativeSelect
      {...typing(props, product)}
      data={[
        { value: "", label: required ? say("choose") : blank },
        ...choices.map(({ id, label }) => ({ value: id, label: word(label) })),
      ]}
    />
  );
}

export function SeveralOfInput({ type, ...props }: OfChoices) {
  const product = useProduct();
  return (
    <Checkbox.Group
      {...labelled(props, product)}
      aria-required={props.required}
      inputWrapperOrder={inputWrapperOrder}
      value={Array.isArray(props.value) ? [...props.value] : []}
      onChange={(chosen) => props.onChange(chosen)}
    >
      <div style={{ display: "flex", flexWrap: "wrap", gap: "8px 20px", paddingTop: 6 }}>
        {type.choices.map(({ id, label }) => (
          <Checkbox key={id} value={id} label={product.word(label)} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

type ChoiceProps = Omit<ComponentProps<typeof Radio.Group>, "children" | "onChange" | "value" | "defaultValue"> & {
  readonly id: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Each with its words. */
  readonly choices: readonly (readonly [string, string])[];
};

/** All at once, to be seen before one is chosen. */
function Choice({ choices, ...shared }: ChoiceProps) {
  return (
    <Radio.Group {...shared} name={shared.id} role="radiogroup">
      <div style={{ display: "flex", flexWrap: "wrap", gap: "8px 20px", paddingTop: 6 }}>
        {choices.map(([value, label]) => (
          <Radio key={value} value={value} label={label} />
        ))}
      </div>
    </Radio.Group>
  );
}
