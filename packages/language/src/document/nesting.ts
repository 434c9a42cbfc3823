// How deep brackets and emphasis are nested, sign by sign: an estimate from above that is exact for what people write.

export type Nesting = { brackets: number; emphasis: number };

export const noNesting = (): Nesting => ({ brackets: 0, emphasis: 0 });

/** Reads the signs of a line on top of the lines before it. Gives the place at which it becomes too deep. */
export function addSigns(
  nesting: Nesting,
  source: string,
  start: number,
  end: number,
  deepest: number,
): number | undefined {
  for (let at = start; at < end; at++) {
    const unit = source.charCodeAt(at);
    if (unit === 92) at++;
    else if (unit === 91) nesting.brackets++;
    else if (unit === 93) nesting.brackets = Math.max(0, nesting.brackets - 1);
    else if (unit === 124) {
      // Each cell of a table is a text of its own.
      nesting.brackets = 0;
      nesting.emphasis = 0;
    } else if (unit === 42 || unit === 95 || unit === 126) {
      const first = at;
      while (at + 1 < end && source.charCodeAt(at + 1) === unit) at++;
      addRun(nesting, source.charAt(first - 1), source.charAt(at + 1), at + 1 - first, unit === 95);
    }
    if (nesting.brackets > deepest || nesting.emphasis > deepest) return Math.min(at, end - 1);
  }
  return undefined;
}

/** A run of stars, underscores or tildes opens emphasis, closes it, or is nothing, by what stands around it. */
function addRun(nesting: Nesting, before: string, after: string, length: number, isUnderscore: boolean): void {
  const [left, right] = [kindOf(before), kindOf(after)];
  const opens = right !== "space" && (right === "word" || left !== "word");
  const closes = left !== "space" && (left === "word" || right !== "word");
  if (opens && closes && left === "word") {
    if (isUnderscore) return;
    nesting.emphasis = nesting.emphasis > 0 ? Math.max(0, nesting.emphasis - length) : length;
  } else if (opens) nesting.emphasis += length;
  else if (closes) nesting.emphasis = Math.max(0, nesting.emphasis - length);
}

function kindOf(character: string): "space" | "word" | "sign" {
  if (character === "" || /\s/.test(character)) return "space";
  return /[\p{P}\p{S}]/u.test(character) ? "sign" : "word";
}
