// The expressions of a document, wherever the slices read one between backticks, in their one spelling.
import type { Document } from "../document/document.ts";
import type { Assignment, Expression } from "../expression/tree.ts";
import type { Span } from "../problem.ts";
import { isMoment } from "../field-types/index.ts";
import { sections } from "../sections/index.ts";
import type { Name, Reference } from "../text/name.ts";
import { codeOf as insideOf, spanOf } from "../text/text.ts";
import { changesOf, isSpace, type Edit } from "../text/edits.ts";
import { spellCode, type CodeKind } from "./spelling.ts";

/**
 * A pattern, path or route may look like an expression (`a-z`, `calls/export`). Only the slices know which is which,
 * so they are asked, and whatever they made no expression of is left as it is, and so is what stands in other lines.
 */
export function expressionEdits({ source, sections: read }: Document, lines: readonly Span[]): readonly Edit[] {
  const values = Object.values(sections).map((slice, index) => read[index] && slice.parse(read[index]).value);
  const found = [...findCode(source, values), ...momentsOfRows(read[2])];
  const spans = new Map(found.map((code) => [code.span.start, code]));
  const sorted = [...lines].sort((a, b) => a.start - b.start);
  const edits: Edit[] = [];
  let next = 0;
  for (const { kind, span } of [...spans.values()].sort((a, b) => a.span.start - b.span.start)) {
    while ((sorted[next]?.end ?? Infinity) < span.end) next++;
    const line = sorted[next];
    if (!line || line.start > span.start) continue;
    edits.push({ ...span, text: respell(source.slice(span.start, span.end), kind) });
  }
  return changesOf(source, edits);
}

/** Inside a table every pipe has a backslash, in code too, and the parser has taken it away. */
function respell(written: string, kind: CodeKind): string {
  const code = written.replaceAll("\\|", "|");
  const spelled = spellCode(code, kind);
  if (spelled === code) return written;
  return code === written ? spelled : spelled.replaceAll("|", "\\|");
}

type Code = { readonly kind: CodeKind; readonly span: Span };

/** All code in the values of the slices, whatever it is part of there. */
function findCode(source: string, values: readonly unknown[]): readonly Code[] {
  const found: Code[] = [];
  const waiting: unknown[] = [...values];
  const seen = new Set<object>();
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    if (isExpression(value)) found.push(...(value.tree ? codeOf(source, value) : []));
    else if (isAssignment(value)) found.push(...codeAround(source, value));
    else for (const part of value instanceof Map ? value.values() : Object.values(value)) waiting.push(part);
  }
  return found;
}

/** Of rows the type of the field decides what a cell is: of a moment, `today + days(3)`. */
function momentsOfRows(section: Document["sections"][number] | undefined): readonly Code[] {
  if (section === undefined) return [];
  const { entities, rowSets } = sections.entities.parse(section).value;
  return rowSets.flatMap(({ entity: set, columns, rows }) => {
    const named = ({ name }: { readonly name: Name }, { label, id }: Reference) =>
      name.label === label || name.id === id;
    const fields = entities.find((one) => named(one, set))?.fields;
    return columns.flatMap((column, index) => {
      const type = fields?.find((one) => named(one, column))?.type;
      if (!isMoment(type)) return [];
      return rows.flatMap(({ values }): readonly Code[] => {
        const code = values[index] && insideOf(values[index]);
        return code ? [{ kind: "expression", span: spanOf(code) }] : [];
      });
    });
  });
}

const isExpression = (value: object): value is Expression => "tree" in value && "text" in value && "address" in value;

function isAssignment(value: object): value is Assignment {
  if (!("field" in value && "value" in value)) return false;
  return typeof value.value === "object" && value.value !== null && isExpression(value.value);
}

/** The inside of the backticks, if they hold nothing but the expression. */
function codeOf(source: string, { text }: Expression): readonly Code[] {
  let { start, end } = text;
  while (isSpace(source, start - 1)) start--;
  while (isSpace(source, end)) end++;
  const isAll = source.charAt(start - 1) === "`" && source.charAt(end) === "`";
  return isAll ? [{ kind: "expression", span: { start, end } }] : [];
}

/** The inside of the backticks in which an assignment stands with others. */
function codeAround(source: string, { field, value }: Assignment): readonly Code[] {
  const start = source.lastIndexOf("`", field.span.start) + 1;
  const end = source.indexOf("`", value.text.end);
  return start > 0 && end > 0 ? [{ kind: "assignments", span: { start, end } }] : [];
}
