// Inputs of addresses and numbers to call: on a phone each has keys of its own.
import { TextInput } from "@mantine/core";
import type { Input } from "../input-type.ts";

export const emailInput: Input = (_type, { entity, typing }) => (
  <TextInput {...typing} type="email" inputMode="email" autoComplete={entity === "user" ? "email" : "off"} />
);

export const phoneInput: Input = (_type, { entity, typing }) => (
  <TextInput {...typing} type="tel" autoComplete={entity === "user" ? "tel" : "off"} />
);

export const urlInput: Input = (_type, { typing }) => (
  <TextInput {...typing} type="text" inputMode="url" placeholder="https://" autoComplete="off" />
);
