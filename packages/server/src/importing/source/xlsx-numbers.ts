// Numbers of a workbook as people see them: its dates, times and shares are numbers with a style.
import type { Cell } from "./table.ts";
import { readXml } from "./xml.ts";
import type { Zip } from "./zip.ts";

export type Style = "number" | "moment" | "hours" | "share";

const mostOfStyles = 64 * 2 ** 20;

/** By their place, which cells name. */
export async function readStyles(zip: Zip): Promise<readonly Style[]> {
  const part = zip.part("xl/styles.xml", mostOfStyles);
  if (part === undefined) return [];
  const own = new Map<number, Style>();
  const styles: Style[] = [];
  let isCell = false;
  const events = {
    open: (name: string, attributes: Readonly<Record<string, string>>) => {
      if (name === "numFmt") own.set(Number(attributes["numFmtId"]), styleOf(attributes["formatCode"] ?? ""));
      if (name === "cellXfs") isCell = true;
      if (name === "xf" && isCell) {
        const id = Number(attributes["numFmtId"] ?? 0);
        styles.push(own.get(id) ?? usualStyle(id));
      }
    },
    close: (name: string) => {
      if (name === "cellXfs") isCell = false;
    },
  };
  for await (const _ of readXml(part, events)) continue;
  return styles;
}

function usualStyle(id: number): Style {
  if (id === 9 || id === 10) return "share";
  if (id === 46) return "hours";
  return (id >= 14 && id <= 22) || id === 45 || id === 47 ? "moment" : "number";
}

function styleOf(code: string): Style {
  const plain = code.replace(/"[^"]*"|\\.|_./g, "");
  if (/\[h+\]/i.test(plain)) return "hours";
  const signs = plain.replace(/\[[^\]]*\]/g, "");
  if (/[ymdhs]/i.test(signs)) return "moment";
  return signs.includes("%") ? "share" : "number";
}

export function shownNumber(text: string, style: Style, is1904: boolean): Cell {
  const value = Number(text);
  if (!Number.isFinite(value)) return text;
  switch (style) {
    case "share":
      return { digits: plain(value * 100), isPercent: true };
    case "number":
      return { digits: plain(value), isPercent: false };
    case "hours":
      return clock(Math.round(value * 86_400));
    case "moment":
      return momentOf(value, is1904);
  }
}

/** As exactly as Excel shows it; what its arithmetic adds behind that was never meant. */
const plain = (value: number): string =>
  new Intl.NumberFormat("en", { useGrouping: false, maximumFractionDigits: 20 }).format(Number(value.toPrecision(15)));

const two = (part: number): string => String(part).padStart(2, "0");
const clock = (seconds: number): string =>
  `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;

/** Days since the end of 1899. Before March 1900 Excel counts a day that was none. */
function momentOf(value: number, is1904: boolean): Cell {
  const seconds = Math.round((value + (is1904 ? 1462 : value < 60 && value >= 1 ? 1 : 0)) * 86_400);
  if (seconds < 0 || seconds > 2_958_466 * 86_400) return plain(value);
  if (value < 1 && !is1904) return clock(seconds);
  const moment = new Date(Date.UTC(1899, 11, 30) + seconds * 1000).toISOString();
  return seconds % 86_400 === 0 ? moment.slice(0, 10) : moment.slice(0, 19);
}
