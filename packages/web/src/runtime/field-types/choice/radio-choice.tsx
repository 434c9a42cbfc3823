// One of a few choices: all at once, to be seen before one is chosen.
import { Radio } from "@mantine/core";
import type { ComponentProps } from "react";

type ChoiceProps = Omit<ComponentProps<typeof Radio.Group>, "children" | "onChange" | "value" | "defaultValue"> & {
  readonly id: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Each with its words. */
  readonly choices: readonly (readonly [string, string])[];
};

export function RadioChoice({ choices, ...shared }: ChoiceProps) {
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
