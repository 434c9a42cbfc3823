// From the table of screens and the subsections that name them to the screens of section 2.
import type { DocumentSection, Part } from "../../document/document.ts";
import {
  cellOf,
  isNotShown,
  readTables,
  type FoundRow,
  type FoundTable,
  type TableKind,
} from "../../document/tables.ts";
import { spanOf, trimText, type Text } from "../../text/text.ts";
import { address, type Clause } from "../../clause/clause.ts";
import { defineName, reportSameNames } from "../../clause/define-name.ts";
import { identifierOf, readName, readReference, type Name } from "../../text/name.ts";
import { partNotShown, sameIdentifier, unknownHeading } from "../../clause/problems.ts";
import { readClause } from "../../clause/read-clause.ts";
import type { Problem, Read } from "../../problem.ts";
import type { Screen, ScreenColumn, Screens } from "./model.ts";
import { emptyBody, readBody } from "./reading/read-body.ts";
import { unfitValue, unusedProperty } from "./problems.ts";
import { readKind } from "./reading/read-kind.ts";
import { readItems } from "./reading/read-path.ts";
import { readRoute } from "./reading/read-route.ts";

const kinds = {
  screens: { columns: ["Screen*", "Route*", "Kind*", "For*", "Menu"] },
  tiles: { columns: ["Tile*", "Chart*", "Measure*", "Of*", "By", "Where"] },
} satisfies Record<string, TableKind>;

export function parse(section: DocumentSection): Read<Screens> {
  const problems: Problem[] = [];
  const rows: FoundRow[] = [];
  const tiles = new Map<Part, FoundTable<"tiles">[]>();
  for (const part of section.parts) {
    for (const table of readTables(2, part, kinds, problems)) {
      if (table.kind === "screens") for (const row of table.rows) rows.push(row);
      else if (part.heading) {
        const before = tiles.get(part) ?? [];
        tiles.set(part, before);
        before.push({ ...table, kind: "tiles" });
      } else
        problems.push(
          unusedProperty.at({ span: table.table.span, address: "2" }, "section", "table of tiles", [
            'tables under the "###" heading of a dashboard',
          ]),
        );
    }
  }
  const names = rows.map((row) => {
    const cell = cellOf(row, "Screen");
    return defineName(cell, address(2, cell.text), problems);
  });
  reportSameNames(names, (name) => address(2, name.label), problems);
  const bodies = findBodies(section.parts, names, problems);
  const screens = rows.map((row, index) => {
    const name = names[index] as Name;
    const part = bodies.get(index);
    return readScreen(row, name, part, (part && tiles.get(part)) ?? [], problems);
  });
  for (const { name, tiles: own } of screens)
    reportSameNames(
      own.map((tile) => tile.name),
      (tile) => address(2, name.label, tile.label),
      problems,
    );
  return { value: { number: 2, status: section.status, screens }, problems };
}

/** Which subsection is about which row: by index of the row. */
function findBodies(parts: readonly Part[], names: readonly Name[], problems: Problem[]): ReadonlyMap<number, Part> {
  const known = new Map<string, number>();
  names.forEach((name, index) => {
    for (const key of [name.label, identifierOf(name.label), name.id])
      if (key !== "" && !known.has(key)) known.set(key, index);
  });
  const bodies = new Map<number, Part>();
  for (const part of parts) {
    if (!part.heading) continue;
    const heading = readName(trimText(part.heading));
    const index = known.get(heading.id) ?? known.get(heading.label);
    const before = index === undefined ? undefined : bodies.get(index);
    const place = { span: spanOf(part.heading), address: address(2, heading.label) };
    if (index === undefined)
      problems.push(
        unknownHeading.at(
          place,
          heading.label,
          "screen",
          names.map((name) => name.label),
        ),
      );
    else if (before?.heading) {
      problems.push(sameIdentifier.at(place, heading.label, heading.label, heading.id, spanOf(before.heading)));
    } else bodies.set(index, part);
  }
  return bodies;
}

function readScreen(
  row: FoundRow,
  name: Name,
  part: Part | undefined,
  tiles: readonly FoundTable<"tiles">[],
  problems: Problem[],
): Screen {
  const clause = readClause<ScreenColumn>(row, address(2, name.label), problems);
  const shown = <Value>(
    column: string,
    read: (cell: Text, at: string, problems: Problem[]) => Value,
  ): Value | undefined => (isNotShown(row, column) ? undefined : read(cellOf(row, column), clause.address, problems));
  const kind = shown("Kind", readKind);
  const base = {
    ...clause,
    name,
    route: shown("Route", readRoute),
    kind,
    for: shown("For", readFor) ?? [],
    menu: shown("Menu", readMenu) ?? false,
  };
  if (part && part.status.kind !== "shown") {
    // "none." under a screen is said on purpose: nothing is missing there.
    const open = part.status.kind === "not shown";
    if (open)
      problems.push(
        partNotShown.at(
          { span: part.status.span, address: clause.address },
          "screen",
          name.label,
          part.status.explanation,
        ),
      );
    return { ...base, ...emptyBody, bodyNotShown: open };
  }
  const { notShown, ...body } = readBody(
    { name, kind, kindKnown: !isNotShown(row, "Kind"), clause, part, tiles },
    problems,
  );
  return { ...base, ...body, notShown: [...clause.notShown, ...notShown] };
}

function readFor(cell: Text, at: Clause["address"], problems: Problem[]) {
  if (cell.text === "")
    problems.push(
      unfitValue.at({ span: spanOf(cell), address: at }, "For", "", "Write roles of section 6, anyone or signed in."),
    );
  return readItems(cell, at, problems).map(readReference);
}

function readMenu(cell: Text, at: Clause["address"], problems: Problem[]): boolean {
  const word = cell.text;
  if (!["", "yes", "no"].includes(word))
    problems.push(unfitValue.at({ span: spanOf(cell), address: at }, "Menu", word, "Write yes, or leave it empty."));
  return /^(?:yes|y|x|true|✓|✔)$/i.test(word);
}
