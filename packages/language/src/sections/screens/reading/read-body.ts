// From the subsection of a screen to its properties, tiles and blocks.
import type { Part } from "../../../document/document.ts";
import { readProperties } from "../../../document/properties.ts";
import type { FoundTable } from "../../../document/tables.ts";
import { codeOf, spanOf, splitText, type Text } from "../../../text/text.ts";
import { readAssignments } from "../../../expression/parsing/read.ts";
import type { Clause } from "../../../clause/clause.ts";
import { readReference, type Name } from "../../../text/name.ts";
import { cellNotShown } from "../../../clause/problems.ts";
import { readGuard } from "../../../clause/read-guard.ts";
import type { Problem } from "../../../problem.ts";
import type { PageSize, Screen, ScreenKind, ScreenProperty } from "../model.ts";
import { propertyTwice } from "../../../document/problems.ts";
import { unfitValue, unusedProperty, withoutContent } from "../problems.ts";
import { allProperties, emptyInLanguage, isEmptyInLanguage, propertiesOf } from "../properties.ts";
import { readItems, readPaths, readSortKey } from "./read-path.ts";
import { readTile } from "./read-tile.ts";

type Body = Omit<Screen, keyof Clause | "name" | "route" | "kind" | "for" | "menu">;

export const emptyBody: Body = {
  bodyNotShown: false,
  show: undefined,
  where: undefined,
  sort: [],
  search: [],
  filterBy: [],
  import: [],
  pageSize: undefined,
  opens: undefined,
  buttons: [],
  add: [],
  columns: undefined,
  card: undefined,
  ask: undefined,
  preset: [],
  then: undefined,
  empty: new Map(),
  emptySpans: new Map(),
  code: undefined,
  takes: [],
  tiles: [],
  page: undefined,
};

type Headed = {
  readonly name: Name;
  readonly kind: ScreenKind | undefined;
  /** False where the cell says "not shown": then nothing can be missing either. */
  readonly kindKnown: boolean;
  readonly clause: Clause;
  readonly part: Part | undefined;
  readonly tiles: readonly FoundTable<"tiles">[];
};

export function readBody(screen: Headed, problems: Problem[]): Body & { readonly notShown: readonly ScreenProperty[] } {
  const { kind, clause, part } = screen;
  if (!part) {
    reportMissing(screen, emptyBody, [], problems);
    return { ...emptyBody, notShown: [] };
  }
  const inLanguages = part.properties.map(({ name }) => name.text).filter(isEmptyInLanguage);
  const known = [...allProperties, ...inLanguages];
  const found = readProperties(part, known, [], clause.address, problems);
  const notShown = found.notShown.map(({ column, span }) => {
    const at = `${clause.address}/${column}`;
    problems.push(cellNotShown.at({ span, address: at }));
    return column;
  });
  if (kind) reportUnused(screen, kind, part, problems);
  const read = <Value>(
    property: string,
    from: (value: Text, at: string, problems: Problem[]) => Value,
  ): Value | undefined => {
    const value = found.values.get(property)?.[0];
    const at = `${clause.address}/${property}`;
    if (value?.text !== "") return value && from(value, at, problems);
    problems.push(
      unfitValue.at({ span: spanOf(value), address: at }, property, "", "Write its value, or delete the line."),
    );
    return undefined;
  };
  const references = (value: Text, at: string) => readItems(value, at, problems).map(readReference);
  const empty = ["Empty", ...inLanguages].flatMap((property) => {
    const text = read(property, (value) => value);
    return text === undefined ? [] : [[emptyInLanguage.exec(property)?.groups?.["language"] ?? "", text] as const];
  });
  const pages = part.code.filter(({ language }) => language === "markdown");
  const [page, second] = pages;
  if (page && second)
    problems.push(propertyTwice.at({ span: second.span, address: clause.address }, "markdown block", page.span));
  const body: Body = {
    bodyNotShown: false,
    show: read("Show", readPaths),
    where: read("Where", readGuard),
    sort: read("Sort", (value, at) => readItems(value, at, problems).map(readSortKey)) ?? [],
    search: read("Search", readPaths) ?? [],
    filterBy: read("Filter by", readPaths) ?? [],
    import: read("Import", readPaths) ?? [],
    pageSize: read("Page size", readPageSize),
    opens: read("Opens", readReference),
    buttons: read("Buttons", references) ?? [],
    add: read("Add", readPaths) ?? [],
    columns: read("Columns", references),
    card: read("Card", readPaths),
    ask: read("Ask", readPaths),
    preset: read("Preset", readPreset) ?? [],
    then: read("Then", readReference),
    empty: new Map(empty.map(([language, text]) => [language, text.text])),
    emptySpans: new Map(empty.map(([language, text]) => [language, spanOf(text)])),
    code: read("Code", readCode),
    takes: read("Takes", references) ?? [],
    tiles: screen.tiles.flatMap((table) => table.rows.map((row) => readTile(row, screen.name, problems))),
    page: page && { text: page.content.text, span: spanOf(page.content) },
  };
  reportMissing(screen, body, notShown, problems);
  return { ...body, notShown };
}

/** A part under a screen of another kind would have no effect, and the author would not notice. */
function reportUnused(screen: Headed, kind: ScreenKind, part: Part, problems: Problem[]): void {
  const allowed = propertiesOf[kind.kind];
  const place = (span: { readonly start: number; readonly end: number }) => ({ span, address: screen.clause.address });
  const extra = kind.kind === "dashboard" ? ["a table of tiles"] : kind.kind === "page" ? ["a markdown block"] : [];
  const may = [...allowed, ...extra];
  for (const { name } of part.properties) {
    const written = isEmptyInLanguage(name.text) ? "Empty" : name.text;
    const property = allProperties.find((one) => one === written);
    if (property !== undefined && !allowed.includes(property)) {
      problems.push(unusedProperty.at(place(spanOf(name)), kind.kind, name.text, may));
    }
  }
  if (kind.kind !== "dashboard") {
    for (const { table } of screen.tiles)
      problems.push(unusedProperty.at(place(table.span), kind.kind, "table of tiles", may));
  }
  if (kind.kind !== "page") {
    for (const { language, span } of part.code) {
      if (language === "markdown") problems.push(unusedProperty.at(place(span), kind.kind, "markdown block", may));
    }
  }
}

function reportMissing(
  { name, kind, clause }: Headed,
  body: Body,
  notShown: readonly string[],
  problems: Problem[],
): void {
  if (!kind) return;
  const miss = (needs: string) =>
    problems.push(withoutContent.at({ span: kind.span, address: clause.address }, kind.kind, name.label, needs));
  if (kind.kind === "page" && !body.page) miss("markdown block");
  if (kind.kind === "component" && !body.code && !notShown.includes("Code")) miss("Code");
  if (kind.kind === "dashboard" && body.tiles.length === 0) miss("table of tiles");
}

function readPageSize(value: Text, at: string, problems: Problem[]): PageSize | undefined {
  const span = spanOf(value);
  if (/^[1-9]\d{0,5}$/.test(value.text)) return { kind: "number", value: Number(value.text), span };
  if (/^[^\d\s-]/.test(value.text)) {
    const name = readReference(value);
    return { kind: "constant", name, span: name.span };
  }
  problems.push(
    unfitValue.at({ span, address: at }, "Page size", value.text, "Write a whole number above zero, or a constant."),
  );
  return undefined;
}

/** One code span with all assignments, or several with commas between them. */
function readPreset(value: Text, at: string, problems: Problem[]) {
  return splitText(value).flatMap((item) => {
    const code = codeOf(item);
    if (code) return readAssignments(code, at, problems);
    problems.push(
      unfitValue.at(
        { span: spanOf(item), address: at },
        "Preset",
        item.text,
        "Write assignments in backticks, such as `item = route.item`.",
      ),
    );
    return [];
  });
}

function readCode(value: Text, at: string, problems: Problem[]) {
  const code = codeOf(value);
  if (code && /^[\w@-][\w@./-]*\.(?:tsx|jsx|ts|js)$/.test(code.text) && !code.text.includes("..")) {
    return { path: code.text, span: spanOf(code) };
  }
  const write = "Write the path of a React file beside the document in backticks, such as `screens/roadmap.tsx`.";
  problems.push(unfitValue.at({ span: spanOf(value), address: at }, "Code", (code ?? value).text, write));
  return undefined;
}
