// Plays a page of documentation: its blocks build a document step by step, and its transcripts show real output.
import { run } from "../../packages/cli/src/command-line.ts";
import type { Console } from "../../packages/cli/src/console.ts";
import { edited, merged } from "./edit.ts";

export type Played = {
  /** The page with every transcript as it really is. */
  readonly page: string;
  /** The document as the page leaves it. */
  readonly document: string;
};

const blocks = /^(?<fence>`{3,})(?<kind>markdown|diff|text)\n(?<text>[\s\S]*?)^\k<fence>$/gm;

/**
 * A `markdown` block adds to the document or replaces parts of it, a `diff` block changes lines, and a `text` block that
 * begins with `$ writ …` is a transcript. Other text blocks are left alone.
 */
export function play(page: string): Played {
  const files = new Map<string, string>();
  const document = () => files.get("SPEC.md") ?? "";
  const played = page.replace(blocks, (whole: string, ...rest: unknown[]) => {
    const { fence, kind, text } = rest.at(-1) as { readonly fence: string; readonly kind: string; readonly text: string };
    const command = kind === "text" ? /^\$ writ (.*)\n/.exec(text) : null;
    if (kind === "markdown") files.set("SPEC.md", merged(document(), text));
    if (kind === "diff") files.set("SPEC.md", edited(document(), text));
    return command ? `${fence}text\n${transcript(command[1] ?? "", files)}${fence}` : whole;
  });
  return { page: played, document: document() };
}

function transcript(command: string, files: Map<string, string>): string {
  let printed = "";
  const print = (text: string) => {
    printed += text;
  };
  const console: Console = {
    out: print,
    error: print,
    colour: false,
    columns: 120,
    read: (path) => {
      const text = files.get(path);
      if (text === undefined) throw Object.assign(new Error(`no file ${path}`), { code: "ENOENT" });
      return new TextEncoder().encode(text);
    },
    write: (path, text) => void files.set(path, text),
    exists: (path) => files.has(path),
  };
  const words = [...command.matchAll(/"([^"]*)"|\S+/g)].map((match) => match[1] ?? match[0]);
  run(words, console);
  return `$ writ ${command}\n${printed.replace(/\s+$/, "")}\n`;
}
