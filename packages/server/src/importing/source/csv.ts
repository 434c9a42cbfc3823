// CSV, piece by piece: in which letters, with which sign between its cells, and each row with the line where it begins.
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { ImportRefused } from "../refused.ts";
import type { Encoding } from "./open-table.ts";
import { mostColumns, mostLetters, type SourceRow, type SourceTable } from "./table.ts";

/** Of a row as a whole. */
const mostOfRow = 8 * mostLetters;
const delimiters = [",", ";", "\t"] as const;
const names: Readonly<Record<string, string>> = { ",": "commas", ";": "semicolons", "\t": "tabs" };
const beginning = 256 * 1024;

export async function openCsv(path: string, encoding: Encoding): Promise<SourceTable> {
  const head = await beginningOf(path, encoding);
  const said = /^sep=([,;\t])\r?\n/.exec(head);
  const delimiter = said?.[1] ?? delimiterOf(head);
  const skipped = said?.[0].length ?? 0;
  const heads = await headsOf(path, encoding, delimiter, skipped);
  return {
    heads: heads.map((one) => one.trim()),
    notes: [
      `the cells are separated by ${names[delimiter] ?? delimiter}`,
      ...(encoding === "utf-8"
        ? []
        : [`the file is not UTF-8: it is read as ${encoding === "utf-16le" ? "UTF-16" : "Windows-1252"}`]),
    ],
    rows: rowsOf(path, encoding, delimiter, skipped),
  };
}

async function* rowsOf(
  path: string,
  encoding: Encoding,
  delimiter: string,
  skipped: number,
): AsyncGenerator<SourceRow> {
  let isHead = true;
  for await (const row of recordsOf(path, encoding, delimiter, skipped)) {
    if (isHead) isHead = false;
    else if (row.cells.some((cell) => cell !== "")) yield row;
  }
}

async function headsOf(path: string, encoding: Encoding, delimiter: string, skipped: number) {
  for await (const { cells } of recordsOf(path, encoding, delimiter, skipped)) return cells as readonly string[];
  return [];
}

/** The first one is the head. */
async function* recordsOf(
  path: string,
  encoding: Encoding,
  delimiter: string,
  skipped: number,
): AsyncGenerator<SourceRow> {
  const parser = parse({
    delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: mostOfRow,
    record_delimiter: ["\r\n", "\n", "\r"],
  });
  const text = Readable.from(textIn(path, encoding, skipped));
  // What is wrong with the file itself ends the parser too.
  text.once("error", (failure) => parser.destroy(failure));
  text.pipe(parser);
  const above = skipped > 0 ? 1 : 0;
  let last = above;
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      last = info.lines + above;
      if (record.length > mostColumns)
        throw new ImportRefused(`the row at line ${last} has more than ${mostColumns} columns`, {
          reason: { is: "manyColumns", values: { most: mostColumns } },
        });
      // It ends in this line, and may have begun above.
      yield { number: last - breaksIn(record), cells: record };
    }
  } catch (failure) {
    throw failure instanceof CsvError ? inWords(failure, last + 1) : failure;
  } finally {
    text.destroy();
    parser.destroy();
  }
}

const breaksIn = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);

type Parsed = { readonly record: readonly string[]; readonly info: { readonly lines: number } };

function inWords({ code }: CsvError, line: number): ImportRefused {
  if (code === "CSV_MAX_RECORD_SIZE")
    return new ImportRefused(`the row at line ${line} is larger than ${mostOfRow / 1_000_000} MB`, {
      reason: { is: "longRow", values: { row: line } },
    });
  if (code === "CSV_QUOTE_NOT_CLOSED")
    return new ImportRefused(`the quotation mark that opens in the row at line ${line} is never closed`, {
      reason: { is: "openQuote", values: { row: line } },
    });
  return new ImportRefused(`the row at line ${line} cannot be read`, {
    reason: { is: "unreadableRow", values: { row: line } },
  });
}

async function* textIn(path: string, encoding: Encoding, skipped: number): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let toSkip = skipped;
  const without = (text: string) => {
    const kept = text.slice(toSkip);
    toSkip -= text.length - kept.length;
    return kept;
  };
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>)
    yield* someOf(without(decoder.decode(bytes, { stream: true })));
  yield* someOf(without(decoder.decode()));
}

const someOf = (text: string): readonly string[] => (text === "" ? [] : [text]);

async function beginningOf(path: string, encoding: Encoding): Promise<string> {
  let text = "";
  for await (const piece of textIn(path, encoding, 0)) {
    text += piece;
    if (text.length >= beginning) break;
  }
  return text;
}

/** The one that the head has most of, outside of quotation marks. */
function delimiterOf(text: string): string {
  const counts = new Map<string, number>();
  let isQuoted = false;
  for (const letter of text) {
    if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (letter === "\n" || letter === "\r")) break;
    else if (!isQuoted) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  return delimiters.reduce((best, one) => ((counts.get(one) ?? 0) > (counts.get(best) ?? 0) ? one : best));
}
