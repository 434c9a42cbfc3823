// From one `###` heading of section 3, its properties and its table, to an entity.
import type { Part } from "../../document/document.ts";
import { readProperties } from "../../document/properties.ts";
import { readTables, type TableKind } from "../../document/tables.ts";
import { codeOf, matchText, spanOf, splitText, type Text } from "../../text/text.ts";
import type { Expression } from "../../expression/tree.ts";
import { readExpression } from "../../expression/parsing/read.ts";
import { address } from "../../clause/clause.ts";
import { defineName, reportSameNames } from "../../clause/define-name.ts";
import { readReference } from "../../text/name.ts";
import { partNotShown } from "../../clause/problems.ts";
import { readClause } from "../../clause/read-clause.ts";
import type { Problem } from "../../problem.ts";
import type { Entity, EntityProperty, OrderKey, UniqueTogether } from "./model.ts";
import { parseField } from "./parse-field.ts";
import { noFields, wrongProperty } from "./problems.ts";

export const entityProperties: readonly EntityProperty[] = [
  "Shown as",
  "Owner",
  "History",
  "Unique together",
  "Ordered by",
  "One row",
];

const tables = {
  fields: { columns: ["Field*", "Type*", "Required*", "Default*", "Notes"] },
} satisfies Record<string, TableKind>;

export function parseEntity(heading: Text, part: Part, problems: Problem[]): Entity {
  const said: Problem[] = [];
  const name = defineName(heading, address(3, heading.text), said);
  const at = address(3, name.label);
  problems.push(...said.map((problem) => ({ ...problem, address: at })));
  const properties = readProperties(part, entityProperties, ["Unique together"], at, problems);
  const span = { start: spanOf(heading).start, end: spanOf(heading).end };
  const clause = readClause<EntityProperty>(
    { span, cells: new Map(), extra: [], notShown: properties.notShown },
    at,
    problems,
  );
  const fields = readTables(3, part, tables, problems).flatMap(({ rows }) =>
    rows.map((row) => parseField(name, row, problems)),
  );
  const addresses = new Map(fields.map((field) => [field.name, field.address]));
  reportSameNames(
    fields.map((field) => field.name),
    (field) => addresses.get(field) ?? at,
    problems,
  );
  const bodyNotShown = part.status.kind === "not shown";
  if (part.status.kind === "not shown") {
    problems.push(partNotShown.at({ span, address: at }, "entity", name.label, part.status.explanation));
  } else if (
    part.status.kind === "shown" &&
    part.tables.length === 0 &&
    !(name.id === "user" && part.properties.length > 0)
  ) {
    problems.push(noFields.at({ span, address: at }, name.label));
  }
  const reader: Reader = { at, problems };
  const value = (property: EntityProperty) => properties.values.get(property)?.[0];
  const owner = value("Owner");
  return {
    ...clause,
    name,
    builtIn: name.id === "user",
    fields,
    shownAs: readShownAs(value("Shown as"), reader),
    owner: owner && readReference(owner),
    historyKept: readWord(value("History"), "History", "kept", reader),
    uniqueTogether: (properties.values.get("Unique together") ?? []).map((text) => readUniqueTogether(text, at)),
    orderedBy: splitText(value("Ordered by") ?? noText).map((text) => readOrderKey(text, reader)),
    oneRow: readWord(value("One row"), "One row", "yes", reader),
    bodyNotShown,
  };
}

type Reader = { readonly at: string; readonly problems: Problem[] };
const noText: Text = { text: "", start: 0, end: 0 };

function readShownAs(text: Text | undefined, { at, problems }: Reader): Expression | undefined {
  if (!text) return undefined;
  const code = codeOf(text);
  if (code) return readExpression(code, `${at}/Shown as`, problems);
  const hint = 'Write an expression in backticks, such as `ticket.number + " " + ticket.subject`.';
  problems.push(wrongProperty.at({ span: spanOf(text), address: `${at}/Shown as` }, "Shown as", text.text, hint));
  return undefined;
}

/** A property with one word that it can say; leaving it out says the opposite. */
function readWord(text: Text | undefined, property: string, word: string, { at, problems }: Reader): boolean {
  if (!text || text.text === word) return text !== undefined;
  if (word === "yes" && text.text === "no") return false;
  const place = { span: spanOf(text), address: `${at}/${property}` };
  problems.push(wrongProperty.at(place, property, text.text, `Write "${property}: ${word}", or delete the line.`));
  return false;
}

function readUniqueTogether(text: Text, at: string): UniqueTogether {
  return { fields: splitText(text).map(readReference), span: spanOf(text), address: `${at}/Unique together` };
}

function readOrderKey(text: Text, { at, problems }: Reader): OrderKey {
  // The identifier of "-Name" is that of "Name", and says the opposite of what is meant.
  const signed = matchText(text, /^[-+]\s*(?<field>.+)$/ds)?.["field"];
  if (signed) {
    const hint = `Write "${signed.text}" or "${signed.text} descending".`;
    problems.push(wrongProperty.at({ span: spanOf(text), address: `${at}/Ordered by` }, "Ordered by", text.text, hint));
    return { field: readReference(signed), descending: text.text.startsWith("-") };
  }
  const groups = matchText(text, /^(?<field>.*\S)\s+(?<direction>ascending|descending)$/ds);
  const field = readReference(groups?.["field"] ?? text);
  return { field, descending: groups?.["direction"]?.text === "descending" };
}
