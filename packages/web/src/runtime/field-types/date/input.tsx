// The input of a date: the browser's own.
import { TextInput } from "@mantine/core";
import type { Input } from "../input-type.ts";

export const dateInput: Input = (_type, { typing }) => <TextInput {...typing} type="date" max="9999-12-31" />;
