// Finds what a block of code throws and sends by name. It is read as text: whether it runs is TypeScript's business.
import { sliceText, spanOf, type Text } from "../../../text/text.ts";
import { readReference, type Reference } from "../../../text/name.ts";

export type ScannedCode = { readonly throws: readonly Reference[]; readonly mails: readonly Reference[] };

/** `problem("CODE")` and `mail("name", …)`, outside comments. */
export function scanCode(code: Text): ScannedCode {
  const throws: Reference[] = [];
  const mails: Reference[] = [];
  for (const match of blankComments(code.text).matchAll(/\b(problem|mail)\(\s{0,20}(["'`])([^"'`\\\n]{1,80})\2/g)) {
    const end = match.index + match[0].length - 1;
    const named = sliceText(code, end - (match[3]?.length ?? 0), end);
    if (match[1] === "mail") mails.push(readReference(named));
    else throws.push({ label: named.text, id: named.text, span: spanOf(named) });
  }
  return { throws, mails };
}

/** The code with its comments as spaces, everything else at its place. */
function blankComments(code: string): string {
  let kept = "";
  let from = 0;
  let quote = "";
  for (let at = 0; at < code.length; at++) {
    const character = code[at] ?? "";
    if (quote !== "") {
      if (character === "\\") at++;
      else if (character === quote || (character === "\n" && quote !== "`")) quote = "";
      continue;
    }
    if (character === '"' || character === "'" || character === "`") quote = character;
    const pair = code.slice(at, at + 2);
    if (pair !== "//" && pair !== "/*") continue;
    const closing = pair === "//" ? code.indexOf("\n", at) : code.indexOf("*/", at + 2) + 2;
    const end = closing < at + 2 ? code.length : closing;
    kept += code.slice(from, at) + " ".repeat(end - at);
    from = end;
    at = end - 1;
  }
  return kept + code.slice(from);
}
