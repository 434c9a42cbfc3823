// One mistake is one message, and two mistakes are two.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { compile } from "../compile.ts";

const source = readFileSync(`${import.meta.dirname}/../../../../examples/help-desk/SPEC.md`, "utf8");

function mistakes(edited: string): readonly string[] {
  assert.notEqual(edited, source);
  return compile(edited)
    .problems.filter(({ severity }) => severity !== "gap")
    .map(({ code, address }) => `${code} ${address}`);
}

const withoutLine = (text: string, start: string): string => {
  const line = text.split("\n").find((one) => one.startsWith(start));
  assert.ok(line, start);
  return text.replace(`${line}\n`, "");
};

test("a table with an unknown header: what it would have defined is not missed everywhere else", () => {
  assert.deepEqual(mistakes(source.replace("| Role | Given by |", "| Roll | Given by |")), ["N010 6"]);
  assert.deepEqual(mistakes(source.replace("| Constant | Value |", "| Constants | Value |")), ["N010 9"]);
});

test("a row that loses a cell is said once, and what the other rows leave out is said too", () => {
  const short = source.replace(/^(\| Ticket \| read \|.*)\| yes \|$/m, "$1|");
  assert.deepEqual(mistakes(short), ["N011 6"]);
  assert.deepEqual(mistakes(withoutLine(short, "| Ticket | delete |")), ["N011 6", "N603 6/Ticket/delete"]);
  assert.deepEqual(mistakes(withoutLine(short, "| Comment | delete |")), ["N011 6", "N603 6/Comment/delete"]);
});

test("a misspelt entity in the matrix is not also an action without a row", () => {
  const misspelt = source.replace("| Comment | delete |", "| Coment | delete |");
  assert.deepEqual(
    mistakes(misspelt).map((one) => one.slice(0, 4)),
    ["N301"],
  );
  const both = withoutLine(misspelt, "| Comment | update |");
  assert.deepEqual(
    mistakes(both).map((one) => one.slice(0, 4)),
    ["N301", "N603"],
  );
});

test("two headings that mean nothing do not explain each other", () => {
  const table = (name: string) => `\n- Shown as: ${name}\n`;
  const found = mistakes(source.replace("## 5.", `### Foo\n${table("Bar")}\n### Bar\n${table("Foo")}\n## 5.`));
  for (const name of ["Foo", "Bar"]) assert.ok(found.includes(`N301 4/${name}`), found.join("\n"));
});

test("a table of tiles that is lost hides no screen that nothing leads to, and is not missed", () => {
  const lost = source.replace("| Tile | Chart |", "| Tyle | Chart |");
  assert.deepEqual(mistakes(lost), ["N010 2"]);
  const alone = lost.replace(/^(\| Deadlines \|.*)\| yes \|$/m, "$1| |");
  assert.deepEqual(mistakes(alone), ["N206 2/Deadlines", "N010 2"]);
});

test("a mistake in what only looks at a field does not hide that nothing sets it", () => {
  const unset = withoutLine(source, "| Ticket | Solve | | set | `solved_at = now` |");
  const wrong = unset.replace("ticket.solved_at + reopen_window", "ticket.solved_at + reopen_windw");
  assert.deepEqual(mistakes(unset).slice(0, 1), ["N305 3/Ticket/Solved at"]);
  assert.deepEqual(mistakes(wrong), ["N305 3/Ticket/Solved at", "X002 4/Ticket/Reopen/Only if"]);
  const inEffect = source.replace("`solved_at = now`", "`solved_at = nwo`");
  assert.deepEqual(mistakes(inEffect), ["X002 4/Effects/Ticket/Solve/set/With"]);
});

test("lines that end as on old machines are lines too", () => {
  const short = source.replace(/^(\| Ticket \| read \|.*)\| yes \|$/m, "$1|");
  const both = withoutLine(short, "| Comment | delete |").replaceAll("\n", "\r");
  assert.deepEqual(mistakes(both), ["N011 6", "N603 6/Comment/delete"]);
});
