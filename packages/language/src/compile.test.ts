// Whole documents: the examples, the document in which nothing is shown, edits, and whatever a person may do to them.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { compile } from "./compile.ts";
import { problemClasses } from "./problem-classes.ts";
import { mutate, wordsOf } from "./testing/mutations.ts";
import { workClock } from "./testing/work-clock.ts";

const folder = `${import.meta.dirname}/../../../examples`;
const examples = new Map(
  readdirSync(folder)
    .filter((name) => !name.includes("."))
    .map((name) => [name, readFileSync(`${folder}/${name}/SPEC.md`, "utf8")]),
);
const products = [...examples].filter(([name]) => name !== "nothing-shown");
const long = process.env["WRIT_LONG"] === "1";

for (const [name, source] of products) {
  test(`${name} checks without error or warning`, () => {
    const { problems } = compile(source);
    assert.deepEqual(
      problems
        .filter(({ severity }) => severity !== "gap")
        .map(({ code, address, message }) => `${code} ${address} ${message}`),
      [],
    );
  });
}

test("the document in which nothing is shown is there byte for byte", () => {
  const bytes = readFileSync(`${folder}/nothing-shown/SPEC.md`);
  assert.equal(
    createHash("sha256").update(bytes).digest("hex"),
    "29038a9bee3b656c9e8775902d5a026bc0f74bbfea0671c821b73aedf87299c0",
  );
});

test("the document in which nothing is shown has no error and nine gaps, each with its explanation", () => {
  const { problems, model } = compile(examples.get("nothing-shown") ?? "");
  assert.equal(model.title, "Specification: web application (purpose not shown)");
  assert.deepEqual(
    problems.map(({ code, address }) => `${code} ${address}`),
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((section) => `G001 ${section}`),
  );
  assert.equal(problems[0]?.hint, "Neither the purpose of the product nor its users can be determined.");
  assert.ok(problems.every(({ hint }) => hint.length > 20));
});

test("every expression of the examples has a type", () => {
  for (const [name, source] of products) {
    const { checked } = compile(source);
    assert.ok(checked.size > 30, `${name} has ${checked.size} expressions`);
    for (const { expression, typed } of checked.values()) assert.ok(typed, `${name}: ${expression.text.text}`);
  }
});

test("after an edit the result is that of reading everything again, and unchanged sections are not parsed again", () => {
  for (const [, source] of products) {
    const before = compile(source);
    const edited = source
      .replace("| 7 days |", "| 8 days |")
      .replace("| 14 days |", "| 15 days |")
      .replace("| Name | text", "| Name | long text");
    const after = compile(edited, before);
    assert.deepEqual(after.problems, compile(edited).problems);
    assert.deepEqual(after.model, compile(edited).model);
    const kept = after.document.sections.filter((section, index) => section === before.document.sections[index]);
    assert.ok(kept.length >= 1, "the sections before the edit are the same");
  }
});

/** What must be true of the problems of any text whatever. */
function sound(source: string): void {
  const known = new Set(problemClasses.map(({ code }) => code));
  const { problems, model } = compile(source);
  assert.equal(Object.keys(model).length, 10);
  let last = 0;
  for (const { span, message, code, related } of problems) {
    assert.ok(
      span.start >= last && span.end >= span.start && span.end <= source.length,
      `${code} at ${span.start}-${span.end} of ${source.length}`,
    );
    assert.ok(known.has(code) && message !== "" && !/\bundefined\b(?!:)|\[object/.test(message), `${code}: ${message}`);
    for (const one of related) assert.ok(one.span.start >= 0 && one.span.end <= source.length);
    last = span.start;
  }
}

test("nothing that a person does to a document makes it throw", () => {
  const words = [...examples.values()].flatMap(wordsOf);
  const spoiled = fc.gen().map((gen) => {
    const [, source] = products[gen(fc.nat, { max: products.length - 1 })] ?? ["", ""];
    const times = 1 + gen(fc.nat, { max: 5 });
    return Array.from({ length: times }).reduce<string>((text) => mutate(text, words, gen), source);
  });
  fc.assert(fc.property(spoiled, sound), { seed: 7, numRuns: long ? 5000 : 40 });
});

test("any text at all is read", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 3000 }), sound), {
    seed: 8,
    numRuns: long ? 2000 : 100,
  });
  for (const text of ["", "\n", "\ufeff", "\ud800", "#", "# \n## 1. ", "\u0000".repeat(10)]) sound(text);
});

/** In milliseconds of the processor. */
function timed(source: string): number {
  const began = workClock();
  compile(source);
  return workClock() - began;
}

/** Every day a part of it, which shows the same. */
const share = long ? 1 : 0.4;
const shareOfAnything = long ? 1 : 0.2;

/** Work of a size that chance does not hide. */
const little = 20;
/** Four where each piece takes the same, sixteen where each looks at all others. */
const mostGrowth = 10;

/** How many times as long four times as much takes: both on the same machine, with whatever else it does. */
function growthOf(sourceOf: (part: number) => string): number {
  let least = Infinity;
  for (let tries = 0; tries < 5 && least >= mostGrowth; tries++) {
    const quarter = Math.max(timed(sourceOf(0.25)), little);
    least = Math.min(least, timed(sourceOf(1)) / quarter);
  }
  return least;
}

test("four times as much of anything takes about four times as long to read, up to a megabyte", () => {
  const megabyte = (piece: string, size: number) => piece.repeat(Math.ceil(size / piece.length));
  const [, helpDesk = ""] = [...examples].find(([name]) => name === "help-desk") ?? [];
  const fillers = [
    helpDesk,
    "> ",
    "- ",
    "(",
    "[",
    "![",
    "`",
    "*a ",
    "_",
    "<",
    "&",
    "|",
    "| a ",
    "~~",
    "\t",
    "a",
    "\n",
    "a\n",
    "# a\n",
    "## 5. Validation rules\n\n",
    "| a | b |\n| --- | --- |\n",
    "`ticket.a` ",
    "\\",
    "😀",
    "1. ",
    "<!--",
    "```\n",
    "[a]: b\n",
    "not shown.\n\n",
  ];
  const head = helpDesk.slice(0, helpDesk.indexOf("## 5."));
  for (const filler of long ? fillers : fillers.slice(0, 12)) {
    for (const before of ["", `${head}\n`]) {
      const growth = growthOf((part) => {
        const size = 1_000_000 * shareOfAnything * part;
        return `${before}${megabyte(filler, size)}`;
      });
      assert.ok(growth < mostGrowth, `${JSON.stringify(filler.slice(0, 20))}: ${growth.toFixed(1)} times as long`);
    }
  }
});

type Many = (piece: (name: string) => string) => string;

/** A part of a quarter of a megabyte of a piece, each with a name of its own. */
const manyOf =
  (part: number): Many =>
  (piece) => {
    let text = "";
    for (let index = 0; text.length < 250_000 * share * part; index++) {
      text += piece(
        [...index.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join(""),
      );
    }
    return text;
  };

const thing = "### Thing\n\n| Field | Type |\n| --- | --- |\n| Amount | integer |\n| State | state |\n";
const screen = "| Screen | Route | Kind | For |\n| --- | --- | --- | --- |\n| All | `/` | list of Thing | anyone |\n";
const cells = "| --- | --- | --- | --- |\n";
const states = `| State | Kind |\n| --- | --- |\n| A | start |\n`;

test("four times as many clauses of one kind, right or wrong, take about four times as long to check", () => {
  const titled = (number: number, title: string, text: string) => `\n## ${number}. ${title}\n\n${text}\n`;
  const entities = titled(3, "Entities and their fields", thing);
  const role = "| Role | Given by |\n| --- | --- |\n| Guest | anyone |\n\n| For | May | Guest |\n| --- | --- | --- |\n";
  const machine = (text: string) => entities + titled(4, "States and transitions", `### Thing\n${text}`);
  const sourcesOf = (many: Many) => ({
    "names in one property": `${titled(2, "Screens and routes", `${screen}\n### All\n- Show: ${many((name) => `X${name}, `)}Y`)}${entities}`,
    "conditions in one cell":
      entities + titled(6, "Roles and permissions", `${role}| Thing | read | ${many(() => "own or ")}own |`),
    "negations in one cell":
      entities + titled(6, "Roles and permissions", `${role}| Thing | read | ${many(() => "not ")}own |`),
    "actions in one cell":
      entities + titled(6, "Roles and permissions", `${role}| Thing | ${many(() => "see X, ")}read | yes |`),
    "transitions from any state": machine(
      `${states}${many((name) => `| S${name} | |\n`)}\n| Transition | From | To | On |\n${cells}${many((name) => `| T${name} | any | A | button |\n`)}`,
    ),
    "effects that name nothing": machine(
      `${states}\n| Transition | From | To | On |\n${cells}${many((name) => `| T${name} | A | same | effect |\n`)}\n### Effects\n| For | After | Do | With |\n${cells}${many((name) => `| Thing | Q${name} | do R${name} | |\n`)}`,
    ),
    "rules and rows": `${entities}\n### Sample: Thing\n| Key | Amount |\n| --- | --- |\n${many((name) => `| s${name} | 1 |\n`)}${titled(
      5,
      "Validation rules",
      `| Rule | For | Must hold | Otherwise |\n${cells}${many((name) => `| R${name} | Thing | \`thing.amount > 5\` | INVALID |\n`)}`,
    )}`,
    "rules about one field":
      entities +
      titled(
        5,
        "Validation rules",
        `| Rule | For | Must hold | Otherwise |\n${cells}${many((name) => `| R${name} | Thing | \`thing.amount != ${name.length}${name.charCodeAt(0)}\` | INVALID |\n`)}`,
      ),
  });
  for (const what of Object.keys(sourcesOf(() => "")) as (keyof ReturnType<typeof sourcesOf>)[]) {
    const growth = growthOf((part) => sourcesOf(manyOf(part))[what]);
    assert.ok(growth < mostGrowth, `${what}: ${growth.toFixed(1)} times as long`);
  }
});
