// Yes or no, of which nothing is no; one of several choices; any number of them.
import { isList } from "../values/value.ts";
import type { Meaning, TypeOf } from "./meaning.ts";
import { plain } from "./text.ts";

export const yesNo: Meaning = { ...plain, nothing: false, literal: (text) => text === "yes" };

type Choices = TypeOf<"one of" | "several of">["choices"];

const codeOf = (choices: Choices, text: string): string =>
  (choices.find(({ label, id }) => label === text || id === text) ?? { id: text }).id;

export const choice: Meaning<TypeOf<"one of">> = {
  ...plain,
  refusal: (value, { choices }) => (choices.some(({ id }) => id === value) ? undefined : "INVALID"),
  literal: (text, { choices }) => codeOf(choices, text),
};

export const severalChoices: Meaning<TypeOf<"several of">> = {
  ...plain,
  nothing: [],
  refusal: (value, { choices }) =>
    isList(value) && value.every((one) => choices.some(({ id }) => id === one)) ? undefined : "INVALID",
  literal: (text, { choices }) => text.split(",").map((one) => codeOf(choices, one.trim())),
};
