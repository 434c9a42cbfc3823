// Inputs of numbers: a text, because a browser's own would refuse the decimals of a language; with the unit behind it.
import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { Form, Input } from "../input-type.ts";

export const decimalInput: Input = (_type, form) => numberInput(form, "decimal", null, 36);

export const integerInput: Input = (_type, form) => numberInput(form, "numeric", null, 36);

export const percentInput: Input = (_type, form) => numberInput(form, "decimal", unit("%"), 36);

export const moneyInput: Input = (_type, form) => {
  const { currency } = form.product.application;
  return numberInput(form, "decimal", currency === undefined ? null : unit(currency.code), 52);
};

const numberInput = ({ typing }: Form, inputMode: "decimal" | "numeric", behind: ReactNode, width: number) => (
  <TextInput {...typing} inputMode={inputMode} autoComplete="off" rightSection={behind} rightSectionWidth={width} />
);

const unit = (name: string) => <span className="quiet">{name}</span>;
