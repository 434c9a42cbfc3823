// Choices that are tried: each of them, and what is none.
import { isList } from "../interpreter/values/value.ts";
import { plain } from "./text.ts";
import type { Trial, TypeOf } from "./trial.ts";

const answers = [true, false];

export const yesNo: Trial = {
  ...plain,
  samples: () => answers,
  random: (draw) => draw.once(2),
  all: () => answers,
  holds: (value) => typeof value === "boolean",
  fromText: (text) => text === "true",
  queried: "in order",
};

export const choice: Trial<TypeOf<"one of">> = {
  ...plain,
  samples: ({ choices }) => choices.map(({ id }) => id),
  random: (draw, { choices }) => draw.pick(choices).id,
  wrong: () => "none_of_them",
  edges: ({ choices }) => ["", "none of them", ...choices.map(({ label }) => label)],
  all: ({ choices }) => choices.map(({ id }) => id),
  queried: "as equal",
};

export const itemsOf = (text: string): readonly string[] => (text === "" ? [] : text.split(","));

export const severalChoices: Trial<TypeOf<"several of">> = {
  ...plain,
  samples: ({ choices }) => choices.map(({ id }) => [id]),
  random: (draw, { choices }) => draw.some(choices, 2).map(({ id }) => id),
  edges: ({ choices }) => [[], choices.map(({ id }) => id), ["none_of_them"]],
  holds: isList,
  text: "list",
  fromText: itemsOf,
};
