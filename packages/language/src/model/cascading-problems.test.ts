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

/** What is exchanged in the document, and the one mistake that it gives. */
const single: readonly (readonly [what: string, before: string | RegExp, after: string, code: string])[] = [
  [
    "a header without a column: the entity also shows no fields",
    /(### Comment\n.*\n\n)\| Field \| Type \| Required \|/,
    "$1| Field | Type |",
    "N012 3/Comment",
  ],
  [
    "a header with a misspelt column: nothing refers to the ticket",
    /### Comment\n.*\n\n\| Field \| Type/,
    "### Comment\n\n| Field | Tpye",
    "N010 3",
  ],
  [
    "a misspelt role in For: the screens behind it are not reached",
    "list of Category | Lead |",
    "list of Category | Laed |",
    "N606 2/Categories",
  ],
  [
    "a kind that is none: nothing creates the entity",
    "| new Category |",
    "| form for Category |",
    "N204 2/New category",
  ],
  ["a way to be given a role that is none: nobody may", "| signed in |", "| signed-in |", "N610 6/Customer"],
  ["a misspelt role in the matrix: it may nothing", /^\| For \| May \| Customer /m, "| For | May | Custmer ", "N606 6"],
  [
    "a misspelt transition in the matrix: it has no row",
    /\| Ticket \| Take, Assign,/,
    "| Ticket | Tkae, Assign,",
    "N606 6/Ticket/Tkae",
  ],
  [
    "a set without backticks: nothing sets the field",
    "`solved_at = now`",
    "solved_at = now",
    "N433 4/Effects/Ticket/Solve/set/With",
  ],
  [
    "a cause that is none: there is no old row",
    "| Ticket | change of Priority | `",
    "| Ticket | changed Priority | `old.priority != 'low' and ",
    "N405 4/Effects/Ticket/changed Priority/set/After",
  ],
  [
    "a code in small letters: clauses name what is not in the catalogue",
    "| NOT_ASSIGNED | Solving",
    "| Not_assigned | Solving",
    "N803 8/Not_assigned",
  ],
  [
    "a misspelt entity over states: its transitions are no rights and no buttons",
    /(## 4\..*\n\n)### Ticket/,
    "$1### Tickets",
    "N301 4/Tickets",
  ],
  ["a misspelt kind of state: there is no start", "| New | start |", "| New | Start |", "N410 4/Ticket/State/New/Kind"],
  [
    "what a transition asks for cannot be read: nothing sets the field",
    "Resolution (required)",
    "Resolution",
    "N413 4/Ticket/Solve/Asks for",
  ],
  ["a section without content: its errors are never given", /(## 5\..*\n)[^]*?(?=## 6)/, "$1\n", "N002 5"],
];

for (const [what, before, after, code] of single) {
  test(what, () => assert.deepEqual(mistakes(source.replace(before, after)), [code]));
}

test("a required field that no form asks for, because its Preset cannot be read", () => {
  const preset = source.replace("- Ask: Subject, Body, Category,", "- Preset: category = null\n- Ask: Subject, Body,");
  assert.deepEqual(mistakes(preset), ["N217 2/New ticket/Preset"]);
});

test("how a role is given cannot be read, and a form that asks too little is reported beside it", () => {
  const unread = source.replace("| signed in |", "| signed-in |");
  const both = unread.replace("- Ask: Subject, Body, Category,", "- Ask: Subject, Category,");
  assert.deepEqual(mistakes(both), ["N222 2/New ticket", "N610 6/Customer"]);
});

test("languages that are not understood make no translation wrong", () => {
  const translated = source
    .replace(
      "| Code | When | Status | Message |\n| --- |",
      "| Code | When | Status | Message | Message (fr) |\n| --- | --- |",
    )
    .replace(/^(\| [A-Z_]+ \| .* \| \d{3} \| .* \|)$/gm, "$1 Non. |")
    .replace("| Languages | en |", "| Languages | English, fr |");
  assert.deepEqual(mistakes(translated), ["N907 9/Languages"]);
});

test("tables of states and transitions without an entity are two mistakes, and no more", () => {
  const without = source.replace(/(## 4\..*\n\n)### Ticket\n/, "$1");
  assert.deepEqual(mistakes(without), ["N409 4", "N409 4"]);
});

test("an entity without a table is reported beside another that lost its own", () => {
  const both = source
    .replace(/### Category\n[^]*?(?=### Ticket)/, "### Category\n\nWords.\n\n")
    .replace(/(### Comment\n.*\n\n)\| Field \| Type \| Required \|/, "$1| Field | Type |");
  const found = mistakes(both);
  for (const one of ["N012 3/Comment", "N317 3/Category"]) assert.ok(found.includes(one), found.join("\n"));
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
