// Undoes what the formatter does, line by line and at random, for tests that it does all of it again.
import type { Draw } from "./draw.ts";

/** Of a formatted document, one that means the same, only with other spaces, pipes, markers and signs. */
export function loosen(source: string, draw: Draw): string {
  let isOfRows = false;
  return source.replace(/^.+$/gm, (line) => {
    // In a cell of a Seed or Sample, code is an expression or part of a text, by the type of the field.
    if (line.startsWith("#")) isOfRows = /^### (?:Seed|Sample):/.test(line);
    return draw.once(2) ? loosenLine(line, isOfRows, draw) : line;
  });
}

function loosenLine(line: string, keepsCode: boolean, draw: Draw): string {
  const isRow = line.startsWith("|");
  const spelled = keepsCode
    ? line
    : line.replace(/`[^`{]+`/g, (code) => (draw.once(2) ? loosenCode(code, isRow, draw) : code));
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
  // Two spaces before it would make it a part of the item above.
  return `${draw.pick(["", "", " "])}|${padded.join("|")}|${spaces(draw)}`;
}

/** Of a table, some rows without the pipes at their edges. An empty cell, and what begins a list, needs them. */
export function dropOuterPipes(source: string, draw: Draw): string {
  const open = source.replace(/^ ?\|\s*(?=[A-Za-z][^|]*\|)/gm, (pipe) => (draw.once(4) ? "" : pipe));
  return open.replace(/(?<=\|.*[^\s|])\s*\|[ \t]*$/gm, (pipe) => (draw.once(4) ? "" : pipe));
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
