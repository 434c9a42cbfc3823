// From a body to an object of expressions: JSON on the outside, expressions where JSON has its values.
import { sliceText, spanOf, trimText, type Text } from "../../../text/text.ts";
import { readExpression } from "../../../expression/parsing/read.ts";
import type { Problem } from "../../../problem.ts";
import type { Body } from "../model.ts";
import { wrongBody } from "./problems.ts";

/** No real interface has deeper bodies. */
const deepest = 40;

type Reading = {
  readonly code: Text;
  readonly address: string;
  readonly problems: Problem[];
  at: number;
};

/** Undefined where it is no object of expressions; the first thing that is wrong is reported. */
export function readBody(code: Text, address: string, problems: Problem[]): Body | undefined {
  const reading: Reading = { code, address, problems, at: 0 };
  skipSpace(reading);
  if (code.text[reading.at] !== "{") return fail(reading, "a body is a JSON object", 'Write {"name": value}.');
  const body = readValue(reading, 0);
  if (body === undefined) return undefined;
  skipSpace(reading);
  return reading.at < code.text.length ? fail(reading, "the body goes on behind its end", "Delete this.") : body;
}

function fail({ code, address, problems, at }: Reading, message: string, hint: string): undefined {
  const from = Math.min(at, Math.max(0, code.text.length - 1));
  problems.push(wrongBody.at({ span: spanOf(code, from, from + 1), address }, message, hint));
}

function skipSpace(reading: Reading): void {
  while (/\s/.test(reading.code.text[reading.at] ?? "")) reading.at++;
}

function readValue(reading: Reading, depth: number): Body | undefined {
  skipSpace(reading);
  const first = reading.code.text[reading.at];
  if (depth > deepest) return fail(reading, "this body is nested too deeply", "Send less, or write code.");
  if (first === "{") return readObject(reading, depth);
  return first === "[" ? readList(reading, depth) : readPlain(reading);
}

function readObject(reading: Reading, depth: number): Body | undefined {
  const entries: { key: string; value: Body }[] = [];
  const keys = new Set<string>();
  const begin = reading.at++;
  for (;;) {
    skipSpace(reading);
    if (take(reading, "}")) return { kind: "object", entries, span: spanOf(reading.code, begin, reading.at) };
    if (entries.length > 0 && !take(reading, ",")) return fail(reading, "a comma or } is missing here", "");
    skipSpace(reading);
    const start = reading.at;
    const key = readKey(reading);
    if (key === undefined) return undefined;
    if (keys.has(key)) {
      reading.at = start;
      return fail(reading, `"${key}" is given twice`, "Delete one of them.");
    }
    keys.add(key);
    skipSpace(reading);
    if (!take(reading, ":")) return fail(reading, "a colon is missing behind the key", "");
    const value = readValue(reading, depth + 1);
    if (value === undefined) return undefined;
    entries.push({ key, value });
  }
}

function readList(reading: Reading, depth: number): Body | undefined {
  const items: Body[] = [];
  const begin = reading.at++;
  for (;;) {
    skipSpace(reading);
    if (take(reading, "]")) return { kind: "list", items, span: spanOf(reading.code, begin, reading.at) };
    if (items.length > 0 && !take(reading, ",")) return fail(reading, "a comma or ] is missing here", "");
    const item = readValue(reading, depth + 1);
    if (item === undefined) return undefined;
    items.push(item);
  }
}

function take(reading: Reading, character: string): boolean {
  if (reading.code.text[reading.at] !== character) return false;
  reading.at++;
  return true;
}

/** A JSON text; its escapes are those of JSON. */
function readKey(reading: Reading): string | undefined {
  const { text } = reading.code;
  const pattern = /"(?:[^"\\\n]|\\.)*"/y;
  pattern.lastIndex = reading.at;
  const written = pattern.exec(text)?.[0];
  if (written === undefined) {
    const word = /[A-Za-z_]\w{0,60}/y;
    word.lastIndex = reading.at;
    const found = word.exec(text)?.[0];
    return fail(
      reading,
      "a key stands in double quotes",
      found === undefined ? 'Write "name": value.' : `Write "${found}".`,
    );
  }
  try {
    const key: unknown = JSON.parse(written);
    reading.at += written.length;
    return String(key);
  } catch {
    return fail(reading, "this key is no JSON text", "");
  }
}

/** An expression up to the comma or bracket that ends it. */
function readPlain(reading: Reading): Body | undefined {
  const { code } = reading;
  const start = reading.at;
  const end = endOfExpression(code.text, start);
  const written = trimText(sliceText(code, start, end));
  if (written.text === "") return fail(reading, "a value is missing here", "");
  reading.at = end;
  return { kind: "expression", expression: readExpression(written, reading.address, reading.problems) };
}

function endOfExpression(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const character = text[at] ?? "";
    if (character === '"' || character === "'") {
      at++;
      while (at < text.length && text[at] !== character) at += text[at] === "\\" ? 2 : 1;
    } else if ("([{".includes(character)) depth++;
    else if (depth === 0 && ",}]".includes(character)) return at;
    else if (")]}".includes(character)) depth--;
  }
  return text.length;
}
