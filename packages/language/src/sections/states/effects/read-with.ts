// Takes the cell With apart: assignments, ``on `row` ``, and the forms of `to`, separated by commas.
import { codeOf, matchText, spanOf, splitText, type Text } from "../../../text/text.ts";
import { readAssignments, readExpression } from "../../../expression/parsing/read.ts";
import type { Assignment, Expression } from "../../../expression/tree.ts";
import { readReference } from "../../../text/name.ts";
import type { Problem, Span } from "../../../problem.ts";
import type { Recipient } from "../model.ts";
import { unknownWith } from "./problems.ts";

export type With = {
  readonly on: Expression | undefined;
  readonly to: Recipient | undefined;
  readonly values: readonly Assignment[];
};

/** `places`: which of them are written, and where. Undefined where a part cannot be read (reported). */
export function readWith(
  cell: Text,
  at: string,
  problems: Problem[],
): (With & { readonly places: readonly (readonly [keyof With, Span])[] }) | undefined {
  const places: [keyof With, Span][] = [];
  const values: Assignment[] = [];
  let on: Expression | undefined;
  let to: Recipient | undefined;
  let readable = true;
  for (const part of splitText(cell)) {
    const span = spanOf(part);
    const code = codeOf(part);
    const row = matchText(part, /^on\s+(?<code>`[^`]*`)$/d)?.["code"];
    const rowCode = row && codeOf(row);
    const recipient = readRecipient(part, at, problems);
    if (code) {
      places.push(["values", span]);
      for (const value of readAssignments(code, at, problems)) values.push(value);
    } else if (rowCode && on === undefined) {
      places.push(["on", span]);
      on = readExpression(rowCode, at, problems);
    } else if (recipient && to === undefined) {
      places.push(["to", span]);
      to = recipient;
    } else {
      problems.push(unknownWith.at({ span, address: at }, part.text));
      readable = false;
    }
  }
  return readable ? { on, to, values, places } : undefined;
}

function readRecipient(part: Text, at: string, problems: Problem[]): Recipient | undefined {
  const span = spanOf(part);
  const one = matchText(part, /^to\s+(?<each>each\s+)?(?<code>`[^`]*`)$/d);
  const code = one?.["code"] && codeOf(one["code"]);
  if (code) return { kind: one?.["each"] ? "each" : "one", expression: readExpression(code, at, problems), span };
  const role = matchText(part, /^to\s+role\s+(?<role>[^`\s][^`]*)(?:`(?<code>[^`]*)`)?$/d);
  const named = role?.["role"];
  if (!named) return undefined;
  const inside = role?.["code"];
  if (!inside) return { kind: "role", role: readReference(named), within: undefined, span };
  const name = matchText(named, /^(?<name>.*\S)\s+within\s*$/d)?.["name"];
  if (!name) return undefined;
  return { kind: "role", role: readReference(name), within: readExpression(inside, at, problems), span };
}
