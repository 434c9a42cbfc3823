// The documents that one becomes where one of its cells, properties, subsections or sections says that it is not shown.

export type WithGap = {
  /** `4 Transition Test: To`: the section, the row, and the column; `3 ### Box: Owner`; `4 ### Effects`; `5`. */
  readonly what: string;
  readonly source: string;
};

/** Some are no documents: a thing without a name is none, and what nothing says cannot be spoken of elsewhere. */
export function withEachGap(source: string): readonly WithGap[] {
  const lines = source.split("\n");
  let section = "";
  let heading = "";
  let header: readonly string[] | undefined;
  return lines.flatMap((line, at): readonly WithGap[] => {
    const under = heading;
    if (/^#{2,3} /.test(line)) {
      if (line.startsWith("## ")) section = line.slice(3, 4);
      heading = line;
      const what = line.startsWith("## ") ? section : `${section} ${line}`;
      return section === "1" ? [] : [{ what, source: withoutBody(lines, at) }];
    }
    if (line.startsWith("- ")) {
      const property = line.slice(2, line.indexOf(":"));
      return [
        { what: `${section} ${under}: ${property}`, source: lines.with(at, `- ${property}: not shown`).join("\n") },
      ];
    }
    if (!line.startsWith("|")) {
      header = undefined;
      return [];
    }
    const cells = cellsOf(line);
    if (header === undefined) {
      header = cells;
      return [];
    }
    return cells.every((cell) => /^-+$/.test(cell)) ? [] : openedCells(lines, at, { section, header, cells });
  });
}

type Place = { readonly section: string; readonly header: readonly string[]; readonly cells: readonly string[] };

const openedCells = (lines: readonly string[], at: number, { section, header, cells }: Place): readonly WithGap[] =>
  cells.map((_, index) => {
    const row = cells.slice(0, header[0] === "For" ? 2 : 1).join(" ");
    return {
      what: `${section} ${header[0] ?? ""} ${row}: ${header[index] ?? ""}`,
      source: lines.with(at, `| ${cells.with(index, "not shown").join(" | ")} |`).join("\n"),
    };
  });

/** Up to the next heading of the same level, or of a higher one. */
function withoutBody(lines: readonly string[], at: number): string {
  const level = lines[at]?.startsWith("## ") === true ? /^## / : /^##+ /;
  const next = lines.findIndex((line, index) => index > at && level.test(line));
  return [...lines.slice(0, at + 1), "", "not shown.", "", ...lines.slice(next === -1 ? lines.length : next)].join(
    "\n",
  );
}

const cellsOf = (line: string): readonly string[] =>
  line
    .slice(1, line.lastIndexOf("|"))
    .split("|")
    .map((cell) => cell.trim());
