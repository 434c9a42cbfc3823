// Runs tables of expressions: each `cases/<name>.txt` has an expression a line and, indented, its type or what is wrong.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { checkExpression, type CheckedExpression, type Expected } from "../expression/check.ts";
import { describe } from "../expression/check/words.ts";
import { readExpression } from "../expression/parsing/read.ts";
import type { Scope } from "../expression/schema.ts";
import type { Type } from "../expression/type.ts";
import { rowScope } from "../model/scopes.ts";
import { sortProblems, type Problem } from "../problem.ts";
import { sampleSchema, ticketScope } from "./sample-schema.ts";

/**
 * In a table, `#` begins a comment, and a line such as `: expect yes/no`, `: given ticket.due_on != null` or
 * `: scope comment` holds until the next empty line.
 */
export function runExpressions(folder: string): void {
  const cases = `${folder}/cases`;
  for (const file of readdirSync(cases).sort()) {
    test(`expressions: ${file.replace(".txt", "")}`, () => {
      const written = readFileSync(`${cases}/${file}`, "utf8");
      const found = answerTable(written);
      if (process.env["WRIT_ACCEPT"] === "1") writeFileSync(`${cases}/${file}`, found);
      else assert.equal(found, written);
    });
  }
}

type Setting = {
  readonly scope: Scope;
  readonly expected: Expected;
  readonly given: readonly CheckedExpression[];
  readonly checker: typeof checkExpression;
};

const plain: Setting = { scope: ticketScope, expected: { kind: "any" }, given: [], checker: checkExpression };

/** The table with its answers written anew, by this checker or by a changed one. */
export function answerTable(table: string, checker: typeof checkExpression = checkExpression): string {
  let setting: Setting = { ...plain, checker };
  const lines = table.split("\n").flatMap((line) => {
    if (line.startsWith("  ")) return [];
    if (line === "") setting = { ...plain, checker };
    if (line.startsWith(": ")) setting = settingOf(line.slice(2), setting);
    if (line === "" || line.startsWith("#") || line.startsWith(": ")) return [line];
    return [line, ...answerTo(line, setting).map((one) => `  ${one}`)];
  });
  return lines.join("\n");
}

function settingOf(line: string, setting: Setting): Setting {
  const [word = "", rest = ""] = [line.split(" ", 1)[0], line.replace(/^\S+ /, "")];
  switch (word) {
    case "expect": {
      const type = expectedTypes[rest];
      assert.ok(type, `no expected type "${rest}"`);
      return { ...setting, expected: { kind: "type", type, what: `"It"` } };
    }
    case "given":
      return { ...setting, given: [...setting.given, check(rest, { ...setting, expected: { kind: "any" } })] };
    case "scope": {
      const me = rest.endsWith(" with me") ? "present" : "absent";
      return { ...setting, scope: rowScope(rest.replace(" with me", ""), { me }) };
    }
    default:
      return assert.fail(`no setting "${word}"`);
  }
}

const full = (type: Omit<Type, "empty">): Type => ({ ...type, empty: false }) as Type;
const fieldType = (field: string) => sampleSchema.entities.get("ticket")?.fields.get(field)?.type as Type;

const expectedTypes: Readonly<Record<string, Type>> = {
  "yes/no": full({ kind: "yes/no" }),
  text: full({ kind: "text" }),
  money: full({ kind: "money" }),
  "whole number": fieldType("effort"),
  number: fieldType("weight"),
  date: full({ kind: "date" }),
  "date, perhaps": fieldType("due_on"),
  datetime: full({ kind: "datetime" }),
  duration: full({ kind: "duration" }),
  priority: fieldType("priority"),
  "severity, perhaps": fieldType("severity"),
  user: fieldType("requester"),
  "list of users": fieldType("watchers"),
  labels: fieldType("labels"),
};

function check(source: string, { scope, expected, given, checker }: Setting): CheckedExpression {
  const problems: Problem[] = [];
  const expression = readExpression({ text: source, start: 0, end: source.length }, "1", problems);
  assert.deepEqual(problems, [], source);
  return checker(expression, sampleSchema, scope, expected, given);
}

function answerTo(source: string, setting: Setting): readonly string[] {
  const { typed, problems, always } = check(source, setting);
  const said = sortProblems(problems).map(({ code, span, message, hint }) =>
    `${code} «${source.slice(span.start, span.end)}» ${message} ${hint}`.trimEnd(),
  );
  if (typed === undefined) return said.length === 0 ? ["(left out: something given is wrong)"] : said;
  const emptiness = typed.type.empty && typed.type.kind !== "null" ? ", perhaps empty" : "";
  const constant = always === undefined ? "" : `, always ${always ? "yes" : "no"}`;
  return [`${describe(typed.type, sampleSchema)}${emptiness}${constant}`, ...said];
}
