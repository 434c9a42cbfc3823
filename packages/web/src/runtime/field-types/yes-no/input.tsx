// The input of yes or no: a tick; three choices where it may have a value that is hidden from the user.
import { Checkbox } from "@mantine/core";
import { RadioChoice } from "../choice/radio-choice.tsx";
import type { Input } from "../input-type.ts";

export const yesNoInput: Input = (_type, { product, field, value, unseen, required, onChange, labelled, typing }) => {
  const { say, word } = product;
  if (typeof value === "string")
    return (
      <RadioChoice
        {...typing}
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
      {...labelled}
      aria-required={required}
      label={word(field.label)}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
};
