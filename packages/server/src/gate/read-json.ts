// JSON that a client sent, as a value: refused where it is malformed, and where it could only be meant to harm.

/** Objects and lists in one another. The database takes no more than some thousands, and no form of ours a tenth of that. */
const deepest = 500;
/** What is shorter is read faster than it is looked at. */
const harmless = 20_000;

/** Fails with a SyntaxError. */
export function readJson(text: string): unknown {
  // Five million brackets take as many seconds to read as a body of rows takes tenths of one.
  return text.length > harmless ? readShallow(text) : JSON.parse(text);
}

/** Looked at however short it is: what is handed on has to be written again, and read by code with less stack. */
export function readShallow(text: string): unknown {
  if (text.length > 2 * deepest && isDeeper(text, deepest)) throw new SyntaxError("nested too deeply");
  return JSON.parse(text);
}

const quote = 34;
const backslash = 92;

/** `[` and `{`, `]` and `}` differ in one bit. */
function isDeeper(text: string, most: number): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isText) {
      if (code === backslash) at++;
      else if (code === quote) isText = false;
    } else if (code === quote) isText = true;
    else if ((code | 32) === 123) {
      if (++depth > most) return true;
    } else if ((code | 32) === 125) depth--;
  }
  return false;
}
