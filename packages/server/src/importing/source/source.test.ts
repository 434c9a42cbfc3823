// Files as tables: what was written comes back as it was, and no file does any harm.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { drawFrom } from "../../../../language/src/testing/draw.ts";
import { ImportRefused } from "../refused.ts";
import { workbook, zipOf } from "../testing/workbook.ts";
import { openTable } from "./open-table.ts";
import type { Cell } from "./table.ts";

const folder = mkdtempSync(join(tmpdir(), "writ-source-"));
after(() => rmSync(folder, { recursive: true, force: true }));

async function read(content: string | Uint8Array) {
  const path = join(folder, "file");
  writeFileSync(path, content);
  const { heads, rows, notes } = await openTable(path);
  const all: (readonly Cell[])[] = [];
  const numbers: number[] = [];
  for await (const { cells, number } of rows) {
    all.push(cells);
    numbers.push(number);
  }
  return { heads, rows: all, numbers, notes };
}

const draw = drawFrom(4711);
const pieces = ["a", "Ä", "€", '"', '""', ",", ";", "\t", "\n", "\r\n", " ", "=1+1", "\u2028", "𝄞", "'", "\\", "0"];
const cell = () => Array.from({ length: draw.number(0, 5) }, () => draw.pick(pieces)).join("");

test("random cells are read as they were written, whatever separates them", async () => {
  for (let round = 0; round < 300; round++) {
    const sign = draw.pick([",", ";", "\t"]);
    const end = draw.pick(["\n", "\r\n"]);
    const width = 2 + draw.number(0, 3);
    const rows = Array.from({ length: draw.number(0, 5) }, () => Array.from({ length: width }, cell)).map((row) => [
      ...row,
      "x",
    ]);
    const quote = (text: string) =>
      /["\r\n,;\t]/.test(text) || draw.once(3) ? `"${text.replaceAll('"', '""')}"` : text;
    const heads = Array.from({ length: width + 1 }, (_, at) => `c${at}`);
    const text = [heads, ...rows].map((row) => row.map(quote).join(sign)).join(end);
    const got = await read(`${draw.once(2) ? "\ufeff" : ""}${text}${draw.once(2) ? end : ""}`);
    assert.deepEqual(got.heads, heads);
    assert.deepEqual(got.rows, rows, JSON.stringify(text));
  }
});

test("no text breaks it: it is read, or refused in words", async () => {
  for (let round = 0; round < 300; round++) {
    const bytes = Buffer.from(Array.from({ length: draw.number(0, 59) }, () => draw.pick(pieces)).join(""));
    if (bytes.length > 0 && draw.once(3)) bytes[draw.number(0, bytes.length - 1)] = draw.number(0, 255);
    await read(bytes).catch((failure: unknown) => assert.ok(failure instanceof ImportRefused, String(failure)));
  }
});

test("rows have the numbers of their lines, and empty lines are none", async () => {
  const { numbers } = await read('a,b\n1,"x\ny"\n\n2,\n,\n3,z\n');
  assert.deepEqual(numbers, [2, 5, 7]);
});

test("a workbook is read as people see it", async () => {
  const styles =
    '<numFmts><numFmt numFmtId="170" formatCode="[h]:mm"/><numFmt numFmtId="171" formatCode="dd.mm.yyyy\\ hh:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="9"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs>';
  const shared = "<si><t>Title</t></si><si><r><t>Buy </t></r><r><t>chairs</t></r><rPh><t>no</t></rPh></si>";
  const rows =
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>Day</t></is></c><c r="D1" t="str"><v>Share</v></c></row>' +
    '<row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3" s="1"><v>46090</v></c><c r="C3"><f>0.1+0.2</f><v>0.30000000000000004</v></c><c r="D3" s="2"><v>0.125</v></c></row>' +
    '<row r="4"><c t="b"><v>1</v></c><c s="4"><v>46090.604166666664</v></c><c s="3"><v>1.0625</v></c><c><v>1E21</v></c></row>';
  const { heads, rows: all, numbers, notes } = await read(zipOf(workbook(rows, { shared, styles })));
  assert.deepEqual(
    [heads, numbers],
    [
      ["Title", "Day", "", "Share"],
      [3, 4],
    ],
  );
  assert.deepEqual(all, [
    ["Buy chairs", "2026-03-09", { digits: "0.3", isPercent: false }, { digits: "12.5", isPercent: true }],
    ["true", "2026-03-09T14:30:00", "25:30:00", { digits: "1000000000000000000000", isPercent: false }],
  ]);
  assert.deepEqual(notes, ['the file has 2 sheets: the first one is read, "First"']);
});

test("each row of a workbook has a number of its own, whatever the workbook says", async () => {
  const said = ["1", "3", "3", "2", "x", "9", "1e300", "-1", "10.5", "99999999999"];
  const rows = said.map((number) => `<row r="${number}"><c t="str"><v>a</v></c></row>`).join("");
  assert.deepEqual(
    (await read(zipOf(workbook(`${rows}<row><c t="str"><v>a</v></c></row>`)))).numbers,
    [3, 4, 5, 6, 9, 10, 11, 12, 13, 14],
  );
});

test("a workbook that would become too large, is damaged, or brings entities of its own is refused", async () => {
  const huge = `<row r="1"><c t="str"><v>a</v></c></row>${" ".repeat(80 * 2 ** 20)}`;
  await assert.rejects(read(zipOf(workbook(huge))), /far too large/);
  const row = '<row r="1"><c t="str"><v>a</v></c></row>';
  await assert.rejects(read(zipOf(workbook(row), 10)), ImportRefused);
  const entity = workbook(row).map(([name, text]): readonly [string, string] => [
    name,
    `<!DOCTYPE x [<!ENTITY a "b">]>${String(text)}`,
  ]);
  await assert.rejects(read(zipOf(entity)), ImportRefused);
  await assert.rejects(read(zipOf(workbook(row)).subarray(0, 300)), ImportRefused);
  await assert.rejects(read(zipOf(workbook(`${row}<row`))), ImportRefused);
  await assert.rejects(read(zipOf([["a.txt", "b"]])), /no Excel workbook/);
  await assert.rejects(
    read(zipOf(workbook('<row r="1"><c r="ZZZ1" t="str"><v>a</v></c></row>'))),
    /more than 500 columns/,
  );
  const long = `<row r="1"><c t="str"><v>a</v></c></row><row r="2"><c t="str"><v>${"x".repeat(1_000_001)}</v></c></row>`;
  await assert.rejects(read(zipOf(workbook(long))), ImportRefused);
});

test("a workbook whose parts would fill the memory is refused before they do: no depth, tag or text is without end", async () => {
  const first = '<row r="1"><c t="str"><v>a</v></c></row>';
  // What a shared text of its own would be refused for: it compresses too well.
  const noise = Array.from({ length: 40_000 }, (_, at) => (at * 2_654_435_761).toString(36)).join(" ");
  const sheet = (rows: string) => read(zipOf(workbook(`${first}<!--${noise}-->${rows}`)));
  const attributes = (count: number) => Array.from({ length: count }, (_, at) => `a${at}=""`).join(" ");
  for (const rows of [
    `${"<a>".repeat(10_000)}${"</a>".repeat(10_000)}`,
    `<row ${attributes(100_000)}/>`,
    `<row r="2"><x>${"&lt;".repeat(2_200_000)}</x></row>`,
    `<row ${"x".repeat(9_000_000)}=""/>`,
  ])
    await assert.rejects(sheet(rows), /this workbook is damaged/);
  // As deep, and as many in one tag, as any that people have; the longest cell in signs that are written longest.
  const deep = `${"<a>".repeat(50)}${"</a>".repeat(50)}<row ${attributes(500)}/>`;
  const long = `<row r="2"><c t="inlineStr"><is><t>${"&quot;".repeat(1_000_000)}</t></is></c></row>`;
  assert.deepEqual((await sheet(`${deep}${long}`)).rows, [['"'.repeat(1_000_000)]]);
});
