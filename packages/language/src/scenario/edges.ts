// The values at the edges of what a type takes, and what is said of those that are beyond.
import type { Amount } from "../clause/value.ts";
import type { FieldType } from "../sections/entities/model.ts";
import type { Edge } from "./scenario.ts";

export type Edged = { readonly what: string; readonly edge: Edge; readonly code: string | undefined };

export function edgesOf(type: FieldType): readonly Edged[] {
  switch (type.kind) {
    case "text":
    case "long text":
    case "Markdown text":
      return [
        ...(type.upTo === undefined ? [] : lengths(type.upTo)),
        ...(type.matching === undefined ? [] : [{ what: "of another form", edge: unmatched, code: "INVALID" }]),
      ];
    case "number":
    case "integer":
    case "percent":
    case "money":
      return [
        ...bounds("least", type.from, -1),
        ...bounds("most", type.to, 1),
        // Of an integer that would be no value at all.
        ...(type.kind === "integer" ? [] : decimals),
      ];
    case "one of":
    case "several of":
      return [{ what: "none of its choices", edge: { kind: "unlisted" }, code: "INVALID" }];
    case "email":
    case "url":
    case "phone":
      return [{ what: "of another form", edge: unmatched, code: "INVALID" }];
    case "reference":
    case "belongs to":
      return "among" in type && type.among !== undefined
        ? []
        : [{ what: "not to be read", edge: { kind: "unread" }, code: "INVALID" }];
    case "file":
    case "image":
    case "files":
      return [
        ...(type.size === undefined
          ? []
          : [
              { what: "of the greatest size", edge: bytes(type.size, 0), code: undefined },
              { what: "one byte larger", edge: bytes(type.size, 1), code: "TOO_LARGE" },
            ]),
        ...(type.count === undefined
          ? []
          : [
              { what: "with as many as fit", edge: files(type.count, 0), code: undefined },
              { what: "with one more", edge: files(type.count, 1), code: "INVALID" },
            ]),
        ...(type.extensions.length === 0 && type.kind !== "image"
          ? []
          : [{ what: "of another type", edge: disguised, code: "INVALID" }]),
        { what: "not brought", edge: { kind: "missing" }, code: "INVALID" },
      ];
    default:
      return [];
  }
}

const bytes = (upTo: Amount, over: 0 | 1): Edge => ({ kind: "bytes", upTo, over });
const files = (upTo: Amount, over: 0 | 1): Edge => ({ kind: "files", upTo, over });
const unmatched: Edge = { kind: "unmatched" };
const decimals: readonly Edged[] = [
  { what: "as fine as it may be", edge: { kind: "finest" }, code: undefined },
  { what: "too fine", edge: { kind: "finer" }, code: "INVALID" },
];
const disguised: Edge = { kind: "disguised" };

const lengths = (upTo: Amount): readonly Edged[] => [
  { what: "of the greatest length", edge: { kind: "length", upTo, over: 0 }, code: undefined },
  { what: "one longer", edge: { kind: "length", upTo, over: 1 }, code: "TOO_LONG" },
];

const bounds = (word: string, amount: Amount | undefined, beyond: -1 | 1): readonly Edged[] =>
  amount === undefined
    ? []
    : [
        { what: `at its ${word}`, edge: { kind: "amount", amount, steps: 0 }, code: undefined },
        { what: `beyond its ${word}`, edge: { kind: "amount", amount, steps: beyond }, code: "INVALID" },
      ];
