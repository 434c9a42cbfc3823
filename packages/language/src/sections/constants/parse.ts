// From the tables of section 9 to settings, constants, limits and translations.
import type { DocumentSection, Part } from "../../document/document.ts";
import { cellOf, isNotShown, readTables, type FoundRow, type TableKind } from "../../document/tables.ts";
import { spanOf, trimText } from "../../text/text.ts";
import { address } from "../../clause/clause.ts";
import { defineName, reportSameNames } from "../../clause/define-name.ts";
import { readName } from "../../text/name.ts";
import { readClause } from "../../clause/read-clause.ts";
import { readValue, valueHint, wrongPart } from "../../clause/read-value.ts";
import type { Value } from "../../clause/value.ts";
import type { Problem, Read } from "../../problem.ts";
import type { Constant, Constants, Limit, Word, ConstantColumn } from "./model.ts";
import { leaveAllOpen, noSettings, readSetting, type SettingsDraft } from "./parse-settings.ts";
import { parseLimit } from "./parse-limit.ts";
import { mixedTable, nothingHere, notAValue } from "./problems.ts";

const kinds = {
  settings: { columns: ["Setting*", "Value*"] },
  constants: { columns: ["Constant*", "Value*", "Meaning"] },
  limits: { columns: ["Limit*", "Value*", "Counts*", "When", "Otherwise*"] },
  words: { columns: ["Word*"], extra: () => true },
} satisfies Record<string, TableKind>;

export function parse(section: DocumentSection): Read<Constants> {
  const problems: Problem[] = [];
  const settings: SettingsDraft = noSettings();
  const constants: Constant[] = [];
  const limits: Limit[] = [];
  const words: Word[] = [];
  let isWhole = true;
  for (const part of section.parts) {
    reportStrays(part, problems);
    const before = problems.length;
    const tables = readTables(9, part, kinds, problems);
    isWhole &&= problems.slice(before).every(({ severity }) => severity !== "error");
    for (const table of tables) {
      for (const row of table.rows) {
        if (table.kind === "settings") readSetting(row, settings, problems);
        else if (table.kind === "constants") constants.push(parseConstant(row, problems));
        else if (table.kind === "limits") limits.push(parseLimit(row, problems));
        else words.push(parseWord(row, problems));
      }
    }
  }
  if (!isWhole) leaveAllOpen(settings, section.span);
  reportSameNames(
    constants.map(({ name }) => name),
    (name) => address(9, name.label),
    problems,
  );
  reportSameNames(
    limits.map(({ name }) => name),
    (name) => address(9, name.label),
    problems,
  );
  reportSameNames(
    words.map(({ word, wordSpan }) => ({ label: word, id: word, span: wordSpan })),
    (name) => address(9, name.label),
    problems,
  );
  return { value: { number: 9, status: section.status, settings, constants, limits, words }, problems };
}

/** Section 9 is tables; headings and lists in it would look as if they did something. */
function reportStrays(part: Part, problems: Problem[]): void {
  if (part.heading)
    problems.push(nothingHere.at({ span: spanOf(part.heading), address: "9" }, "heading", part.heading.text));
  for (const { name } of part.properties) {
    problems.push(nothingHere.at({ span: spanOf(name), address: "9" }, "property", name.text));
  }
}

function parseConstant(row: FoundRow, problems: Problem[]): Constant {
  const cell = trimText(cellOf(row, "Constant"));
  const at = address(9, readName(cell).label || "?");
  const clause = readClause<ConstantColumn>(row, at, problems);
  const name = defineName(cell, at, problems);
  const text = trimText(cellOf(row, "Value"));
  const value = isNotShown(row, "Value") ? undefined : readValue(text);
  if (!value && !isNotShown(row, "Value")) {
    const wrong = wrongPart(text);
    const span = wrong.text === "" ? name.span : spanOf(wrong);
    problems.push(notAValue.at({ span, address: `${at}/Value` }, wrong.text, valueHint(wrong.text)));
  }
  if (value?.kind === "table") checkTable(value, `${at}/Value`, problems);
  return { ...clause, name, value, meaning: cellOf(row, "Meaning").text };
}

/** Every entry of a table has the same kind of value, so that a lookup has one type; and every key is there once. */
function checkTable({ entries }: Extract<Value, { readonly kind: "table" }>, at: string, problems: Problem[]): void {
  reportSameNames(
    entries.map(({ key }) => ({ ...key, id: key.id || key.label })),
    at,
    problems,
  );
  const [first] = entries;
  const other = entries.find(({ value }) => value.kind !== first?.value.kind);
  if (!first || !other) return;
  const found = { key: other.key.label, kind: other.value.kind };
  problems.push(
    mixedTable.at(
      { span: other.value, address: at },
      { key: first.key.label, kind: first.value.kind },
      found,
      first.value,
    ),
  );
}

function parseWord(row: FoundRow, problems: Problem[]): Word {
  const cell = trimText(cellOf(row, "Word"));
  const clause = readClause(row, address(9, cell.text), problems);
  const said = row.extra.map(({ header, cell: translation }) => [header.text, trimText(translation).text] as const);
  const translations = new Map(said.filter(([, translation]) => translation !== ""));
  return {
    ...clause,
    word: cell.text,
    wordSpan: spanOf(cell),
    translations,
    languages: row.extra.map(({ header }) => ({ code: header.text, span: spanOf(header) })),
  };
}
