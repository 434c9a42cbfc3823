// Documents before and after: what is brought into one form, what is not touched, and that neither means anything else; long because every form has its pair.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { workClock } from "../testing/work-clock.ts";
import fc from "fast-check";
import { compile } from "../compile.ts";
import { drawFrom } from "../testing/draw.ts";
import { dropOuterPipes, loosen } from "../testing/loosen.ts";
import { mutate, wordsOf } from "../testing/mutations.ts";
import { formatDocument } from "./format.ts";

const long = process.env["WRIT_LONG"] === "1";
const folder = `${import.meta.dirname}/../../../../examples`;
const examples = readdirSync(folder)
  .filter((name) => !name.includes("."))
  .map((name) => [name, readFileSync(`${folder}/${name}/SPEC.md`, "utf8")] as const);
const products = examples.filter(([name]) => name !== "nothing-shown").map(([, source]) => source);

/** Both are what stands under the heading of a section. */
function forms(section: string, before: string, after: string): void {
  const [written, expected] = [before, after].map((text) => `# Tasks\n\n## ${section}\n\n${text}`) as [string, string];
  assert.equal(formatDocument(written), expected);
  assert.equal(formatDocument(expected), expected);
}
const keeps = (section: string, text: string) => forms(section, text, text);

const [screens, entities, states, rules] = [
  "2. Screens and routes",
  "3. Entities and their fields",
  "4. States and transitions",
  "5. Validation rules",
];

test("rows have one space inside each pipe and three dashes below the header", () => {
  forms(
    rules,
    `
|Rule|For    |  Must hold | Otherwise|On |
|-|:-|-----:|:----:| --- |
| Positive   |	Task |\`task.size > 0\`|TOO_SMALL||
|  Big|Task| \`task.size < 9\` | TOO_BIG |    |   \n`,
    `
| Rule | For | Must hold | Otherwise | On |
| --- | :--- | ---: | :---: | --- |
| Positive | Task | \`task.size > 0\` | TOO_SMALL | |
| Big | Task | \`task.size < 9\` | TOO_BIG | |\n`,
  );
});

test("rows that lack their outer pipes or stand off the margin get them and go there", () => {
  forms(
    rules,
    "Rule|For|Must hold|Otherwise\n--|--|--|--\n  | a | Task | x | E\nb|Task||E|\n",
    "| Rule | For | Must hold | Otherwise |\n| --- | --- | --- | --- |\n| a | Task | x | E |\n| b | Task | | E |\n",
  );
});

test("a row with too few or too many cells, or without any pipe, is left, and so is its code", () => {
  keeps(
    rules,
    `| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
|a  |Task|\`x&&y\`   \n|b  |Task|\`x||y\` | E |
|c  |Task|\`x&&y\`|E|F|
just words\n`,
  );
});

test("pipes and backslashes in cells stay what they are", () => {
  forms(
    rules,
    "|Rule|For|Must hold|Otherwise|\n|-|-|-|-|\n|a\\|b|Task|\\\\|c\\ |\n|d\\\\\\|e|Task|`x == '\\|' && y`|f\\\n",
    "| Rule | For | Must hold | Otherwise |\n| --- | --- | --- | --- |\n| a\\|b | Task | \\\\ | c\\ |\n" +
      "| d\\\\\\|e | Task | `x == '\\|' and y` | f\\ |\n",
  );
});

test("only spaces and tabs are space", () => {
  forms(
    rules,
    "|Rule|For|\n|-|-|\n|\u00a0a\u00a0 |\u2003|\n",
    "| Rule | For |\n| --- | --- |\n| \u00a0a\u00a0 | \u2003 |\n",
  );
});

test("expressions get words and spaces where the language reads an expression", () => {
  forms(
    rules,
    "| Rule | For | When | Must hold | Otherwise |\n| --- | --- | --- | --- | --- |\n" +
      "| a | Task | `!task.done&&task.late` | `a=='x  y'\\|\\|! b` | E |\n" +
      "| b | Task | ` a&&b ` | `` a&&b `` | E |\n" +
      "| c | Task | | no overlap: From to Until, per Room, while `a&&b` | E |\n" +
      "| d | Task | `!a == b` | `a  &&` | E |\n",
    "| Rule | For | When | Must hold | Otherwise |\n| --- | --- | --- | --- | --- |\n" +
      "| a | Task | `not task.done and task.late` | `a == 'x  y' or not b` | E |\n" +
      "| b | Task | `a and b` | ``a and b`` | E |\n" +
      "| c | Task | | no overlap: From to Until, per Room, while `a and b` | E |\n" +
      "| d | Task | `!a == b` | `a  &&` | E |\n",
  );
});

test("moments of rows are expressions, and code in their texts is not", () => {
  const holiday = (cells: string) => `### Holiday

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 40 | yes | |
| First day (\`starts\`) | date | no | |

### Sample: Holiday

| Key | Name | First day |
| --- | --- | --- |
${cells}`;
  forms(
    entities,
    holiday("| one | `a&&b` | `today+days(3)` |\n| two | `today+days(3)` | `null` |\n| three | Three | 2026-01-31 |\n"),
    holiday(
      "| one | `a&&b` | `today + days(3)` |\n| two | `today+days(3)` | `null` |\n| three | Three | 2026-01-31 |\n",
    ),
  );
});

test("patterns, identifiers, routes, paths and bodies may look like expressions and stay", () => {
  keeps(
    entities,
    `### Task
| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Code | text, matching \`[a-z][0-9]-a\` | yes | |
| On hold (\`on-hold\`) | one of: In work (\`in-work\`), b | yes | |
| Number | sequence number \`A-{0}\` | | |
`,
  );
  keeps(
    screens,
    "| Screen | Route | Kind | For |\n| --- | --- | --- | --- |\n| a | `tasks/new` | list of Task | anyone |\n",
  );
  keeps(
    "7. The calls it makes",
    "| Call | Kind | On | Code |\n| --- | --- | --- | --- |\n| Export | webhook in | `POST /x` | `calls/export.ts` |\n" +
      '| Post | API | | below |\n\n### Post\n- Sends: `POST https://a.test/b-c`\n- Body: `{"a":b&&c}`\n',
  );
});

test("assignments, values and moments", () => {
  forms(
    states,
    `### Effects
| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Task | Finish | \`!a&&b\` | set | \`done_at=now,late = a\\|\\|b\` |
| Task | at \`task.due_on+days(1)\` | | create Note | \`task=task\`, \`text='a,b'\` |
| Task | Finish | | mail done | to each \`task.team.filter( t,!t.away )\` |
| Task | Finish | | set | \`done_at=now,late\` |
`,
    `### Effects
| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Task | Finish | \`not a and b\` | set | \`done_at = now, late = a or b\` |
| Task | at \`task.due_on + days(1)\` | | create Note | \`task = task\`, \`text = 'a,b'\` |
| Task | Finish | | mail done | to each \`task.team.filter(t, not t.away)\` |
| Task | Finish | | set | \`done_at=now,late\` |
`,
  );
});

test("properties are items of a dash at the margin, with one space behind the colon", () => {
  forms(
    screens,
    `| Screen | Route | Kind | For |
| --- | --- | --- | --- |
| Tasks | \`/\` | list of Task | anyone |

### Tasks
*   Show:Title,  Notes   \n+ Where :  \`a&&b||!c\`
 - Empty:	Nothing: to do
- Then:   \n`,
    `| Screen | Route | Kind | For |
| --- | --- | --- | --- |
| Tasks | \`/\` | list of Task | anyone |

### Tasks
- Show: Title,  Notes
- Where: \`a and b or not c\`
- Empty: Nothing: to do
- Then:
`,
  );
});

test("items of several lines, with numbers, or with Markdown around the colon are left", () => {
  keeps(screens, "### Tasks\n*   Show:Title\n    Notes\n*   Where:`a&&b`\n\n    more\n");
  keeps(screens, "### Tasks\n1.  Show:Title\n2)  Where : Title\n");
  keeps(screens, "### Tasks\n*  Show:Title\nlazy\n*  Where : Title\n   * nested\n");
  keeps(screens, "### Tasks\n- **Show:** Title\n- <https://a.test>\n- x <https://a.test>\n- [a:b](c)\n- no colon\n");
  keeps(screens, "### Tasks\n\nWords first.\n\n*  Show:Title\n");
});

test("an item does not go left where a line below it would become a part of it", () => {
  keeps(screens, "### Tasks\n-    Show: Title\n  words\n");
  keeps(screens, "### Tasks\n-    Show: Title\n\n\n  words\n");
  keeps(screens, "### Tasks\n-    Show: Title\n  1. Where: Title\n");
  forms(
    screens,
    "### Tasks\n-    Show: Title\n\n  words\n\n### Others\n*   Show:Title\n",
    "### Tasks\n-    Show: Title\n\n  words\n\n### Others\n- Show: Title\n",
  );
  forms(
    screens,
    "### Tasks\n-    Show: Title\n  -   Where: Title\n\nwords\n",
    "### Tasks\n- Show: Title\n- Where: Title\n\nwords\n",
  );
  forms(
    screens,
    "### Tasks\n-    Show: Title\n\n  | Tile |\n  | --- |\n",
    "### Tasks\n- Show: Title\n\n| Tile |\n| --- |\n",
  );
});

test("everything else stays byte for byte", () => {
  const loose = "|a|b|\n|-|-|\n|`x&&y`|d|\n";
  const quoted = loose.replace(/^/gm, "> ").slice(0, -2);
  const others = [
    `\`\`\`text\n${loose}\`\`\`\n`,
    quoted,
    `- item\n\n  ${loose.replaceAll("\n", "\n  ")}\n`,
    `<!--\n${loose}-->\n`,
    `<div>\n${loose}</div>\n`,
    `    ${loose.replaceAll("\n", "\n    ")}\n`,
    "*  list:of\n+  prose\n",
    "Words   with `a&&b`  \nand *  more\t\n\n\n\n",
    "#   Heading  #\n",
  ];
  for (const other of others) keeps(rules, `Words.\n\n${other}`);
  const outside = `# Tasks\n\n${loose}\n## 1. What the product does and for whom\n\n${loose}\n### More\n*  a:b\n`;
  assert.equal(formatDocument(outside), outside);
  const behind = `${products[0]}\n## Notes\n\n${loose}`;
  assert.equal(formatDocument(behind), behind);
});

test("ends of lines, a byte order mark and a missing last end of line stay", () => {
  const before = "# Tasks\n\n## 5. Validation rules\n\n|Rule|For|\n|-|-|\n|a|`x`|  \n\n| b|";
  const after = "# Tasks\n\n## 5. Validation rules\n\n| Rule | For |\n| --- | --- |\n| a | `x` |\n\n| b|";
  for (const end of ["\n", "\r\n", "\r"]) {
    for (const mark of ["", "\ufeff"]) {
      const [one, other] = [before, after].map((text) => mark + text.replaceAll("\n", end));
      assert.equal(formatDocument(one ?? ""), other);
    }
  }
});

test("a document that is not read in full is given back as it is", () => {
  const source = `# Tasks\n\n## 5. Validation rules\n\n|Rule|For|\n|-|-|\n|a|b|\n\n${"> ".repeat(150)}deep\n`;
  assert.equal(formatDocument(source), source);
  assert.notEqual(formatDocument(source.replaceAll("> ", "")), source);
});

test("the examples are formatted", () => {
  for (const [name, source] of examples) assert.equal(formatDocument(source), source, name);
});

test("a change of one cell is a change of one line", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...products),
      fc.nat(),
      fc.constantFrom("x", " x  y", "", "  ", "`a&&b`"),
      (source, at, cell) => {
        const lines = source.split("\n");
        const rows = lines.flatMap((line, index) => (line.startsWith("|") ? [index] : []));
        const row = rows[at % rows.length] ?? 0;
        const cells = (lines[row] ?? "").split("|");
        const changed = lines.with(row, cells.with(1 + (at % (cells.length - 2)), cell).join("|"));
        const formatted = formatDocument(changed.join("\n")).split("\n");
        assert.deepEqual(formatted.with(row, ""), lines.with(row, ""));
      },
    ),
    { seed: 1, numRuns: long ? 1000 : 12 },
  );
});

test("whatever is loosened is formatted to what it was", () => {
  fc.assert(
    fc.property(fc.constantFrom(...products), fc.nat(), (source, seed) => {
      const draw = drawFrom(seed);
      assert.equal(formatDocument(dropOuterPipes(loosen(source, draw), draw)), source);
    }),
    { seed: 2, numRuns: long ? 1000 : 12 },
  );
});

/** Words of a document without the spelling of its expressions. */
function unspelled(text: string): string {
  return text
    .replaceAll("&&", "and")
    .replaceAll("||", "or")
    .replace(/!(?!=)/g, "not")
    .replace(/\s+/g, "");
}

const withoutPlaces = (key: string, value: unknown) =>
  key === "start" || key === "end" || key === "nameSpan"
    ? undefined
    : typeof value === "bigint"
      ? String(value)
      : value;

/** Everything that a document means: its cells and properties, its problems, and its expressions as trees. */
function meaningOf(source: string) {
  const { document, checked, problems } = compile(source);
  const cells = document.sections.flatMap(({ parts }) =>
    parts.flatMap(({ tables, properties }) => [
      ...tables.flatMap((table) => [table.header, ...table.rows.map((row) => row.cells)]),
      ...properties.map(({ name, value }) => [name, value]),
    ]),
  );
  return {
    cells: cells.map((row) => row.map(({ text }) => unspelled(text))),
    // Two problems of one row may change places when its cells do.
    problems: problems.map(({ code, address, message }) => unspelled(`${code} ${address} ${message}`)).sort(),
    trees: [...checked.keys()].map(({ address, tree }) => `${address} ${JSON.stringify(tree, withoutPlaces)}`),
  };
}

const words = products.flatMap(wordsOf);
const spoiled = fc.gen().map((gen) => {
  const source = products[gen(fc.nat, { max: products.length - 1 })] ?? "";
  const loose = loosen(source, drawFrom(gen(fc.nat)));
  return Array.from({ length: gen(fc.nat, { max: 4 }) }).reduce<string>((text) => mutate(text, words, gen), loose);
});

test("formatting twice changes nothing more, and what is meant stays the same", () => {
  const property = fc.property(spoiled, (source) => {
    const formatted = formatDocument(source);
    assert.equal(formatDocument(formatted), formatted);
    assert.deepEqual(meaningOf(formatted), meaningOf(source));
    const [before, after] = [source, formatted].map((text) => text.split(/\r\n|\n|\r/));
    assert.equal(after?.length, before?.length);
    for (const [index, line] of (before ?? []).entries()) {
      if (!/[|]|^[ \t]*[-*+][ \t]/.test(line)) assert.equal(after?.[index], line);
    }
  });
  fc.assert(property, { seed: 4, numRuns: long ? 3000 : 12 });
});

test("any text at all is formatted, and twice as once", () => {
  const sign = fc.constantFrom(
    ..."|`-:*+#>\\ \t\n\n\r!&=a'(",
    "## 5. Validation rules\n\n",
    "| a | b |\n| - | - |\n",
    "### A\n- B: c\n",
  );
  const soup = fc.array(sign, { maxLength: 60 }).map((signs) => signs.join(""));
  const property = fc.property(fc.oneof(soup, fc.string({ unit: "binary" })), (source) => {
    const formatted = formatDocument(source);
    assert.equal(formatDocument(formatted), formatted);
    const bare = (text: string) => text.replace(/[-|\s*+]|and|or|not|&&|!/g, "");
    assert.equal(bare(formatted), bare(source));
  });
  fc.assert(property, { seed: 5, numRuns: long ? 20_000 : 200 });
});

test("a megabyte is formatted within five seconds", () => {
  const head = "# Tasks\n\n## 5. Validation rules\n\n|Rule|For|Must hold|Otherwise|\n|-|-|-|-|\n";
  const rows = [
    "|a|Task|`a  &&  !b.c(d)`|A_MESSAGE|\n",
    `|a|Task|\`[${"!a,".repeat(1200)}a]\`|X|\n`,
    `|a|Task|${"`a&&b` ".repeat(500)}|X|\n`,
    `|${" ".repeat(5000)}a|b|c|d\n`,
    `${"|".repeat(5000)}\n`,
  ];
  // Every day a part of it, which may take that part of the time.
  const share = long ? 1 : 0.4;
  const sources = rows.map((row) => head + row.repeat(Math.ceil((1_000_000 * share) / row.length)));
  const loose = loosen(products[0] ?? "", drawFrom(1));
  sources.push(loose.repeat(Math.ceil((1_000_000 * share) / loose.length)));
  for (const source of long ? sources : sources.slice(1, 3)) {
    const began = workClock();
    formatDocument(source);
    const taken = workClock() - began;
    assert.ok(taken < 5000 * share, `${source.slice(-50)}: ${taken.toFixed(0)} ms`);
  }
});
