// How a page changes the document that it builds: by whole subsections, or by lines.

/** What stands under one heading; `section` and `part` are the lines of the headings, empty where there is none. */
type Unit = { readonly section: string; readonly part: string; readonly lines: readonly string[] };

/**
 * A fragment that begins like a document is one. Otherwise what stands under a heading of the fragment replaces what
 * stood there in the document; a heading that is new is added to its section, where `not shown.` then goes.
 */
export function merged(document: string, fragment: string): string {
  if (/^(?:<!--|# )/.test(fragment)) return fragment;
  const units = [...unitsOf(document)];
  for (const unit of unitsOf(fragment)) {
    if (unit.section === "")
      throw new Error(`a fragment begins with the heading of a section: ${fragment.slice(0, 60)}`);
    const own = units.flatMap((other, index) => (other.section === unit.section ? [index] : []));
    const [first, last] = [own[0], own.at(-1)];
    if (first === undefined || last === undefined) throw new Error(`the document has no ${unit.section}`);
    const same = own.find((index) => units[index]?.part === unit.part);
    if (unit.part === "" && !hasContent(unit)) continue;
    if (same !== undefined) units[same] = unit;
    else {
      units.splice(last + 1, 0, unit);
      const head = units[first];
      if (head && /^(?:not shown|none)\b/.test(bodyOf(head))) units[first] = { ...head, lines: [unit.section, ""] };
    }
  }
  return `${units.map(({ lines }) => lines.join("\n").trimEnd()).join("\n\n")}\n`;
}

function unitsOf(text: string): readonly Unit[] {
  const units: { section: string; part: string; lines: string[] }[] = [{ section: "", part: "", lines: [] }];
  let fence = "";
  for (const line of text.replace(/\n$/, "").split("\n")) {
    const marks = /^`{3,}/.exec(line)?.[0];
    if (marks !== undefined) fence = fence === "" ? marks : fence === marks ? "" : fence;
    const current = units.at(-1)?.section ?? "";
    if (fence === "" && line.startsWith("## ")) units.push({ section: line, part: "", lines: [] });
    else if (fence === "" && line.startsWith("### ")) units.push({ section: current, part: line, lines: [] });
    units.at(-1)?.lines.push(line);
  }
  return units.filter((unit) => unit.section !== "" || hasContent(unit));
}

const bodyOf = ({ lines, section, part }: Unit) =>
  lines
    .slice(section === "" && part === "" ? 0 : 1)
    .join("\n")
    .trim();
const hasContent = (unit: Unit) => bodyOf(unit) !== "";

/** Lines that begin with `-` go, lines with `+` come, lines with a space show where. They occur exactly once. */
export function edited(document: string, diff: string): string {
  const lines = diff.replace(/\n$/, "").split("\n");
  const side = (sign: string) =>
    lines
      .filter((line) => line[0] === sign || line[0] === " ")
      .map((line) => `${line.slice(1)}\n`)
      .join("");
  const [before, after] = [side("-"), side("+")];
  const at = `\n${document}`.indexOf(`\n${before}`);
  if (before === "" || at < 0) throw new Error(`the document does not have these lines:\n${before}`);
  if (`\n${document}`.includes(`\n${before}`, at + 1))
    throw new Error(`the document has these lines twice:\n${before}`);
  return document.slice(0, at) + after + document.slice(at + before.length);
}
