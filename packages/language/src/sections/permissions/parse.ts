// From the tables of section 6 to roles, conditions and the matrix of rights.
import type { DocumentSection, Part } from "../../document/document.ts";
import { readProperties } from "../../document/properties.ts";
import { cellOf, isNotShown, readTables, type FoundRow, type TableKind } from "../../document/tables.ts";
import { codeOf, matchText, sliceText, spanOf, splitText, trimText, type Text } from "../../text/text.ts";
import { readExpression } from "../../expression/parsing/read.ts";
import { address } from "../../clause/clause.ts";
import { defineName, reportSameNames } from "../../clause/define-name.ts";
import { readReference, type Reference } from "../../text/name.ts";
import { isMissing, readClause } from "../../clause/read-clause.ts";
import type { Problem, Read, Span } from "../../problem.ts";
import type {
  Condition,
  Giving,
  OpenRight,
  Permissions,
  Right,
  RightCell,
  Role,
  Within,
  RoleColumn,
  ConditionColumn,
} from "./model.ts";
import { conditionMissing, unknownGiving, rowIncomplete } from "./problems.ts";
import { readActions } from "./read-action.ts";
import { readGrant } from "./read-grant.ts";

const kinds = {
  roles: { columns: ["Role*", "Given by*", "Within", "Notes"] },
  conditions: { columns: ["Condition*", "For", "Holds when*", "Otherwise"] },
  matrix: { columns: ["For", "May*"], extra: () => true },
} satisfies Record<string, TableKind>;

export function parse(section: DocumentSection): Read<Permissions> {
  const problems: Problem[] = [];
  const roles: Role[] = [];
  const conditions: Condition[] = [];
  const rights: Right[] = [];
  const openRights: OpenRight[] = [];
  for (const part of section.parts) {
    readProperties(part, [], [], "6", problems);
    for (const table of readTables(6, part, kinds, problems)) {
      for (const row of table.rows) {
        if (table.kind === "roles") roles.push(readRole(row, problems));
        else if (table.kind === "conditions") conditions.push(readCondition(row, part, problems));
        else if (isOpen(row)) openRights.push(readOpenRight(row, part, problems));
        else for (const right of readRights(row, part, problems)) rights.push(right);
      }
    }
  }
  for (const named of [roles, conditions]) {
    reportSameNames(
      named.map((one) => one.name),
      (name) => address(6, name.label),
      problems,
    );
  }
  return {
    value: { number: 6, status: section.status, heading: section.heading, roles, conditions, rights, openRights },
    problems,
  };
}

function readRole(row: FoundRow, problems: Problem[]): Role {
  const written = cellOf(row, "Role");
  const name = defineName(written, address(6, written.text), problems);
  const clause = readClause<RoleColumn>(row, address(6, name.label), problems);
  const givenBy: Giving[] = [];
  const report = (span: Span, text: string) => problems.push(unknownGiving.at({ address: clause.address, span }, text));
  let isUnread = isMissing(row, "Given by");
  if (isUnread) report(clause.span, "");
  for (const text of splitText(cellOf(row, "Given by"))) {
    const giving = readGiving(text, givenBy.at(-1), clause.address, problems);
    if (giving) givenBy.push(giving);
    else report(spanOf(text), text.text);
    isUnread ||= giving === undefined;
  }
  return { ...clause, name, givenBy, isUnread, within: readWithin(cellOf(row, "Within")) };
}

function readGiving(text: Text, before: Giving | undefined, at: string, problems: Problem[]): Giving | undefined {
  const span = spanOf(text);
  if (text.text === "anyone" || text.text === "signed in" || text.text === "named at installation") {
    return { kind: text.text, span };
  }
  const assigned = matchText(text, /^assigned by\s+(?<role>.+)$/d)?.["role"];
  if (assigned) return { kind: "assigned by", role: readReference(assigned), span };
  const row = matchText(text, /^(?<entity>[^`]+?)\s+where\s+(?<where>`.*`)$/d);
  const code = row?.["where"] && codeOf(row["where"]);
  if (row?.["entity"] && code) {
    return { kind: "row", entity: readReference(row["entity"]), where: readExpression(code, at, problems), span };
  }
  // "assigned by Volunteer, Treasurer": the list of roles goes on.
  if (before?.kind === "assigned by" && !text.text.includes("`"))
    return { kind: "assigned by", role: readReference(text), span };
  return undefined;
}

function readWithin(text: Text): Within | undefined {
  if (text.text === "") return undefined;
  const via = matchText(text, /^(?<entity>.+?)\s+via\s+(?<field>.+)$/d);
  const span = spanOf(text);
  if (via?.["entity"] && via["field"])
    return { entity: readReference(via["entity"]), via: readReference(via["field"]), span };
  return { entity: readReference(text), via: undefined, span };
}

function readCondition(row: FoundRow, part: Part, problems: Problem[]): Condition {
  const written = cellOf(row, "Condition");
  const name = defineName(written, address(6, written.text), problems);
  const clause = readClause<ConditionColumn>(row, address(6, name.label), problems);
  const cell = cellOf(row, "Holds when");
  const code = codeOf(cell);
  if (!code && !clause.notShown.includes("Holds when")) {
    problems.push(
      conditionMissing.at({ span: cell.text === "" ? clause.span : spanOf(cell), address: clause.address }, name.label),
    );
  }
  const otherwise = cellOf(row, "Otherwise");
  return {
    ...clause,
    name,
    entity: isNotShown(row, "For") ? readReference(cellOf(row, "For")) : readFor(row, part, clause.address, problems),
    holds: code ? readExpression(code, `${clause.address}/Holds when`, problems) : undefined,
    otherwise: otherwise.text === "" ? undefined : readReference(otherwise),
  };
}

const isOpen = (row: FoundRow) => isNotShown(row, "For") || isNotShown(row, "May");

function readOpenRight(row: FoundRow, part: Part, problems: Problem[]): OpenRight {
  const about = isNotShown(row, "For") ? undefined : readFor(row, part, "6", problems);
  const actions = readActions(cellOf(row, "May"));
  const at = address(6, about?.label ?? "?", ...actions.slice(0, 1).map(({ label }) => label));
  return { ...readClause(row, at, problems), for: about, actions };
}

function readRights(row: FoundRow, part: Part, problems: Problem[]): readonly Right[] {
  const about = readFor(row, part, "6", problems);
  const may = cellOf(row, "May");
  const actions = readActions(may);
  if (actions.length === 0) problems.push(rowIncomplete.at({ span: row.span, address: address(6, about.label) }));
  return actions.map((action): Right => {
    const at = address(6, about.label, action.label);
    // A row for several actions reports the gaps of its cells once.
    const own = action === actions[0] ? problems : [];
    const clause = readClause(
      { ...row, notShown: row.notShown.filter(({ column }) => kinds.matrix.columns.includes(column)) },
      at,
      own,
    );
    const cells = row.extra.map(({ header, cell }): RightCell => {
      const open = row.notShown.filter(({ column }) => column === header.text);
      const cellClause = readClause({ ...row, span: spanOf(cell), notShown: [] }, `${at}/${header.text}`, own);
      if (open.length > 0) readClause({ ...row, notShown: open }, at, own);
      const grant = open.length > 0 ? undefined : readGrant(cell, cellClause.address, own);
      return { ...cellClause, notShown: open.map(({ column }) => column), role: readReference(header), grant };
    });
    return { ...clause, for: about, action: action.action, cells };
  });
}

/** The entity that a row is about: its For cell, or the heading that it stands under. */
function readFor(row: FoundRow, part: Part, at: string, problems: Problem[]): Reference {
  const cell = trimText(cellOf(row, "For"));
  if (cell.text !== "") return readReference(cell);
  if (part.heading) return readReference(part.heading);
  problems.push(rowIncomplete.at({ span: row.span, address: at }));
  return readReference(sliceText(cell, 0, 0));
}
