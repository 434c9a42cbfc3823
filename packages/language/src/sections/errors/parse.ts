// From the table of section 8 to the catalogue of errors.
import type { DocumentSection } from "../../document/document.ts";
import { readProperties } from "../../document/properties.ts";
import { cellOf, readTables, type FoundRow, type TableKind } from "../../document/tables.ts";
import { spanOf, type Text } from "../../text/text.ts";
import { address } from "../../clause/clause.ts";
import { reportSameNames } from "../../clause/define-name.ts";
import type { Name } from "../../text/name.ts";
import { isMissing, readClause } from "../../clause/read-clause.ts";
import { readTemplate } from "../../clause/read-template.ts";
import type { Template } from "../../clause/template.ts";
import type { Problem, Read } from "../../problem.ts";
import type { CatalogueError, Errors, CatalogueErrorColumn } from "./model.ts";
import { errorIncomplete, unknownStatus, wrongCode } from "./problems.ts";

const languageColumn = /^Message \(([a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)\)$/;

const kinds = {
  errors: { columns: ["Code*", "When*", "Status*", "Message*"], extra: (header) => languageColumn.test(header) },
} satisfies Record<string, TableKind>;

export function parse(section: DocumentSection): Read<Errors> {
  const problems: Problem[] = [];
  const errors: CatalogueError[] = [];
  for (const part of section.parts) {
    readProperties(part, [], [], "8", problems);
    for (const table of readTables(8, part, kinds, problems)) {
      for (const row of table.rows) errors.push(readError(row, problems));
    }
  }
  reportSameNames(
    errors.map((error) => error.code),
    (name) => address(8, name.label),
    problems,
  );
  return { value: { number: 8, status: section.status, errors }, problems };
}

function readError(row: FoundRow, problems: Problem[]): CatalogueError {
  const code = readCode(cellOf(row, "Code"), problems);
  const clause = readClause<CatalogueErrorColumn>(row, address(8, code.label), problems);
  for (const column of ["Status", "Message"]) {
    if (isMissing(row, column))
      problems.push(errorIncomplete.at({ span: row.span, address: `${clause.address}/${column}` }, code.label, column));
  }
  return {
    ...clause,
    code,
    when: cellOf(row, "When").text,
    status: readStatus(cellOf(row, "Status"), clause.address, problems),
    message: readMessages(row, clause.address, problems),
  };
}

function readCode(cell: Text, problems: Problem[]): Name {
  const span = spanOf(cell);
  const known = /^[A-Z][A-Z0-9_]{0,62}$/.test(cell.text);
  if (!known) problems.push(wrongCode.at({ span, address: address(8, cell.text) }, cell.text));
  return { label: cell.text, id: known ? cell.text : "", span };
}

function readStatus(cell: Text, at: string, problems: Problem[]): number | undefined {
  if (cell.text === "") return undefined;
  if (/^[45]\d\d$/.test(cell.text)) return Number(cell.text);
  problems.push(unknownStatus.at({ span: spanOf(cell), address: `${at}/Status` }, cell.text));
  return undefined;
}

/** By language; "" is the column without one. */
function readMessages(row: FoundRow, at: string, problems: Problem[]): ReadonlyMap<string, Template> {
  const messages = new Map<string, Template>();
  const add = (language: string, column: string, cell: Text) => {
    if (cell.text !== "") messages.set(language, readTemplate(cell, `${at}/${column}`, problems));
  };
  add("", "Message", cellOf(row, "Message"));
  for (const { header, cell } of row.extra) add(languageColumn.exec(header.text)?.[1] ?? "", header.text, cell);
  return messages;
}
