// What a table is by its header row, and its cells by the names of their columns.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Problem } from "../problem.ts";
import { readDocument } from "./read.ts";
import { cellOf, isNotShown, readTables } from "./tables.ts";
import { workClock } from "../testing/work-clock.ts";

const kinds = {
  rules: { columns: ["Rule*", "For*", "When", "Must hold*"] },
  roles: { columns: ["Role*", "Given by*", "Within"] },
  matrix: { columns: ["For*", "May*"], extra: (header: string) => /^[A-Z]/.test(header) },
};

function read(...lines: readonly string[]) {
  const source = `## 5. Validation rules\n\n${lines.join("\n")}\n`;
  const [part] = readDocument(source).sections[4]?.parts ?? [];
  assert.ok(part);
  const problems: Problem[] = [];
  const tables = readTables(5, part, kinds, problems);
  const said = problems.map(
    ({ code, span, message, hint }) => `${code} at "${source.slice(span.start, span.end)}": ${message} ${hint}`,
  );
  return { tables, said };
}

const dashes = (columns: number) => `|${" --- |".repeat(columns)}`;

test("columns may come in any order and be left out", () => {
  const { tables, said } = read("| Must hold | Rule | For |", dashes(3), "| `true` | One | Ticket |");
  assert.deepEqual(said, []);
  const [table] = tables;
  const [row] = table?.rows ?? [];
  assert.equal(table?.kind, "rules");
  assert.ok(row);
  assert.deepEqual(
    ["Rule", "For", "Must hold", "When"].map((column) => cellOf(row, column).text),
    ["One", "Ticket", "`true`", ""],
  );
  assert.equal(cellOf(row, "When").start, row.span.end);
});

test("extra columns are kept with their headers", () => {
  const { tables } = read("| For | May | Agent | Lead |", dashes(4), "| Ticket | read | own | not shown. |");
  const [table] = tables;
  assert.deepEqual(
    table?.extra.map(({ text }) => text),
    ["Agent", "Lead"],
  );
  assert.deepEqual(
    table?.rows[0]?.extra.map(({ header, cell }) => [header.text, cell.text]),
    [
      ["Agent", "own"],
      ["Lead", ""],
    ],
  );
  assert.ok(table?.rows[0] && isNotShown(table.rows[0], "Lead") && !isNotShown(table.rows[0], "Agent"));
});

test("an unknown column is reported at its word, with the one that was meant", () => {
  const say = (header: string) => read(header, dashes(header.split("|").length - 2)).said;
  assert.deepEqual(say("| Rule | Entity | Must hold |"), [
    'N010 at "Entity": unknown table in section 5: Rule, Entity, Must hold. Did you mean "For"?',
  ]);
  assert.deepEqual(say("| Rule | For | Must holds |"), [
    'N010 at "Must holds": unknown table in section 5: Rule, For, Must holds. Did you mean "Must hold"?',
  ]);
  assert.deepEqual(
    say("| Rule | For | Must hold | Colour |"),
    ['N010 at "Colour": unknown table in section 5: Rule, For, Must hold, Colour. Did you mean "When"?'].map((line) =>
      line.replace('Did you mean "When"?', "It knows: Rule, For, When, Must hold."),
    ),
  );
  assert.deepEqual(say("| Role | Within |"), [
    'N010 at "Role": unknown table in section 5: Role, Within. The column "Given by" is missing.',
  ]);
  assert.deepEqual(say("| Role | Given by | Role |"), [
    'N010 at "Role": unknown table in section 5: Role, Given by, Role. The column "Role" occurs twice.',
  ]);
  assert.deepEqual(say("| x | y |"), [
    'N010 at "x": unknown table in section 5: x, y. Section 5 knows: Rule, For, When, Must hold; Role, Given by, Within; For, May. Put an illustration into a blockquote.',
  ]);
});

test("a row that does not fit is reported: what is too much at the first cell too many", () => {
  const { tables, said } = read("| Role | Given by |", dashes(2), "| a | b || c | d |", "| e |", "words", "| f | g |");
  assert.deepEqual(said, [
    'N011 at "|| c | d |": this row has 5 cells, but the header has 2: a pipe is not escaped, or a blank line is missing after the table Inside a table write `or` instead of `||`, and `\\|` for the character.',
    'N011 at "| e |": this row has 1 cell, but the header has 2: cells are missing, or a blank line is missing after the table Write an empty cell as `| |`.',
    'N011 at "words": this row has 1 cell, but the header has 2: cells are missing, or a blank line is missing after the table Write an empty cell as `| |`.',
  ]);
  assert.deepEqual(
    tables[0]?.rows.map((row) => cellOf(row, "Role").text),
    ["e", "words", "f"],
  );
});

test("a very wide table is reported at once and briefly", () => {
  const wide = Array.from({ length: 10_000 }, (_, index) => `x${index}`);
  const began = workClock();
  const { said } = read(`| ${wide.join(" | ")} |`, dashes(wide.length));
  assert.ok(workClock() - began < 5000);
  assert.ok(said.length === 1 && (said[0]?.length ?? 0) < 500);
});
