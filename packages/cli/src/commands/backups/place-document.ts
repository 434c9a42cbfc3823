// The document of a product that was made from a copy, put where it belongs.
import type { Console } from "../../terminal/console.ts";
import { visible } from "../../terminal/visible.ts";

/** Where it is now; undefined where the file says the same already, or there was none. */
export function placeDocument(file: string, source: string | undefined, console: Console): string | undefined {
  if (source === undefined) return undefined;
  if (!console.exists(file)) {
    console.create(file, source);
    return file;
  }
  if (Buffer.from(console.read(file, Buffer.byteLength(source))).toString() === source) return undefined;
  const beside = file.replace(/(?:\.md)?$/, ".restored.md");
  console.write(beside, source);
  return beside;
}

export function documentWords(file: string, document: string | undefined): string {
  if (document === undefined) return "";
  return document === file
    ? `the document of that moment is in ${visible(document)}\n`
    : `${visible(file)} is not the document of that moment, which is in ${visible(document)}\n`;
}
