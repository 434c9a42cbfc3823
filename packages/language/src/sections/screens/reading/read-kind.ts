// From a cell such as "board of Ticket by State" to the kind of a screen.
import { matchText, spanOf, trimText, type Text } from "../../../text/text.ts";
import { readReference } from "../../../text/name.ts";
import { nearest } from "../../../text/suggestion.ts";
import type { Problem } from "../../../problem.ts";
import type { ScreenKind } from "../model.ts";
import { unknownKind } from "../problems.ts";
import { readPath } from "./read-path.ts";

const forms =
  /^(?:(?<plain>dashboard|page|component)|(?<form>new|edit) (?<edited>.+)|(?<view>list|detail) of (?<viewed>.+)|board of (?<board>.+?) by (?<by>.+)|calendar of (?<calendar>.+?) (?:on (?<on>.+)|from (?<from>.+?) to (?<to>.+)))$/d;

/** Longer than any kind that names existing things, and short enough that no cell makes reading slow. */
const longest = 300;

export function readKind(cell: Text, address: string, problems: Problem[]): ScreenKind | undefined {
  const text = trimText(cell);
  const kind = readForm(text);
  if (kind) return kind;
  const found = text.text.length > longest ? `${text.text.slice(0, longest)}…` : text.text;
  problems.push(unknownKind.at({ span: spanOf(text), address }, found, meant(text)));
  return undefined;
}

function readForm(text: Text): ScreenKind | undefined {
  if (text.text.length > longest) return undefined;
  const found = matchText(text, forms);
  if (!found) return undefined;
  const span = spanOf(text);
  const { plain, form, edited, view, viewed, board, by, calendar, on, from, to } = found;
  if (plain) return { kind: plain.text as "dashboard" | "page" | "component", span };
  // "edit of Ticket" is a slip, never an entity called "of Ticket".
  if (edited) {
    return edited.text.startsWith("of ")
      ? undefined
      : { kind: form?.text as "new" | "edit", entity: reference(edited), span };
  }
  if (viewed) return { kind: view?.text as "list" | "detail", entity: reference(viewed), span };
  if (board && by) return { kind: "board", entity: reference(board), by: readPath(by), span };
  const start = on ?? from;
  if (calendar && start) {
    return { kind: "calendar", entity: reference(calendar), from: readPath(start), to: to && readPath(to), span };
  }
  return undefined;
}

const reference = (text: Text) => readReference(trimText(text));

/** The kind that was probably meant: one letter wrong, a capital, an "of" too many or too few. */
function meant({ text }: Text): string | undefined {
  if (text.length > longest) return undefined;
  const [first = "", ...rest] = text.split(/\s+/);
  const word = nearest(first.toLowerCase(), [
    "list",
    "detail",
    "new",
    "edit",
    "board",
    "calendar",
    "dashboard",
    "page",
    "component",
  ]);
  if (word === undefined) return undefined;
  const things = rest[0] === "of" ? rest.slice(1) : rest;
  const joined =
    word === "new" || word === "edit"
      ? [word, ...things]
      : ["list", "detail", "board", "calendar"].includes(word)
        ? [word, "of", ...things]
        : [word];
  const candidate = joined.join(" ");
  const readable = readForm({ text: candidate, start: 0, end: candidate.length });
  return readable && candidate !== text ? candidate : undefined;
}
