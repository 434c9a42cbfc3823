// Undoes what the formatter does, line by line and at random, for tests that it does all of it again.
import type { Draw } from "./draw.ts";

/** Of a formatted document, one that means the same, only with other spaces, pipes, markers and signs. */
export function loosen(source: string, draw: Draw): string {
  return source.replace(/^.+$/gm, (line) => (draw.once(2) ? loosenLine(line, draw) : line));
}

function loosenLine(line: string, draw: Draw): string {
  const isRow = line.startsWith("|");
  const spelled = line.replace(/`[^`{]+`/g, (code) => (draw.once(2) ? loosenCode(code, isRow, draw) : code));
  if (isRow) return loosenRow(spelled, draw);
  return line.startsWith("- ") ? loosenItem(spelled, draw) : line;
}

const spaces = (draw: Draw) => draw.pick(["", "", " ", "  ", "\t", " ".repeat(9)]);

function loosenRow(line: string, draw: Draw): string {
  const cells = line.slice(1, -1).split(/(?<!\\)\|/);
  const padded = cells.map((cell) => {
    const written = /^ :?-+:? $/.test(cell) ? cell.replace("---", () => "-".repeat(draw.number(1, 5))) : cell;
    return `${spaces(draw)}${written.trim()}${spaces(draw)}`;
  });
  const [first = "", last = ""] = [cells.at(0)?.trim(), cells.at(-1)?.trim()];
  // Without its outer pipes a row must not begin or end with an empty cell, and not look like a list. Two spaces before it
  // would make it a part of the item above.
  const before = cells.length > 1 && /^[A-Za-z]/.test(first) && draw.once(4) ? "" : `${draw.pick(["", "", " "])}|`;
  const after = cells.length > 1 && last !== "" && draw.once(4) ? "" : "|";
  const row = `${before}${padded.join("|")}${after}${spaces(draw)}`;
  return before === "" ? row.trimStart() : row;
}

function loosenItem(line: string, draw: Draw): string {
  const [name = "", ...value] = line.slice(2).split(": ");
  const marker = `${draw.pick(["-", "-", "*", "+"])} ${draw.pick(["", "", " ", "   "])}`;
  return `${marker}${name}${spaces(draw)}:${spaces(draw)}${value.join(": ")}${spaces(draw)}`;
}

function loosenCode(code: string, isRow: boolean, draw: Draw): string {
  const signs = code
    .replaceAll(" and ", () => draw.pick(["&&", " && ", "  and  "]))
    .replaceAll(" or ", () => (isRow ? "\\|\\|" : draw.pick(["||", " ||  "])))
    .replace(/\bnot ([a-z_.]+)(?=[`)&\\|]| and| or)/g, (whole, value: string) => (draw.once(2) ? `!${value}` : whole));
  return signs.replace(/ (==|!=|<=|>=|[<>+*?]) /g, (whole, sign: string) =>
    draw.pick([whole, `  ${whole}`, /[+*<>=]/.test(sign) ? sign : whole]),
  );
}
