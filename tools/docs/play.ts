// Plays a page of documentation: its blocks build a document step by step, and its transcripts show real output.
import { runWith } from "../../packages/cli/src/testing/fake-console.ts";
import { edited, merged } from "./edit.ts";

export type Played = {
  /** The page with every transcript as it really is. */
  readonly page: string;
  /** The document as the page leaves it. */
  readonly document: string;
};

type Block = { readonly fence: string; readonly kind: string; readonly text: string };

const blocks = /^(?<fence>`{3,})(?<kind>markdown|diff|text)\n(?<text>[\s\S]*?)^\k<fence>$/gm;

/**
 * A `markdown` block adds to the document or replaces parts of it, a `diff` block changes lines, and a `text` block that
 * begins with `$ writ …` is a transcript. Other text blocks are left alone.
 */
export function play(page: string): Played {
  let document = "";
  const played = page.replace(blocks, (whole: string, ...rest: unknown[]) => {
    const { fence, kind, text } = rest.at(-1) as Block;
    const command = kind === "text" ? /^\$ writ (.*)\n/.exec(text)?.[1] : undefined;
    if (kind === "markdown") document = merged(document, text);
    if (kind === "diff") document = edited(document, text);
    // What needs a database, a mail server or time is shown with what differs left out, and run elsewhere.
    if (command === undefined || /^(?:run|test|mail)\b/.test(command)) return whole;
    const words = [...command.matchAll(/"([^"]*)"|\S+/g)].map((match) => match[1] ?? match[0]);
    const { out, error, files } = runWith({ "SPEC.md": document }, words, { columns: 120 });
    document = files.get("SPEC.md") ?? document;
    return `${fence}text\n$ writ ${command}\n${(out + error).trimEnd()}\n${fence}`;
  });
  return { page: played, document };
}
