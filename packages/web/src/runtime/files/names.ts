// What a file is called: by people as they named it, on the wire with letters that every store of files takes.
import { ownOf } from "../../words/own-of.ts";
import type { FormField } from "../forms/row-form.tsx";
import type { Draft } from "../fields/draft.ts";
import { pathsIn } from "../values/file-path.ts";

const safe = /[\w.-]/;
const longest = 180;

/** `<row>/<chance>/<name>`: other letters as `=` and their bytes, as mails write them. */
export function pathFor(row: string, name: string): string {
  const dot = name.lastIndexOf(".");
  const [stem, ending] = dot <= 0 ? [name, ""] : [name.slice(0, dot), name.slice(dot)];
  const end = encoded(ending).slice(0, 40);
  // A letter of several bytes is kept whole, or not at all.
  let kept = "";
  for (const letter of stem) {
    const next = kept + encoded(letter);
    if (next.length + end.length > longest) break;
    kept = next;
  }
  return `${row}/${crypto.randomUUID()}/${kept === "" && end === "" ? "file" : kept + end}`;
}

const encoded = (text: string): string =>
  [...text]
    .map((letter) =>
      safe.test(letter)
        ? letter
        : [...new TextEncoder().encode(letter)]
            .map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, "0")}`)
            .join(""),
    )
    .join("");

/** The row for which the files of a draft were brought. */
export function rowOfFiles(draft: Draft, fields: readonly FormField[]): string | undefined {
  const paths = fields.flatMap(({ field }) => (field.type.kind === "files" ? pathsIn(ownOf(draft, field.id)) : []));
  return paths[0]?.split("/")[0];
}
