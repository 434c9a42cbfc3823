// From the cells Do and With to what an effect does, with everything that this action takes and nothing else.
import { cellOf, isNotShown, type FoundRow } from "../../../document/tables.ts";
import { codeOf, sliceText, spanOf, trimText, type Text } from "../../../text/text.ts";
import { readReference } from "../../../text/name.ts";
import type { Problem } from "../../../problem.ts";
import type { EffectAction } from "../model.ts";
import { unknownAction, withMissing, withUnfit } from "./problems.ts";
import { readWith, type With } from "./read-with.ts";

const words = ["set", "create", "do", "delete", "mail", "notify", "call"] as const;
type Word = (typeof words)[number];

/** What each action takes in With; the rest of Do names something, except for `set` and `delete`. */
const takes: Readonly<Record<Word, readonly (keyof With)[]>> = {
  set: ["values"],
  create: ["values"],
  do: ["on", "values"],
  delete: ["on"],
  mail: ["to"],
  notify: ["to"],
  call: ["values"],
};

export function readAction(cell: Text, row: FoundRow, address: string, problems: Problem[]): EffectAction | undefined {
  if (cell.text === "") return undefined;
  const at = `${address}/Do`;
  const span = spanOf(cell);
  const written = /^\S*/.exec(cell.text)?.[0] ?? "";
  const word = words.find((one) => one === written);
  const rest = trimText(sliceText(cell, written.length));
  const isAlone = word === "set" || word === "delete";
  const isName = rest.text === "" || codeOf(rest) !== undefined || !/[`,]/.test(rest.text);
  if (word === undefined || isAlone !== (rest.text === "") || !isName) {
    problems.push(unknownAction.at({ span, address: at }, cell.text, written, rest.text));
    return undefined;
  }
  const given = trimText(cellOf(row, "With"));
  // A recipient without its `to` is reported as such, and not read as an assignment.
  if (takes[word].includes("to") && codeOf(given) && !given.text.includes(" = ")) {
    problems.push(withMissing.at({ span: spanOf(given), address: `${address}/With` }, word, given.text));
    return { kind: word as "mail" | "notify", mail: readReference(rest), to: undefined, span };
  }
  const found = readWith(given, `${address}/With`, problems);
  if (found === undefined) return undefined;
  for (const [part, place] of found.places) {
    if (!takes[word].includes(part))
      problems.push(withUnfit.at({ span: place, address: `${address}/With` }, word, part));
  }
  const needs =
    word === "set" || word === "create" ? "values" : word === "mail" || word === "notify" ? "to" : undefined;
  const isLacking = needs !== undefined && !found.places.some(([part]) => part === needs) && !isNotShown(row, "With");
  if (isLacking && (word === "set" || needs === "to")) problems.push(withMissing.at({ span, address: at }, word));
  const { on, to, values } = found;
  switch (word) {
    case "set":
      return { kind: word, values, span };
    case "create":
      return { kind: word, entity: readReference(rest), values, span };
    case "do":
      return { kind: word, transition: readReference(rest), on, values, span };
    case "delete":
      return { kind: word, on, span };
    case "mail":
    case "notify":
      return { kind: word, mail: readReference(rest), to, span };
    case "call":
      return { kind: word, call: readReference(rest), values, span };
  }
}
