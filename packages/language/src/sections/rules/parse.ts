// From the tables of section 5 to rules.
import type { DocumentSection, Part } from "../../document/document.ts";
import { readProperties } from "../../document/properties.ts";
import { cellOf, isNotShown, readTables, type FoundRow, type TableKind } from "../../document/tables.ts";
import { codeOf, matchText, spanOf, splitText, trimText, type Text } from "../../text/text.ts";
import { readExpression } from "../../expression/parsing/read.ts";
import { address } from "../../clause/clause.ts";
import { defineName } from "../../clause/define-name.ts";
import { readReference, type Reference } from "../../text/name.ts";
import { isMissing, readClause } from "../../clause/read-clause.ts";
import { readGuard } from "../../clause/read-guard.ts";
import type { Problem, Read } from "../../problem.ts";
import type { Must, Rule, Rules, RuleColumn } from "./model.ts";
import { cellMissing, unknownMust } from "./problems.ts";

const kinds = {
  rules: { columns: ["Rule*", "For", "On", "When", "Must hold*", "Otherwise*", "At"] },
} satisfies Record<string, TableKind>;

export function parse(section: DocumentSection): Read<Rules> {
  const problems: Problem[] = [];
  const rules: Rule[] = [];
  for (const part of section.parts) {
    readProperties(part, [], [], "5", problems);
    for (const table of readTables(5, part, kinds, problems)) {
      for (const row of table.rows) rules.push(readRule(row, part, problems));
    }
  }
  return { value: { number: 5, status: section.status, rules }, problems };
}

function readRule(row: FoundRow, part: Part, problems: Problem[]): Rule {
  const entity = readEntity(row, part);
  const written = cellOf(row, "Rule");
  const name = defineName(written, address(5, entity.label || "?", written.text), problems);
  const clause = readClause<RuleColumn>(row, address(5, entity.label || "?", name.label), problems);
  const missing = ["Must hold", "Otherwise"].filter((column) => isMissing(row, column));
  if (entity.label === "" && !isNotShown(row, "For")) missing.unshift("For");
  for (const column of missing) {
    problems.push(cellMissing.at({ span: clause.span, address: `${clause.address}/${column}` }, name.label, column));
  }
  const otherwise = cellOf(row, "Otherwise");
  const at = cellOf(row, "At");
  return {
    ...clause,
    name,
    entity,
    on: splitText(cellOf(row, "On")).map(readReference),
    when: readGuard(cellOf(row, "When"), `${clause.address}/When`, problems),
    must: readMust(trimText(cellOf(row, "Must hold")), `${clause.address}/Must hold`, problems),
    otherwise: otherwise.text === "" ? undefined : readReference(otherwise),
    at: at.text === "" ? undefined : readReference(at),
  };
}

function readEntity(row: FoundRow, part: Part): Reference {
  const cell = cellOf(row, "For");
  const isForEmpty = cell.text === "" && !isNotShown(row, "For");
  return readReference(isForEmpty && part.heading ? part.heading : cell);
}

function readMust(cell: Text, at: string, problems: Problem[]): Must | undefined {
  const span = spanOf(cell);
  if (cell.text === "") return undefined;
  if (!/^(unique|no overlap|no circle)\b/.test(cell.text)) {
    const guard = readGuard(cell, at, problems);
    return guard && { kind: "guard", guard, span };
  }
  const unique = matchText(cell, /^unique:\s*(?<fields>[^`]+)$/d)?.["fields"];
  if (unique) return { kind: "unique", fields: splitText(unique).map(readReference), span };
  const circle = matchText(cell, /^no circle:\s*(?<field>[^`,]+)$/d)?.["field"];
  if (circle) return { kind: "no circle", field: readReference(circle), span };
  const overlap = matchText(
    cell,
    /^no overlap:\s*(?<from>[^`,]+?)\s+to\s+(?<to>[^`,]+?)(?:\s*,\s*per\s+(?<per>[^`]+?))?(?:\s*,\s*while\s+(?<while>`[^`]*`))?$/d,
  );
  if (overlap?.["from"] && overlap["to"]) {
    const code = overlap["while"] && codeOf(overlap["while"]);
    return {
      kind: "no overlap",
      from: readReference(overlap["from"]),
      to: readReference(overlap["to"]),
      per: overlap["per"] ? splitText(overlap["per"]).map((path) => splitText(path, ".").map(readReference)) : [],
      while: code ? readExpression(code, at, problems) : undefined,
      span,
    };
  }
  problems.push(unknownMust.at({ span, address: at }, cell.text));
  return undefined;
}
