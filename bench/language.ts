// Measures reading and checking against the Markdown parser alone, growth with size, and an edit of one cell.
import { gfmStrikethroughFromMarkdown } from "mdast-util-gfm-strikethrough";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmStrikethrough } from "micromark-extension-gfm-strikethrough";
import { gfmTable } from "micromark-extension-gfm-table";
import { compile } from "@writ/language";
import { largeDocument } from "./large-document.ts";
import { medians } from "./medians.ts";

const rounds = 5;

export function parseMarkdown(source: string): void {
  fromMarkdown(source, {
    extensions: [gfmTable(), gfmStrikethrough()],
    mdastExtensions: [gfmTableFromMarkdown(), gfmStrikethroughFromMarkdown()],
  });
}

export type Measured = {
  readonly kilobytes: number;
  readonly expressions: number;
  readonly markdown: number;
  readonly whole: number;
  readonly ratio: number;
  readonly edit: number;
};

export function measure(entities: number, times = rounds): Measured {
  const source = largeDocument(entities);
  const edited = source.replace("| Open | start | |", "| Open | start | Waiting |");
  const before = compile(source);
  const [markdown = 0, whole = 0, edit = 0] = medians(
    [() => parseMarkdown(source), () => void compile(source), () => void compile(edited, before)],
    times,
  );
  return {
    kilobytes: source.length / 1024,
    expressions: before.checked.size,
    markdown,
    whole,
    ratio: whole / markdown,
    edit,
  };
}

function row(entities: number, { kilobytes, expressions, markdown, whole, ratio, edit }: Measured): string {
  const cells = [
    entities,
    kilobytes.toFixed(0),
    expressions,
    markdown.toFixed(0),
    whole.toFixed(0),
    ratio.toFixed(2),
    edit.toFixed(0),
  ];
  return `| ${cells.join(" | ")} |`;
}

if (import.meta.main) {
  measure(20, 3);
  console.log(
    "| entities | KB | expressions | Markdown parser alone, ms | read and checked, ms | ratio | after an edit, ms |",
  );
  console.log("| --- | --- | --- | --- | --- | --- | --- |");
  const hundred = measure(100);
  console.log(row(100, hundred));
  const thousand = measure(1000, 3);
  console.log(row(1000, thousand));
  console.log(`\nTen times the document takes ${(thousand.whole / hundred.whole).toFixed(1)} times the time.`);
}
