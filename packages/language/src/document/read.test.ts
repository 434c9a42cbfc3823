// What stands in a section: its status, its parts, and their tables, properties and code, each at its place.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { sectionTitles } from "./document.ts";
import { readDocument } from "./read.ts";
import { spanOf, type Text } from "../text/text.ts";

/** A whole document in which one section holds something. */
function documentOf(number: number, content: string): string {
  const sections = sectionTitles.map(
    (title, index) => `## ${index + 1}. ${title}\n\n${index + 1 === number ? content : "none."}`,
  );
  return `# Product\n\n${sections.join("\n\n")}\n`;
}

/** One section, and how the source reads at a place in it. */
function read(number: number, content: string) {
  const source = documentOf(number, content);
  const { sections, problems } = readDocument(source);
  const section = sections[number - 1];
  assert.ok(section);
  const at = (text: Text | undefined) => {
    const span = text && spanOf(text);
    return source.slice(span?.start, span?.end);
  };
  return { section, problems, source, at };
}

test("the document in which nothing is shown has nine gaps, each with its own explanation, and no error", () => {
  const source = readFileSync(`${import.meta.dirname}/../../../../examples/nothing-shown/SPEC.md`, "utf8");
  const { problems, title, sections } = readDocument(source);
  assert.equal(title?.text, "Specification: web application (purpose not shown)");
  assert.deepEqual(
    problems.map(({ code, severity }) => `${code} ${severity}`),
    Array.from({ length: 9 }, () => "G001 gap"),
  );
  assert.equal(new Set(problems.map(({ hint }) => hint)).size, 9);
  assert.deepEqual(
    problems.map(({ span }) => source.slice(span.start, span.end)),
    Array.from({ length: 9 }, () => "not shown."),
  );
  assert.ok(sections.every(({ status }) => status.kind === "not shown" && status.explanation.endsWith(".")));
});

test("not shown and none, with what explains them", () => {
  const status = (content: string) => read(4, content).section.status;
  const explained = (content: string) => {
    const found = status(content);
    return found.kind === "shown" ? "shown" : `${found.kind}: ${found.explanation}`;
  };
  assert.equal(explained("not shown."), "not shown: ");
  assert.equal(explained("Not shown"), "not shown: ");
  assert.equal(explained("none. We thought\nabout *it*."), "none: We thought about it.");
  assert.equal(
    explained("not shown.\n\nFirst.\n\n- Second\n- Third\n\n> Fourth"),
    "not shown: First.\n\n- Second\n- Third\n\n> Fourth",
  );
  assert.equal(explained("not shown.because"), "not shown: because");
  assert.equal(explained("<!-- later -->\n\nnot shown."), "not shown: ");
  // What should be there is unknown all the same; that it does not say so has its own problem.
  assert.equal(explained(""), "not shown: ");
  for (const content of [
    "none of it",
    "not shown, really",
    "nothing.",
    "It is not shown.",
    "#### not shown.",
    "- not shown.",
  ]) {
    assert.equal(explained(content), "shown", content);
  }
});

test("a section is shown, or says so, or is empty", () => {
  const codes = (content: string, number = 4) => read(number, content).problems.map(({ code }) => code);
  assert.deepEqual(codes("none."), []);
  assert.deepEqual(codes("not shown."), ["G001"]);
  assert.deepEqual(codes(""), ["N002"]);
  assert.deepEqual(codes("<!-- nothing -->\n\n---\n\n[a]: https://example.test"), ["N002"]);
  assert.deepEqual(codes("Words."), ["N004"]);
  assert.deepEqual(codes("Words.", 1), []);
  assert.deepEqual(codes("", 1), ["N002"]);
  assert.deepEqual(codes("- a list"), ["N004"]);
  assert.deepEqual(codes("```mermaid\n```"), ["N004"]);
  assert.deepEqual(codes("> | a |\n> | - |"), ["N004"]);
  assert.deepEqual(codes("| a |\n| - |"), []);
  assert.deepEqual(codes("### Ticket"), []);
  assert.deepEqual(codes("```ts\n```"), []);
  assert.deepEqual(codes("none.\n\n| a |\n| - |"), ["N003"]);
  assert.deepEqual(codes("none.\n\n### Ticket"), ["N003"]);
  assert.deepEqual(codes("not shown.\n\n```ts\n```"), ["G001", "N003"]);
  assert.deepEqual(codes("not shown.\n\n| a |\n| - |", 1), ["G001"]);
  assert.deepEqual(codes("none.\n\n- a list\n\n```mermaid\n```"), []);
});

test("parts begin at headings of the third level, and deeper ones are documentation", () => {
  const { section, source } = read(
    3,
    "Words.\n\n### Ticket\n\n#### Deeper\n\n| a |\n| - |\n\n### *Comment* `x`\n\nwords",
  );
  assert.deepEqual(
    section.parts.map(({ heading }) => heading?.text),
    [undefined, "Ticket", "Comment `x`"],
  );
  assert.equal(section.parts[1]?.tables.length, 1);
  assert.deepEqual(
    section.parts.map(({ span }) => source.slice(span.start, span.end).trim().split("\n")[0]),
    ["Words.", "### Ticket", "### *Comment* `x`"],
  );
  assert.equal(section.parts[0]?.span.end, section.parts[1]?.span.start);
  assert.equal(section.parts[2]?.span.end, section.span.end);
});

test("a subsection may say that it is not shown", () => {
  const { section, problems, source } = read(
    2,
    "### Roadmap\n\nnot shown. Nobody has drawn it.\n\nNot yet.\n\n### Queue\n- Show: Subject",
  );
  assert.deepEqual(section.status, { kind: "shown" });
  const status = section.parts[1]?.status;
  assert.ok(status?.kind === "not shown");
  assert.equal(status.explanation, "Nobody has drawn it.\n\nNot yet.");
  assert.equal(source.slice(status.span.start, status.span.end), "not shown.");
  assert.equal(section.parts[2]?.status.kind, "shown");
  assert.deepEqual(problems, []);
});

test("the list directly under a heading is one of properties", () => {
  const { section, at, problems } = read(
    2,
    "### Queue\n- Show: Number, `a: b`\n- Sort :Number\n- Empty:\n- Show (fr): x\n\nWords.\n\n- not a property",
  );
  const properties = section.parts[1]?.properties ?? [];
  assert.deepEqual(
    properties.map(({ name, value }) => [name.text, value.text]),
    [
      ["Show", "Number, `a: b`"],
      ["Sort", "Number"],
      ["Empty", ""],
      ["Show (fr)", "x"],
    ],
  );
  assert.deepEqual(
    properties.map(({ name, value }) => [at(name), at(value)]),
    properties.map(({ name, value }) => [name.text, value.text]),
  );
  assert.deepEqual(problems, []);
});

test("an item that is no property is reported, and the others are read", () => {
  const { section, problems, source } = read(
    2,
    "### Queue\n- Show\n- `code: x`\n- Sort: a\n  b\n- Card: a\n\n  b\n- Ask: c\n  - d\n- > Quote: x\n- : x\n- Search: y",
  );
  assert.deepEqual(
    section.parts[1]?.properties.map(({ name }) => name.text),
    ["Sort", "Card", "Ask", "Search"],
  );
  const told = problems.map(({ code, span }) => `${code} ${source.slice(span.start, span.end)}`);
  assert.deepEqual(told, [
    "N008 Show",
    "N008 `code: x`",
    "N008   b",
    "N008 b",
    "N008 - d",
    "N008 - > Quote: x",
    "N008 : x",
  ]);
});

test("code keeps its content and its places", () => {
  const content = ["export default 1;\n\n  two();", "", "\n", "a\r\nb", "\ttab `x` \\| &amp;", "😀\u0000"];
  for (const code of content) {
    for (const [open, close] of [
      ["```ts\n", "\n```"],
      ["~~~~ts more\r\n", "\r\n~~~~~"],
      ["   ```ts\n", "\n  ```"],
    ] as const) {
      const { section, at, source } = read(7, `### Call\n\n${open}${code}${close}\n\nwords`);
      const [block] = section.parts[1]?.code ?? [];
      assert.equal(block?.language, "ts");
      if (open.startsWith(" ") && /^[ \t]/m.test(code)) continue;
      assert.equal(block?.content.text, code.replaceAll("\u0000", "\ufffd"), JSON.stringify(open + code));
      assert.equal(at(block?.content), code, JSON.stringify(source));
    }
  }
  const { section, at } = read(7, "### Call\n\n  ```ts\n  one\n    two\n three\n  ```");
  const [block] = section.parts[1]?.code ?? [];
  assert.equal(block?.content.text, "one\n  two\nthree");
  assert.equal(at(block?.content), "one\n    two\n three");
  const start = block?.content.text.indexOf("three") ?? 0;
  assert.equal(at(block && { ...block.content, text: "three", map: block.content.map?.slice(start) ?? [] }), "three");
});

test("only fences of ts and markdown are executed", () => {
  const { section } = read(
    7,
    "### Call\n\n```ts\n1\n```\n\n```markdown\n2\n```\n\n```mermaid\n3\n```\n\n```\n4\n```\n\n    5\n\n- ```ts\n  6\n  ```",
  );
  assert.deepEqual(
    section.parts[1]?.code.map(({ content }) => content.text),
    ["1", "2"],
  );
});

test("tables keep every cell that is written", () => {
  const { section, source } = read(5, "| a | b |\n| - | :-: |\n| 1 | 2 | 3 |\n| 1\nword\n\n> | q | r |\n> | - | - |");
  const [table, ...others] = section.parts[0]?.tables ?? [];
  assert.equal(others.length, 0);
  assert.deepEqual(
    table?.header.map(({ text }) => text),
    ["a", "b"],
  );
  assert.deepEqual(
    table?.rows.map(({ cells }) => cells.map(({ text }) => text)),
    [["1", "2", "3"], ["1"], ["word"]],
  );
  assert.deepEqual(
    table?.rows.map(({ span }) => source.slice(span.start, span.end)),
    ["| 1 | 2 | 3 |", "| 1", "word"],
  );
});

test("places are those of the source, whatever its ends of lines and its byte order mark", () => {
  const source = documentOf(2, "### Queue\n- Show: Number\n\n| a | b |\n| - | - |\n| `x \\| y` | two |");
  for (const written of [
    source.replaceAll("\n", "\r\n"),
    source.replaceAll("\n", "\r"),
    `\ufeff${source}`,
    `\ufeff\ufeff${source}`,
  ]) {
    const { sections } = readDocument(written);
    const part = sections[1]?.parts[1];
    const texts = [part?.heading, part?.properties[0]?.value, part?.tables[0]?.rows[0]?.cells[1]];
    assert.deepEqual(
      texts.map((text) => text && written.slice(text.start, text.end)),
      ["Queue", "Number", "two"],
    );
    assert.equal(written.slice(sections[1]?.heading.start, sections[1]?.heading.end), "## 2. Screens and routes");
  }
});
