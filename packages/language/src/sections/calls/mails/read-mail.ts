// From a row of the table of mails to a mail, with its subject and text in every language.
import { cellOf, type FoundRow } from "../../../document/tables.ts";
import { spanOf, trimText, type Text } from "../../../text/text.ts";
import { address } from "../../../clause/clause.ts";
import { defineName } from "../../../clause/define-name.ts";
import { readReference } from "../../../text/name.ts";
import { isMissing, readClause } from "../../../clause/read-clause.ts";
import { readTemplate } from "../../../clause/read-template.ts";
import type { Template } from "../../../clause/template.ts";
import type { Problem } from "../../../problem.ts";
import type { Mail, MailColumn } from "../model.ts";
import { mailIncomplete } from "./problems.ts";

/** `Subject (fr)`, `Text (pt-BR)`. */
export const languageColumn = /^(Subject|Text) \(([a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)\)$/;

export function readMail(row: FoundRow, problems: Problem[]): Mail {
  const written = cellOf(row, "Mail");
  const name = defineName(written, address(7, written.text || "?"), problems);
  const clause = readClause<MailColumn>(row, address(7, name.label || "?"), problems);
  for (const column of ["For", "Subject", "Text"]) {
    if (name.label === "" || !isMissing(row, column)) continue;
    const cell = row.cells.get(column);
    problems.push(
      mailIncomplete.at(
        { span: cell ? spanOf(cell) : row.span, address: `${clause.address}/${column}` },
        name.label,
        column,
      ),
    );
  }
  const templates = (column: "Subject" | "Text") => {
    const found = new Map<string, Template>();
    const add = (language: string, header: string, cell: Text) => {
      if (cell.text !== "") found.set(language, readTemplate(trimText(cell), `${clause.address}/${header}`, problems));
    };
    add("", column, cellOf(row, column));
    for (const { header, cell } of row.extra) {
      const [, of, language = ""] = languageColumn.exec(header.text) ?? [];
      if (of === column) add(language, header.text, cell);
    }
    return found;
  };
  return {
    ...clause,
    name,
    entity: readReference(trimText(cellOf(row, "For"))),
    subject: templates("Subject"),
    text: templates("Text"),
  };
}
