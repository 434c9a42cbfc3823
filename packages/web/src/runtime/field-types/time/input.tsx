// The input of a time of day: the browser's own.
import { TextInput } from "@mantine/core";
import type { Input } from "../input-type.ts";

export const timeInput: Input = (_type, { typing }) => <TextInput {...typing} type="time" />;
