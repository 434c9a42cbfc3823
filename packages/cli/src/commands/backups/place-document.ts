// The document of a product that was made from a copy, put where it belongs.
import type { Console } from "../../terminal/console.ts";
import { visible } from "../../terminal/visible.ts";

/** Where it is now; undefined where the file says the same already, or there was none. */
export function placeDocument(
  file: string,
  source: string | undefined,
  console: Pick<Console, "exists" | "create" | "read">,
): string | undefined {
  if (source === undefined) return undefined;
  if (!console.exists(file)) {
    console.create(file, source);
    return file;
  }
  const says = (path: string) => Buffer.from(console.read(path, Buffer.byteLength(source))).toString() === source;
  if (says(file)) return undefined;
  for (let count = 1; ; count++) {
    const beside = file.replace(/(?:\.md)?$/, count === 1 ? ".restored.md" : `.restored-${count}.md`);
    if (!console.exists(beside)) console.create(beside, source);
    else if (!says(beside)) continue;
    return beside;
  }
}

export function documentWords(file: string, document: string | undefined): string {
  if (document === undefined) return "";
  return document === file
    ? `the document of that moment is in ${visible(document)}\n`
    : `${visible(file)} is not the document of that moment, which is in ${visible(document)}\n`;
}
