// From a quoted text inside an expression to its value: CEL's escapes, composed characters, nothing a database cannot hold.
import type { Span } from "../../problem.ts";
import { syntaxMistake } from "./mistake.ts";
import type { Token } from "./token.ts";

const single: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\u0007",
  b: "\b",
  f: "\f",
  v: "\v",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "`": "`",
  "?": "?",
};
/** How many hexadecimal digits follow. */
const hexadecimal: Readonly<Record<string, number>> = { x: 2, X: 2, u: 4, U: 8 };

/** `start` is the place of the quote that opens the text. */
export function readText(text: string, start: number): Token {
  const quote = text[start];
  let value = "";
  let at = start + 1;
  for (;;) {
    const character = text[at];
    if (character === undefined || character === "\n" || character === "\r") {
      return wrong({ start, end: at }, "this text is not closed", `Add \`${quote}\`.`);
    }
    if (character === quote) break;
    if (character !== "\\") {
      const whole = String.fromCodePoint(text.codePointAt(at) ?? 0);
      if (!storable(whole)) return wrong({ start: at, end: at + 1 }, "this character cannot be stored", "Delete it.");
      value += whole;
      at += whole.length;
      continue;
    }
    const escape = readEscape(text, at);
    if ("message" in escape)
      return wrong({ start: at, end: Math.min(escape.end, text.length) }, escape.message, escape.hint);
    value += escape.value;
    at = escape.end;
  }
  // Texts are stored composed; a literal that is not would equal nothing.
  return { kind: "text", value: value.normalize("NFC"), start, end: at + 1 };
}

type Escape =
  | { readonly value: string; readonly end: number }
  | { readonly message: string; readonly hint: string; readonly end: number };

function readEscape(text: string, at: number): Escape {
  const letter = text[at + 1] ?? "";
  const known = Object.hasOwn(single, letter) ? single[letter] : undefined;
  if (known !== undefined) return { value: known, end: at + 2 };
  const length = Object.hasOwn(hexadecimal, letter) ? hexadecimal[letter] : undefined;
  if (length !== undefined) return readCode(text.slice(at + 2, at + 2 + length), 16, length, at + 2);
  if (/^[0-3]$/.test(letter)) return readCode(text.slice(at + 1, at + 4), 8, 3, at + 1);
  const shown = letter === "" || letter < " " ? "\\" : `\\${String.fromCodePoint(text.codePointAt(at + 1) ?? 0)}`;
  return {
    message: `"${shown}" means nothing in a text`,
    hint: `Write \`\\${shown}\` for a backslash${shown.length > 1 ? ` and ${shown.slice(1)}` : ""}.`,
    end: at + shown.length,
  };
}

function readCode(following: string, base: 8 | 16, length: number, start: number): Escape {
  const digits = (base === 8 ? /^[0-7]*/ : /^[0-9a-fA-F]*/).exec(following)?.[0] ?? "";
  const end = start + digits.length;
  if (digits.length < length) {
    return {
      message: "this character code is not complete",
      hint: `It takes ${length} ${base === 8 ? "octal" : "hexadecimal"} digits.`,
      end,
    };
  }
  const code = Number.parseInt(digits, base);
  const value = code <= 0x10ffff ? String.fromCodePoint(code) : "";
  if (value === "" || !storable(value))
    return { message: "there is no such character", hint: "Write the character itself.", end };
  return { value, end };
}

/** PostgreSQL stores neither NUL nor half a character. */
const storable = (character: string) => character !== "\0" && character.isWellFormed();

function wrong(place: Span, message: string, hint: string): Token {
  return { kind: "mistake", start: place.start, end: place.end, mistake: syntaxMistake(place, message, hint) };
}
