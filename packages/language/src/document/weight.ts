// How much work a line will give the Markdown parser, so that what would take it minutes is found before it begins.
import type { Line, Prefix } from "./line-marks.ts";

/**
 * The parser is linear in most things, yet slow where nearly every character means something, and quadratic in some.
 * A weight is about a microsecond of it. The numbers were measured for each construct on its own; words in paragraphs
 * and cells of a table come to less than 1 for each character.
 */
export type Load = {
  /** Of the piece so far. */
  weight: number;
  length: number;
  /** Of the blank lines since the last other one. */
  blank: number;
  /** Of the paragraph, cell or item so far: what is matched pair by pair. */
  emphasis: number;
  links: number;
  /** Of the piece so far: what the parser walks through again for each line. */
  cells: number;
  underlines: number;
  items: number;
  nested: number;
  continued: number;
  isInContainer: boolean;
};

export const noLoad = (): Load => ({
  weight: 0,
  length: 0,
  blank: 0,
  emphasis: 0,
  links: 0,
  cells: 0,
  underlines: 0,
  items: 0,
  nested: 0,
  continued: 0,
  isInContainer: false,
});

/** What a document of a length may weigh altogether. */
export const mayWeigh = (length: number): number => 1_200_000 + 2.2 * length;

/** The parser keeps all of a piece in memory, and long pieces take it longer for each character. */
export const weightOf = (load: Load): number => load.weight * (1 + Math.min(4, load.weight / 20_000));

const perCharacter = 0.2;
const perLine = 4;

/** Counts a line of a piece in. */
export function addLine(load: Load, source: string, line: Line, prefix: Prefix): void {
  const length = line.end - line.start;
  if (prefix.isBlank) {
    load.emphasis = 0;
    load.links = 0;
    load.blank += perLine + perCharacter * length;
    return;
  }
  load.length += length + 1;
  // Blank lines at the end of a piece are never parsed.
  load.weight += load.blank + perLine + perCharacter * length;
  load.blank = 0;
  if (prefix.markers > 0) addContainer(load, prefix.markers);
  else if (load.isInContainer) load.weight += 20 + 0.08 * load.continued++;
  addCharacters(load, source, line.start, line.end);
}

function addContainer(load: Load, markers: number): void {
  load.isInContainer = true;
  load.emphasis = 0;
  load.links = 0;
  load.weight += 30 * markers + 0.02 * load.items++;
  if (markers > 1) load.weight += 0.3 * load.nested++;
}

function addCharacters(load: Load, source: string, start: number, end: number): void {
  let before = 0;
  let isUnderline = true;
  for (let at = start; at < end; at++) {
    const unit = source.charCodeAt(at);
    if (unit !== 61 && unit !== 45) isUnderline = false;
    switch (unit) {
      case 42: // *
      case 95: // _
      case 126: // ~
        load.weight += 4 + 0.03 * load.emphasis++;
        break;
      case 124: // |
        load.weight += 5 + 0.0004 * load.cells++;
        load.emphasis = 0;
        load.links = 0;
        break;
      case 91: // [
        load.weight += before === 93 ? 8 : 3;
        break;
      case 40: // (
        if (before === 93) load.weight += 8;
        break;
      case 93: // ]
        load.weight += 2 + 0.05 * load.links++;
        break;
      case 60: // <
        load.weight += 8;
        break;
      case 38: // &
      case 92: // \
      case 96: // `
        load.weight += 3;
        break;
    }
    before = unit;
  }
  if (isUnderline) load.weight += 15 + 0.03 * load.underlines++;
}
