// From what section 7 says of a call's code to what runs: its text without types, at the same lines and columns.
import { createHash } from "node:crypto";
import { readFileSync, realpathSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join, resolve, sep } from "node:path";
import type { Call } from "@writ/language/model";
import { lineMap } from "@writ/language";
import type { Edition } from "../writing/writing.ts";

export type Code = {
  readonly version: string;
  readonly text: string;
  /** It says `export const call = …` and is given everything as one object: a form that editors check. */
  readonly isFunction: boolean;
  /** The person's file, and in which of its lines the first line of code is. */
  readonly file: string;
  readonly line: number;
  /** As many blanks as the code is moved to the right in the document. */
  readonly column: number;
};

const mostBytes = 2 ** 20;
const before = "async function call() {\n";
const after = "\n}";

/** A cache: leaving types out takes longer than all the rest. It is done again when the text is another one. */
const kept = new WeakMap<Call, { readonly written: string; readonly code: Code }>();

type Found = Omit<Code, "version" | "isFunction">;

const exported = /^export (?=const call\b|(?:async )?function call\b)/m;

/**
 * Node warns once that this function may change: that concerns us, and not the readers of the log.
 */
function strip(text: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(text, { mode: "strip" });
  } finally {
    process.emitWarning = emitWarning;
  }
}

const withoutTypes = (text: string): string => strip(before + text + after).slice(before.length, -after.length);

/** Everything stays at its line and column, as where types are left out. */
const withoutExport = (text: string): string => strip(text).replace(exported, (word) => " ".repeat(word.length));

/** Text: why there is none. */
export function codeOf(call: Call, { file, source }: Edition): Code | string {
  const { code } = call;
  if (code === undefined) return "the document does not show its code";
  const found = code.kind === "path" ? readBeside(file, code.path) : readBelow(code, { file, source });
  if (typeof found === "string") return found;
  const known = kept.get(call);
  if (known !== undefined && known.written === found.text)
    return { ...known.code, line: found.line, column: found.column };
  try {
    const isFunction = code.kind === "path" && exported.test(found.text);
    const text = isFunction ? withoutExport(found.text) : withoutTypes(found.text);
    const hosts = call.hosts.map(({ host }) => host).join(" ");
    const version = createHash("sha256").update(`${call.name.id}\n${hosts}\n${isFunction}\n${text}`).digest("hex");
    const made: Code = { ...found, text, isFunction, version };
    kept.set(call, { written: found.text, code: made });
    return made;
  } catch (failure) {
    return `${found.file}: ${failure instanceof Error ? failure.message : String(failure)}`;
  }
}

function readBelow(
  code: Extract<Call["code"], { readonly kind: "below" }>,
  { file, source }: Pick<Edition, "file" | "source">,
): Found | string {
  if (code.code === undefined) return "the document does not show its code";
  const { line, column } = lineMap(source).at(code.code.start);
  return { text: code.code.text, file, line, column: column - 1 };
}

function readBeside(file: string, path: string): Found | string {
  const folder = resolve(dirname(file));
  const full = join(folder, path);
  try {
    // A link could lead anywhere; what it leads to has to lie beside the document as well.
    if (!realpathSync(full).startsWith(realpathSync(folder) + sep)) return `${path} leads out of the document's folder`;
    const text = readFileSync(full, "utf8");
    return text.length > mostBytes ? `${path} is too large` : { text, file: full, line: 1, column: 0 };
  } catch {
    return `${path} cannot be read`;
  }
}

/** Where in the person's file a stack of code points to. Two lines stand before the code where it runs. */
export function placeIn(stack: string, { file, line, column }: Code): string {
  const found = /\(call\.ts(?:, <anonymous>)?:(\d+):(\d+)/.exec(stack);
  return found === null ? file : `${file}:${Number(found[1]) - 2 + line - 1}:${Number(found[2]) + column}`;
}
