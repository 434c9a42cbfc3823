// The input of a moment: the browser's own.
import { TextInput } from "@mantine/core";
import type { Input } from "../input-type.ts";

export const datetimeInput: Input = (_type, { typing }) => (
  <TextInput {...typing} type="datetime-local" max="9999-12-31T23:59" />
);
