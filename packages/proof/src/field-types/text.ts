// Texts and addresses that are tried, and what is a text where nothing else is known of it.
import { amountOf } from "../interpreter/world/constants.ts";
import { isList } from "../interpreter/values/value.ts";
import { patterned } from "./pattern-texts.ts";
import type { Trial, TypeOf } from "./trial.ts";

export const plain: Trial = {
  samples: () => [],
  random: () => null,
  edges: () => [],
  all: () => undefined,
  holds: (value) => !isList(value),
  near: (value) => value,
  text: "text",
  fromText: (text) => text,
  queried: undefined,
};

const words = ["a", "ab", "abc", "b", "bb", "c-1", "aaa", "zz", "abab", "cab", "ba", "cc"];

const odd = [
  "",
  " ",
  "a ",
  "e\u0301",
  "é",
  "\u{1F600}",
  'it\'s "so", 100 %',
  "<b>&amp;",
  "a\nb",
  "null",
  "\\",
  "ß",
  "İ",
];

export const longText: Trial<TypeOf<"text" | "long text" | "Markdown text">> = {
  ...plain,
  samples: (_type, { label, number }) => [
    `${label} ${number}`,
    `${label.slice(0, 3)}${number}`,
    `a${number}`,
    ...patterned(number),
  ],
  random: (draw) => draw.pick(words),
  wrong: (draw) => draw.pick(["A", "  ", "0a", "b".repeat(13), "c".repeat(41), "d".repeat(201)]),
  edges: ({ upTo }, { program }) => {
    const most = Number(amountOf(program, upTo)?.digits ?? 0n);
    return [...odd, ...(most > 0 && most < 5000 ? ["a".repeat(most), "a".repeat(most + 1)] : [])];
  },
};

export const text: typeof longText = { ...longText, queried: "as equal" };

export const email: Trial = {
  ...plain,
  samples: (_type, { number }) => [`someone${number}@example.test`],
  random: (draw) => `${draw.pick(words)}@example.test`,
  edges: () => ["", "someone", "a@b", "A@Example.test", "a@b.c "],
  queried: "as equal",
};

export const url: Trial = { ...plain, samples: (_type, { number }) => [`https://example.test/${number}`] };

export const phone: Trial = {
  ...plain,
  samples: (_type, { number }) => [`+33 1 23 45 ${String(number % 100).padStart(2, "0")} 89`],
};
