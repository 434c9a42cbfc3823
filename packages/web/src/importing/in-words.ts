// The document's names in the reader's language: on what a file was found to hold, and on what came of it.
import type { ImportLook, ImportReport } from "@writ/server/response-types";

/** A name of the document as its reader has it. */
export type Word = (name: string) => string;

/** A column may also be called as the reader calls its field, as in a file that was exported for them. */
export function lookIn(word: Word, look: ImportLook): ImportLook {
  const fields = look.fields.map((field) => ({ ...field, label: word(field.label) }));
  const taken = new Set(look.columns.flatMap(({ field }) => field ?? []));
  const columns = look.columns.map((column) => {
    const known = fields.find(({ id, label }) => !taken.has(id) && alike(label) === alike(column.head));
    if (column.field !== null || known === undefined) return column;
    taken.add(known.id);
    return { ...column, field: known.id };
  });
  return { ...look, fields, columns };
}

export const reportIn = (word: Word, report: ImportReport): ImportReport => ({
  ...report,
  columns: report.columns.map(({ head, field }) => ({ head, field: word(field) })),
  preview: report.preview.map(({ row, values }) => ({
    row,
    values: Object.fromEntries(Object.entries(values).map(([field, value]) => [word(field), value])),
  })),
  problems: report.problems.map((problem) => ({
    ...problem,
    field: problem.field === undefined ? undefined : word(problem.field),
  })),
});

/** As the server compares them: case, blanks and signs between words do not count. */
const alike = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s_\-.]+/g, "");
