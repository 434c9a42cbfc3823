// The project as the house rules see it: every file with its text, code apart from comments and strings.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

export type ProjectFile = {
  /** From the root, with slashes. */
  readonly path: string;
  readonly text: string;
};

/** A product that runs meanwhile has sockets in its folder, which cannot be read. */
const skippedFolders = new Set([".git", ".writ", "node_modules", "dist"]);
const textEndings = /(?:^|\/)(?:[A-Z]+|\.[\w.-]+|run)$|\.(?:ts|tsx|mjs|js|json|md|txt|sql|css|html|ya?ml)$/;

/** Reads the whole project; what is not text has an empty text, because only its path counts. */
export function readProject(root: string): readonly ProjectFile[] {
  const walk = (folder: string): readonly ProjectFile[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const file = join(folder, entry.name);
      if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : walk(file);
      const path = relative(root, file).replaceAll("\\", "/");
      return [{ path, text: textEndings.test(path) ? readFileSync(file, "utf8") : "" }];
    });
  return walk(root);
}

export type Split = {
  /** The text with comments and the insides of strings and regular expressions blanked, everything at its place. */
  readonly code: string;
  /** The comments alone, everything else blanked. */
  readonly comments: string;
};

/** Takes TypeScript apart so that a word in a message is not mistaken for code. */
export function splitCode(text: string): Split {
  const code = text.split("");
  const comments = code.map((char): string => (char === "\n" ? char : " "));
  const blank = (from: number, to: number) => {
    for (let at = from; at < to; at++) if (code[at] !== "\n") code[at] = " ";
  };
  // Which template literals are open, as the depth of braces at which each `${` began.
  const templates: number[] = [];
  let depth = 0;
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at, at + 2);
    const char = text[at];
    if (rest === "//" || rest === "/*") {
      const closing = rest === "//" ? text.indexOf("\n", at) : text.indexOf("*/", at) + 2;
      const end = closing < at + 2 ? text.length : closing;
      for (let each = at; each < end; each++) comments[each] = text[each] ?? "";
      blank(at, end);
      at = end;
    } else if (char === '"' || char === "'") {
      const end = endOfQuoted(text, at, char);
      blank(at + 1, end - 1);
      at = end;
    } else if (char === "`" || (char === "}" && templates.at(-1) === depth)) {
      if (char === "}") templates.pop();
      const end = endOfTemplate(text, at + 1);
      blank(at + 1, end - 1);
      if (text[end - 1] === "{") templates.push(depth);
      at = end;
    } else if (char === "/" && startsPattern(code, at)) {
      const end = endOfPattern(text, at);
      blank(at + 1, end - 1);
      at = end;
    } else {
      if (char === "{") depth++;
      if (char === "}") depth--;
      at++;
    }
  }
  return { code: code.join(""), comments: comments.join("") };
}

function endOfQuoted(text: string, start: number, quote: string): number {
  let at = start + 1;
  while (at < text.length && text[at] !== quote && text[at] !== "\n") at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

/** Behind the closing backtick, or behind the `${` that interrupts it. */
function endOfTemplate(text: string, start: number): number {
  let at = start;
  while (at < text.length) {
    if (text[at] === "`") return at + 1;
    if (text[at] === "$" && text[at + 1] === "{") return at + 2;
    at += text[at] === "\\" ? 2 : 1;
  }
  return at;
}

function endOfPattern(text: string, start: number): number {
  let inClass = false;
  let at = start + 1;
  while (at < text.length && text[at] !== "\n") {
    if (text[at] === "/" && !inClass) return at + 1;
    if (text[at] === "[") inClass = true;
    if (text[at] === "]") inClass = false;
    at += text[at] === "\\" ? 2 : 1;
  }
  return at;
}

/** A slash after a value divides; after anything else it begins a regular expression. */
function startsPattern(code: readonly string[], at: number): boolean {
  const before = code
    .slice(Math.max(0, at - 40), at)
    .join("")
    .trimEnd();
  return before === "" || /[=(,:[!&|?{};+<>~^*%-]$|\b(?:return|typeof|case|in|of|await|yield)$/.test(before);
}

export type Import = { readonly specifier: string; readonly isTypeOnly: boolean };

/** What a file imports, re-exports or loads later. */
export function importsOf(text: string): readonly Import[] {
  const { code } = splitCode(text);
  const statements = code.matchAll(/\b(?:import|export)\b(\s+type\b)?([^;"'`()]*?\bfrom)?\s*(?:\(\s*)?(["'`])/g);
  return [...statements].map((match) => {
    const start = match.index + match[0].length;
    return {
      specifier: text.slice(start, text.indexOf(match[3] ?? '"', start)),
      isTypeOnly: match[1] !== undefined || /^\s*\{(?:\s*type\s[^,{}]*,?)+\s*\}\s*from$/.test(match[2] ?? ""),
    };
  });
}

/** The names that a file exports. */
export function exportsOf(text: string): readonly string[] {
  const { code } = splitCode(text);
  const declared = code.matchAll(
    /\bexport\s+(?:declare\s+|abstract\s+|async\s+)*(?:const|let|function\*?|class|type|interface)\s+([\w$]+)/g,
  );
  return [...declared].map((match) => match[1] ?? "");
}

/** The packages that a package.json names. */
export function dependenciesOf(
  manifest: string,
  kind: "dependencies" | "devDependencies" = "dependencies",
): readonly string[] {
  const { [kind]: named } = JSON.parse(manifest) as {
    readonly [Kind in typeof kind]?: Readonly<Record<string, string>>;
  };
  return Object.keys(named ?? {});
}
