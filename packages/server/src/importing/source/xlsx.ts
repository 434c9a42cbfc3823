// The first sheet of an Excel workbook, row by row: as people see its cells, with the values of formulas.
import { ImportRefused } from "../refused.ts";
import { mostColumns, mostLetters, type Cell, type SourceRow, type SourceTable } from "./table.ts";
import { readStyles, shownNumber, type Style } from "./xlsx-numbers.ts";
import { readXml, type XmlEvents } from "./xml.ts";
import { openZip, type Zip } from "./zip.ts";

/** As large as its parts may become; texts that cells share are in memory. */
export type Unpacked = { readonly bytes: number; readonly shared: number };
const usual: Unpacked = { bytes: 4 * 2 ** 30, shared: 256 * 2 ** 20 };

/** Of a sheet. */
const mostRows = 2 ** 20;

type Workbook = {
  readonly sheet: string;
  readonly name: string;
  readonly sheets: number;
  readonly is1904: boolean;
};

export async function openXlsx(path: string, unpacked = usual): Promise<SourceTable> {
  const zip = { ...(await openZip(path, unpacked.bytes)), shared: unpacked.shared };
  try {
    const workbook = await workbookOf(zip);
    const context = {
      shared: await sharedTexts(zip),
      styles: await readStyles(zip),
      is1904: workbook.is1904,
    };
    let heads: readonly Cell[] = [];
    for await (const row of rowsOf(zip, workbook.sheet, context)) {
      heads = row.cells;
      break;
    }
    return {
      heads: Array.from(heads, (cell = "") => (typeof cell === "string" ? cell.trim() : cell.digits)),
      notes:
        workbook.sheets === 1
          ? []
          : [`the file has ${workbook.sheets} sheets: the first one is read, "${workbook.name}"`],
      rows: afterHead(path, workbook.sheet, context, unpacked),
    };
  } finally {
    zip.close();
  }
}

type Context = { readonly shared: readonly string[]; readonly styles: readonly Style[]; readonly is1904: boolean };

async function* afterHead(
  path: string,
  sheet: string,
  context: Context,
  unpacked: Unpacked,
): AsyncGenerator<SourceRow> {
  const zip = await openZip(path, unpacked.bytes);
  try {
    let isHead = true;
    for await (const row of rowsOf(zip, sheet, context)) {
      if (isHead) isHead = false;
      else yield row;
    }
  } finally {
    zip.close();
  }
}

/** `shared`: of a part that is read as a whole. */
type Book = Zip & { readonly shared: number };

async function workbookOf(zip: Book): Promise<Workbook> {
  const sheets: { readonly name: string; readonly id: string }[] = [];
  let is1904 = false;
  await readWhole(zip, "xl/workbook.xml", {
    open: (name, attributes) => {
      if (name === "sheet") sheets.push({ name: attributes["name"] ?? "", id: attributes["id"] ?? "" });
      if (name === "workbookPr") is1904 = /^(?:1|true)$/.test(attributes["date1904"] ?? "");
    },
  });
  const targets = new Map<string, string>();
  await readWhole(zip, "xl/_rels/workbook.xml.rels", {
    open: (name, attributes) => {
      if (name === "Relationship") targets.set(attributes["Id"] ?? "", attributes["Target"] ?? "");
    },
  });
  const [first] = sheets;
  const target = targets.get(first?.id ?? "");
  if (first === undefined || target === undefined) throw notAWorkbook();
  const sheet = target.startsWith("/") ? target.slice(1) : `xl/${target}`;
  return { sheet, name: first.name, sheets: sheets.length, is1904 };
}

const notAWorkbook = () => new ImportRefused("this is no Excel workbook (.xlsx)", { reason: { is: "notAWorkbook" } });

/** A part that is small, or that is not there. */
async function readWhole(zip: Book, name: string, events: XmlEvents): Promise<void> {
  const part = zip.part(name, zip.shared);
  if (part !== undefined) for await (const _ of readXml(part, events)) continue;
}

async function sharedTexts(zip: Book): Promise<readonly string[]> {
  const texts: string[] = [];
  let text = "";
  let depth = 0;
  let isText = false;
  await readWhole(zip, "xl/sharedStrings.xml", {
    open: (name) => {
      if (name === "si") text = "";
      // How a word is pronounced stands beside it.
      if (name === "rPh") depth++;
      if (name === "t") isText = depth === 0;
    },
    text: (more) => {
      if (isText) text = longer(text, more);
    },
    close: (name) => {
      if (name === "t") isText = false;
      if (name === "rPh") depth--;
      if (name === "si") texts.push(text);
    },
  });
  return texts;
}

function longer(text: string, more: string): string {
  if (text.length + more.length > mostLetters)
    throw new ImportRefused(`a cell is longer than ${mostLetters} letters`, { reason: { is: "longCell" } });
  return text + more;
}

async function* rowsOf(zip: Zip, sheet: string, context: Context): AsyncGenerator<SourceRow> {
  const part = zip.part(sheet, Infinity);
  if (part === undefined) throw notAWorkbook();
  const ready: SourceRow[] = [];
  let number = 0;
  let cells: Cell[] = [];
  let at = -1;
  let cell = { type: "n", style: 0 };
  let text = "";
  let isValue = false;
  const events: XmlEvents = {
    open: (name, attributes) => {
      if (name === "row") {
        number = numberOf(attributes["r"], number);
        cells = [];
        at = -1;
      } else if (name === "c") {
        at = columnOf(attributes["r"]) ?? at + 1;
        if (at >= mostColumns)
          throw new ImportRefused(`row ${number} has more than ${mostColumns} columns`, {
            reason: { is: "manyColumns", values: { most: mostColumns } },
          });
        cell = { type: attributes["t"] ?? "n", style: Number(attributes["s"] ?? 0) };
        text = "";
      } else if (name === "v" || name === "t") isValue = true;
    },
    text: (more) => {
      if (isValue) text = longer(text, more);
    },
    close: (name) => {
      if (name === "v" || name === "t") isValue = false;
      else if (name === "c") {
        while (cells.length < at) cells.push("");
        cells[at] = valueOf(text, cell, context);
      } else if (name === "row" && cells.some((one) => one !== "")) ready.push({ number, cells });
    },
  };
  for await (const _ of readXml(part, events)) yield* ready.splice(0);
  yield* ready;
}

function valueOf(text: string, { type, style }: { type: string; style: number }, context: Context): Cell {
  if (text === "") return "";
  switch (type) {
    case "s":
      return context.shared[Number(text)] ?? "";
    case "b":
      return text === "1" ? "true" : "false";
    case "n":
      return shownNumber(text, context.styles[style] ?? "number", context.is1904);
    default:
      return text;
  }
}

/** Each row has a number of its own, whatever the file says. */
function numberOf(said: string | undefined, before: number): number {
  const number = Number(said);
  return Number.isInteger(number) && number > before && number <= mostRows ? number : before + 1;
}

/** `AB12` is the 28th column, which is at 27. */
function columnOf(reference: string | undefined): number | undefined {
  const [, letters] = /^([A-Z]{1,3})\d+$/.exec(reference ?? "") ?? [];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + (letter.codePointAt(0) ?? 0) - 64, 0) - 1;
}
