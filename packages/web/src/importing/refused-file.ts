// Refused rows as they were, with what is wrong in a column of its own, so that they can be corrected and imported.
import type { RefusedRow } from "./ask-import.ts";

export const refusedName = (name: string): string => `${name.replace(/\.[^.]+$/, "")}.errors.csv`;

export function refusedFile(heads: readonly string[], rows: readonly RefusedRow[], errorHead: string): Blob {
  const lines = [
    [...heads, errorHead],
    ...rows.map(({ cells, problems }) => [
      ...heads.map((_head, at) => cells[at] ?? ""),
      problems.map(({ message }) => message).join(" "),
    ]),
  ];
  // Spreadsheets know by the first sign that other letters than English ones are in UTF-8.
  const text = lines.map((cells) => `${cells.map(quoted).join(",")}\r\n`).join("");
  return new Blob([`\ufeff${text}`], { type: "text/csv;charset=utf-8" });
}

const quoted = (text: string): string =>
  /[",;\t\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
