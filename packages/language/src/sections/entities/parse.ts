// From the headings of section 3 to entities and the rows that come with the product.
import type { DocumentSection, Part } from "../../document/document.ts";
import { matchText, spanOf } from "../../text/text.ts";
import { address } from "../../clause/clause.ts";
import { reportSameNames } from "../../clause/define-name.ts";
import type { Problem, Read } from "../../problem.ts";
import type { Entities, Entity, RowSet } from "./model.ts";
import { parseEntity } from "./parse-entity.ts";
import { parseRowSet } from "./rows/parse-row-set.ts";
import { strayProperty } from "./problems.ts";
import { unknownRows } from "./rows/problems.ts";

export function parse(section: DocumentSection): Read<Entities> {
  const problems: Problem[] = [];
  const entities: Entity[] = [];
  const rowSets: RowSet[] = [];
  for (const part of section.parts) {
    if (part.heading === undefined) {
      parseBeforeHeadings(part, problems);
      continue;
    }
    const rows = matchText(part.heading, /^(?<kind>Seed|Sample)\s*:\s*(?<entity>.*)$/ds);
    if (rows?.["kind"] && rows["entity"]) {
      rowSets.push(parseRowSet(rows["kind"].text as RowSet["kind"], rows["entity"], part, problems));
      continue;
    }
    const [label, entity] = part.heading.text.split(/\s*:\s*/, 2);
    if (entity === undefined) entities.push(parseEntity(part.heading, part, problems));
    else {
      const place = { span: spanOf(part.heading), address: address(3, part.heading.text) };
      problems.push(unknownRows.at(place, part.heading.text, entity || label || "E"));
    }
  }
  const addresses = new Map(entities.map((entity) => [entity.name, entity.address]));
  reportSameNames(
    entities.map(({ name }) => name),
    (name) => addresses.get(name) ?? "3",
    problems,
  );
  return { value: { number: 3, status: section.status, entities, rowSets }, problems };
}

/** Before the first heading nothing can be executed: a table there belongs to no entity. */
function parseBeforeHeadings(part: Part, problems: Problem[]): void {
  for (const text of [
    ...part.properties.map(({ name }) => name),
    ...part.tables.flatMap(({ header }) => header.slice(0, 1)),
  ]) {
    problems.push(strayProperty.at({ span: spanOf(text), address: "3" }, text.text));
  }
}
