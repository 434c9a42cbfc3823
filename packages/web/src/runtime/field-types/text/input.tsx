// Inputs of texts: a line, or a box that grows.
import { Textarea, TextInput } from "@mantine/core";
import type { Input } from "../input-type.ts";

export const textInput: Input = (_type, { entity, field, typing }) => (
  <TextInput {...typing} autoComplete={entity === "user" && field.id === "name" ? "name" : "off"} />
);

export const longTextInput: Input = (_type, { typing }) => <Textarea {...typing} autosize minRows={4} maxRows={20} />;
