// A file of SQL as its statements. Whatever this does not understand is our own mistake, and throws.
import { quoteText } from "../../expression/sql/sql-quote.ts";
import { tokensOf } from "./tokens.ts";

/** Each as it is written, without its semicolon and without comments before it; those within it stay. */
export function statementsOf(file: string): readonly string[] {
  const statements: string[] = [];
  let [start, depth] = [-1, 0];
  for (const { kind, text, at } of tokensOf(file)) {
    if (kind === "comment") continue;
    if (start === -1) start = at;
    // A body that is no text may hold semicolons of its own.
    if (kind === "word" && text.toUpperCase() === "ATOMIC")
      throw new Error(`A body is a text or RETURN: ${file.slice(start, at)}`);
    if (kind !== "mark") continue;
    if (text === "(" || text === "[") depth++;
    if (text === ")" || text === "]") depth--;
    if (depth < 0 || (text === ";" && depth > 0))
      throw new Error(`Brackets do not match: ${file.slice(start, at + 1)}`);
    if (text !== ";") continue;
    if (start === at) throw new Error(`No statement before the semicolon at ${at}`);
    statements.push(file.slice(start, at).trimEnd());
    start = -1;
  }
  if (start !== -1) throw new Error(`No semicolon ends ${file.slice(start)}`);
  return statements;
}

/** `:'name'`, as psql writes what it is given, becomes the value as a text. A name without a value throws. */
export function fillVariables(statement: string, values: Readonly<Record<string, string>>): string {
  if (!statement.includes(":'")) return statement;
  const tokens = tokensOf(statement);
  let [text, end] = ["", 0];
  for (const [index, { at, text: quoted, kind, isApart }] of tokens.entries()) {
    if (kind !== "text" || isApart || tokens[index - 1]?.text !== ":") continue;
    const value = values[quoted.slice(1, -1)];
    if (value === undefined) throw new Error(`No value for the variable ${quoted}`);
    text += statement.slice(end, at - 1) + quoteText(value);
    end = at + quoted.length;
  }
  return text + statement.slice(end);
}
